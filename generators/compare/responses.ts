/** Compares responses by status: their headers, content and streams. */
import type { Response, Field, Operation, ResponseLink } from '../ir/index.js';
import { addedResponse, addedPart, removedResponse, removedPart, nonBreaking } from './breaking-changes.js';
import type { Comparison } from './comparison.js';
import { compareContents, compareStreams } from './contents.js';
import { compareEncodings } from './encodings.js';
import { factsOfContent, factsOfField, equalFacts } from './facts.js';
import { compareNotes } from './metadata.js';
import type { ComparedPosition, ComparedPair } from './pair.js';
import { compareFields } from './records.js';
import { code } from './sentence-parts.js';

export function compareResponses(comparison: Comparison, pair: ComparedPair, older: Operation, newer: Operation): void {
  const before = keyed(older.responses, ({ status }) => status.toUpperCase());
  const after = keyed(newer.responses, ({ status }) => status.toUpperCase());
  for (const [key, response] of after) {
    const other = before.get(key);
    const at = responseAt(pair, newer, response);
    if (other === undefined) one(at, newer, response, 'added');
    else compareTwo(comparison, at, other, response);
  }
  for (const [key, response] of before) {
    if (!after.has(key)) one(responseAt(pair, newer, response), newer, response, 'removed');
  }
}

function compareTwo(comparison: Comparison, at: ComparedPosition, older: Response, newer: Response): void {
  compareNotes(at, [older], [newer]);
  compareStreams(at, older.stream, newer.stream);
  compareContents(comparison, at, older.content, newer.content);
  const before = keyed(older.headers, ({ name }) => name.toLowerCase());
  const after = keyed(newer.headers, ({ name }) => name.toLowerCase());
  for (const [key, header] of after) {
    const other = before.get(key);
    if (other === undefined) oneHeader(at, header, 'added');
    else {
      compareFields(comparison, headerAt(at, header), other, header);
      compareEncodings(comparison, headerAt(at, header), other, header);
    }
  }
  for (const [key, header] of before) if (!after.has(key)) oneHeader(at, header, 'removed');
  compareLinks(at, older.links, newer.links);
}

function one(at: ComparedPosition, { id }: Operation, response: Response, kind: 'added' | 'removed'): void {
  at.pair.findings.push({
    kind,
    subject: 'response',
    place: at.place,
    [kind === 'added' ? 'after' : 'before']: {
      headers: Object.fromEntries(response.headers.map((header) => [header.name, factsOfField(header)])),
      content: response.content.map(factsOfContent),
      ...(response.stream && { stream: response.stream.kind }),
    },
    effect: kind === 'added' ? addedResponse(response.status) : removedResponse(response.status),
    say: () => `The response ${named(response)} was ${kind === 'added' ? 'added to' : 'removed from'} ${id}.`,
  });
}

function oneHeader(at: ComparedPosition, header: Field, kind: 'added' | 'removed'): void {
  at.pair.findings.push({
    kind,
    subject: 'header',
    place: headerAt(at, header).place,
    [kind === 'added' ? 'after' : 'before']: factsOfField(header),
    effect: kind === 'added' ? addedPart(header.required) : removedPart,
    say: () => `The header ${code(header.name)} was ${kind === 'added' ? 'added to' : 'removed from'} ${at.label}.`,
  });
}

function responseAt(pair: ComparedPair, { id }: Operation, response: Response): ComparedPosition {
  const label = `the response ${named(response)} of ${id}`;
  return { pair, subject: 'response', place: `${id} ${response.status}`, label, content: true };
}

function headerAt(at: ComparedPosition, { name }: Field): ComparedPosition {
  const label = `the header ${code(name)} of ${at.label}`;
  return { pair: at.pair, subject: 'header', place: `${at.place} header ${name}`, label };
}

function named({ status }: Response): string {
  return /^(\d\d\d|\dXX|default)$/i.test(status) ? status : code(status);
}

function keyed<Entry>(entries: readonly Entry[], key: (entry: Entry) => string): ReadonlyMap<string, Entry> {
  return new Map(entries.map((entry) => [key(entry), entry]));
}

/** Compares the links of a response by name. No message changes with them. */
function compareLinks(
  at: ComparedPosition,
  older: readonly ResponseLink[] = [],
  newer: readonly ResponseLink[] = [],
): void {
  const before = new Map(older.map((link) => [link.name, factsOf(link)]));
  const after = new Map(newer.map((link) => [link.name, factsOf(link)]));
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const [former, present] = [before.get(name), after.get(name)];
    if (equalFacts(former, present)) continue;
    const kind = former === undefined ? 'added' : present === undefined ? 'removed' : 'behaviour';
    const happened = { added: 'was added to', removed: 'was removed from', behaviour: 'changed in' }[kind];
    at.pair.findings.push({
      kind,
      subject: 'response',
      place: `${at.place} link ${name}`,
      ...(former && { before: former }),
      ...(present && { after: present }),
      effect: nonBreaking,
      say: () => `The link ${code(name)} ${happened} ${at.label}.`,
    });
  }
}

function factsOf({ operation, parameters, body }: ResponseLink): Readonly<Record<string, unknown>> {
  const values = Object.fromEntries(parameters.map(({ name, value }) => [name, value]));
  return { operation, parameters: values, ...(body !== undefined && { body }) };
}
