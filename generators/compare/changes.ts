/** Turns findings into changes: adds the operations that contain each, and for whom it is breaking. */
import type { Change, ChangeSubject } from '../ir/index.js';
import { breaksIn } from './breaking-changes.js';
import type { Finding, Pair } from './pair.js';

export function changesOf(pairs: readonly Pair[]): readonly Change[] {
  const users = usersOf(pairs);
  const merged = new Map<string, { finding: Finding; requests: Set<string>; responses: Set<string> }>();
  for (const pair of pairs) {
    if (pair.findings.length === 0) continue;
    const around = [...upwards(pair, users)];
    for (const finding of pair.findings) {
      // A schema may be compared with several others: equal findings are one change.
      const key = keyOf(finding);
      const known = merged.get(key) ?? { finding, requests: new Set<string>(), responses: new Set<string>() };
      merged.set(key, known);
      for (const { requests, responses } of around) {
        requests.forEach((id) => known.requests.add(id));
        responses.forEach((id) => known.responses.add(id));
      }
    }
  }
  return [...merged.values()].map(changeOf).sort(order);
}

interface Carried {
  readonly finding: Finding;
  readonly requests: ReadonlySet<string>;
  readonly responses: ReadonlySet<string>;
}

function changeOf({ finding, requests, responses }: Carried): Change {
  const { effect, say, ...facts } = finding;
  const operations = [...new Set([...requests, ...responses])].sort();
  const direction = requests.size > 0 === responses.size > 0 ? 'both' : requests.size > 0 ? 'request' : 'response';
  const breaks = operations.length === 0 ? 'none' : breaksIn(effect, direction);
  return { ...facts, operations, direction, breaks, sentence: say({ operations, direction }) };
}

/** Returns the pairs that refer to each pair. */
function usersOf(pairs: readonly Pair[]): ReadonlyMap<Pair, readonly Pair[]> {
  const users = new Map<Pair, Pair[]>(pairs.map((pair) => [pair, []]));
  for (const pair of pairs) pair.parts.forEach((part) => users.get(part)?.push(pair));
  return users;
}

function upwards(from: Pair, users: ReadonlyMap<Pair, readonly Pair[]>): ReadonlySet<Pair> {
  const found = new Set([from]);
  // Iteration over a Set includes the entries added meanwhile.
  for (const pair of found) users.get(pair)?.forEach((user) => found.add(user));
  return found;
}

function keyOf({ kind, subject, place, before, after }: Finding): string {
  return JSON.stringify([kind, subject, place, before, after]);
}

const subjects: readonly ChangeSubject[] = [
  'api',
  'operation',
  'parameter',
  'body',
  'response',
  'header',
  'schema',
  'field',
];

function order(a: Change, b: Change): number {
  return (
    subjects.indexOf(a.subject) - subjects.indexOf(b.subject) ||
    textual(a.place, b.place) ||
    textual(a.kind, b.kind) ||
    // Two places of the older version may have become one.
    textual(JSON.stringify([a.before, a.after]), JSON.stringify([b.before, b.after]))
  );
}

/** Compares by code unit, which gives the same order on every machine. */
function textual(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
