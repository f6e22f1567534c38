/** Compares request bodies. */
import type { Body, Operation } from '../ir/index.js';
import { compareAllowed } from './optionality.js';
import { addedPart, removedPart } from './breaking-changes.js';
import type { Comparison } from './comparison.js';
import { compareContents } from './contents.js';
import { factsOfContent } from './facts.js';
import { compareNotes } from './metadata.js';
import type { ComparedPosition, ComparedPair } from './pair.js';

export function compareBodies(comparison: Comparison, pair: ComparedPair, older: Operation, newer: Operation): void {
  const at: ComparedPosition = {
    pair,
    subject: 'body',
    place: `${newer.id} body`,
    label: `the request body of ${newer.id}`,
    content: true,
  };
  if (older.body !== undefined && newer.body !== undefined) compareTwo(comparison, at, older.body, newer.body);
  else if (newer.body !== undefined) one(at, newer, newer.body, 'added');
  else if (older.body !== undefined) one(at, newer, older.body, 'removed');
}

function compareTwo(comparison: Comparison, at: ComparedPosition, older: Body, newer: Body): void {
  compareAllowed(at, 'required', older.required, newer.required);
  compareNotes(at, [older], [newer]);
  compareContents(comparison, at, older.content, newer.content);
}

function one(at: ComparedPosition, { id }: Operation, body: Body, kind: 'added' | 'removed'): void {
  const required = kind === 'added' && body.required ? '; it is required' : '';
  at.pair.findings.push({
    kind,
    subject: 'body',
    place: at.place,
    [kind === 'added' ? 'after' : 'before']: { required: body.required, content: body.content.map(factsOfContent) },
    effect: kind === 'added' ? addedPart(body.required) : removedPart,
    say: () => `A request body was ${kind === 'added' ? 'added to' : 'removed from'} ${id}${required}.`,
  });
}
