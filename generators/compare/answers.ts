/** Compares responses by status: their headers, content and streams. */
import type { Answer, Field, Operation } from '../ir/index.js';
import { addedAnswer, addedPart, removedAnswer, removedPart } from './breaks.js';
import type { Comparison } from './comparison.js';
import { compareContents, compareStreams } from './contents.js';
import { factsOfContent, factsOfField } from './facts.js';
import { compareNotes } from './notes.js';
import type { At, Pair } from './pair.js';
import { compareFields } from './records.js';
import { code } from './words.js';

export function compareAnswers(comparison: Comparison, pair: Pair, older: Operation, newer: Operation): void {
  const before = keyed(older.answers, ({ status }) => status.toUpperCase());
  const after = keyed(newer.answers, ({ status }) => status.toUpperCase());
  for (const [key, answer] of after) {
    const other = before.get(key);
    const at = answerAt(pair, newer, answer);
    if (other === undefined) one(at, newer, answer, 'added');
    else compareTwo(comparison, at, other, answer);
  }
  for (const [key, answer] of before) {
    if (!after.has(key)) one(answerAt(pair, newer, answer), newer, answer, 'removed');
  }
}

function compareTwo(comparison: Comparison, at: At, older: Answer, newer: Answer): void {
  compareNotes(at, [older], [newer]);
  compareStreams(at, older.stream, newer.stream);
  compareContents(comparison, at, older.content, newer.content);
  const before = keyed(older.headers, ({ name }) => name.toLowerCase());
  const after = keyed(newer.headers, ({ name }) => name.toLowerCase());
  for (const [key, header] of after) {
    const other = before.get(key);
    if (other === undefined) oneHeader(at, header, 'added');
    else compareFields(comparison, headerAt(at, header), other, header);
  }
  for (const [key, header] of before) if (!after.has(key)) oneHeader(at, header, 'removed');
}

function one(at: At, { id }: Operation, answer: Answer, kind: 'added' | 'removed'): void {
  at.pair.findings.push({
    kind,
    subject: 'answer',
    place: at.place,
    [kind === 'added' ? 'after' : 'before']: {
      headers: Object.fromEntries(answer.headers.map((header) => [header.name, factsOfField(header)])),
      content: answer.content.map(factsOfContent),
      ...(answer.stream && { stream: answer.stream.kind }),
    },
    effect: kind === 'added' ? addedAnswer(answer.status) : removedAnswer(answer.status),
    say: () => `The response ${named(answer)} was ${kind === 'added' ? 'added to' : 'removed from'} ${id}.`,
  });
}

function oneHeader(at: At, header: Field, kind: 'added' | 'removed'): void {
  at.pair.findings.push({
    kind,
    subject: 'header',
    place: headerAt(at, header).place,
    [kind === 'added' ? 'after' : 'before']: factsOfField(header),
    effect: kind === 'added' ? addedPart(header.required) : removedPart,
    say: () => `The header ${code(header.name)} was ${kind === 'added' ? 'added to' : 'removed from'} ${at.label}.`,
  });
}

function answerAt(pair: Pair, { id }: Operation, answer: Answer): At {
  const label = `the response ${named(answer)} of ${id}`;
  return { pair, subject: 'answer', place: `${id} ${answer.status}`, label, content: true };
}

function headerAt(at: At, { name }: Field): At {
  const label = `the header ${code(name)} of ${at.label}`;
  return { pair: at.pair, subject: 'header', place: `${at.place} header ${name}`, label };
}

function named({ status }: Answer): string {
  return /^(\d\d\d|\dXX|default)$/i.test(status) ? status : code(status);
}

function keyed<Entry>(entries: readonly Entry[], key: (entry: Entry) => string): ReadonlyMap<string, Entry> {
  return new Map(entries.map((entry) => [key(entry), entry]));
}
