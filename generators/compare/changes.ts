/** Turns findings into changes: adds the operations that contain each, and for whom it is breaking. */
import type { Change, ChangeSubject } from '../ir/index.js';
import { breaksIn } from './breaking-changes.js';
import type { ComparisonFinding, ComparedPair } from './pair.js';

export function changesOf(pairs: readonly ComparedPair[]): readonly Change[] {
  const users = usersOf(pairs);
  const merged = new Map<string, { finding: ComparisonFinding; requests: Set<string>; responses: Set<string> }>();
  for (const pair of pairs) {
    if (pair.findings.length === 0) continue;
    const containingPairs = [...pairsContaining(pair, users)];
    for (const finding of pair.findings) {
      // A schema may be compared with several others: equal findings are one change.
      const key = keyOf(finding);
      const reached = merged.get(key) ?? { finding, requests: new Set<string>(), responses: new Set<string>() };
      merged.set(key, reached);
      for (const { requests, responses } of containingPairs) {
        requests.forEach((id) => reached.requests.add(id));
        responses.forEach((id) => reached.responses.add(id));
      }
    }
  }
  return [...merged.values()].map(changeOf).sort(order);
}

interface ReachedFinding {
  readonly finding: ComparisonFinding;
  readonly requests: ReadonlySet<string>;
  readonly responses: ReadonlySet<string>;
}

function changeOf({ finding, requests, responses }: ReachedFinding): Change {
  const { effect, say, ...facts } = finding;
  const operations = [...new Set([...requests, ...responses])].sort();
  const direction = requests.size > 0 === responses.size > 0 ? 'both' : requests.size > 0 ? 'request' : 'response';
  const breaks = operations.length === 0 ? 'none' : breaksIn(effect, direction);
  return { ...facts, operations, direction, breaks, sentence: say({ operations, direction }) };
}

/** Returns the pairs that refer to each pair. */
function usersOf(pairs: readonly ComparedPair[]): ReadonlyMap<ComparedPair, readonly ComparedPair[]> {
  const users = new Map<ComparedPair, ComparedPair[]>(pairs.map((pair) => [pair, []]));
  for (const pair of pairs) pair.parts.forEach((part) => users.get(part)?.push(pair));
  return users;
}

function pairsContaining(
  from: ComparedPair,
  users: ReadonlyMap<ComparedPair, readonly ComparedPair[]>,
): ReadonlySet<ComparedPair> {
  const found = new Set([from]);
  // Iteration over a Set includes the entries added meanwhile.
  for (const pair of found) users.get(pair)?.forEach((user) => found.add(user));
  return found;
}

function keyOf({ kind, subject, place, before, after }: ComparisonFinding): string {
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
    compareStrings(a.place, b.place) ||
    compareStrings(a.kind, b.kind) ||
    // Two places of the older version may have become one.
    compareStrings(JSON.stringify([a.before, a.after]), JSON.stringify([b.before, b.after]))
  );
}

/** Compares by code unit, which gives the same order on every machine. */
function compareStrings(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
