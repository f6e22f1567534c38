/** Which of several rules have anything to look at in a message, found out for all of them in one walk. */
import { isList, isRecord, isSpelled, own } from './json.js';
import type { Segment } from './path.js';

/** Whether each rule, by its index, has something to look at. */
type Reach = (root: unknown) => readonly boolean[];

/**
 * @param needs of each rule the path that has to lead somewhere
 * @param anyCase members are found in any case of letters
 */
export function reachOf(needs: readonly (readonly Segment[])[], anyCase: boolean): Reach {
  const root = branchOf(
    '',
    needs.map((path, rule) => ({ path, rule })),
  );
  return (value) => {
    const met = new Array<boolean>(needs.length).fill(false);
    visit(root, value, anyCase, met);
    return met;
  };
}

/** What lies behind a path that several rules share. */
interface Branch {
  readonly name: string;
  /** Those whose path ends here. */
  readonly rules: readonly number[];
  readonly members: readonly Branch[];
  readonly entries: Branch | undefined;
  readonly values: Branch | undefined;
  /** A bit for the length of each member's name: few keys have to be looked at letter by letter. */
  readonly lengths: number;
}

interface Need {
  readonly path: readonly Segment[];
  readonly rule: number;
}

function branchOf(name: string, needs: readonly Need[]): Branch {
  const behind = (is: (segment: Segment) => boolean): readonly Need[] =>
    needs.flatMap(({ path: [first, ...rest], rule }) =>
      first !== undefined && is(first) ? [{ path: rest, rule }] : [],
    );
  const branch = (name: string, needs: readonly Need[]): Branch | undefined =>
    needs.length === 0 ? undefined : branchOf(name, needs);
  const names = new Set(needs.flatMap(({ path: [first] }) => (typeof first === 'object' ? [first.name] : [])));
  return {
    name,
    rules: needs.flatMap(({ path, rule }) => (path.length === 0 ? [rule] : [])),
    members: [...names].map((name) =>
      branchOf(
        name,
        behind((segment) => typeof segment === 'object' && segment.name === name),
      ),
    ),
    entries: branch(
      '[]',
      behind((segment) => segment === '[]'),
    ),
    values: branch(
      '{}',
      behind((segment) => segment === '{}'),
    ),
    lengths: [...names].reduce((bits, { length }) => bits | bitOf(length), 0),
  };
}

function bitOf(length: number): number {
  return 1 << (length & 31);
}

function visit(branch: Branch, value: unknown, anyCase: boolean, met: boolean[]): void {
  for (const rule of branch.rules) met[rule] = true;
  const { members, entries, values, lengths } = branch;
  if (isList(value)) {
    if (entries !== undefined) for (const entry of value) visit(entries, entry, anyCase, met);
  } else if (isRecord(value)) {
    if (values !== undefined) for (const key of Object.keys(value)) visit(values, value[key], anyCase, met);
    if (!anyCase) {
      for (const member of members) {
        const inner = own(value, member.name);
        if (inner !== undefined) visit(member, inner, anyCase, met);
      }
    } else if (members.length > 0) {
      // The fastest way through an object of JSON.
      for (const key in value) {
        if ((lengths & bitOf(key.length)) === 0) continue;
        for (const member of members) {
          if (isSpelled(key, member.name) && Object.hasOwn(value, key)) visit(member, value[key], anyCase, met);
        }
      }
    }
  }
}
