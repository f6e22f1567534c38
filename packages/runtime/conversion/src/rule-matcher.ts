/** Determines which of several rules apply to a message, for all of them in one traversal. */
import { isList, isRecord, isSpelled, own } from './json.js';
import type { Segment } from './path.js';

/** Returns for each rule, by its index, whether its path exists in a value. */
type MatchRules = (root: unknown) => readonly boolean[];

/**
 * Returns a function that determines which rules apply to a value.
 *
 * @param requiredPaths for each rule the path that must exist
 * @param anyCase whether property names are case-insensitive
 */
export function ruleMatcher(requiredPaths: readonly (readonly Segment[])[], anyCase: boolean): MatchRules {
  const root = branchOf(
    '',
    requiredPaths.map((path, rule) => ({ path, rule })),
  );
  return (value) => {
    const matched = new Array<boolean>(requiredPaths.length).fill(false);
    visit(root, value, anyCase, matched);
    return matched;
  };
}

/** A node of the tree of required paths: rules with a common path share it. */
interface Branch {
  readonly name: string;
  /** The rules whose path ends here, by their index. */
  readonly rules: readonly number[];
  readonly properties: readonly Branch[];
  readonly entries: Branch | undefined;
  readonly values: Branch | undefined;
  /** A bit for the length of each property name, so that few keys have to be compared letter by letter. */
  readonly lengths: number;
}

interface RequiredPath {
  readonly path: readonly Segment[];
  readonly rule: number;
}

function branchOf(name: string, paths: readonly RequiredPath[]): Branch {
  const pathsBehind = (is: (segment: Segment) => boolean): readonly RequiredPath[] =>
    paths.flatMap(({ path: [first, ...rest], rule }) =>
      first !== undefined && is(first) ? [{ path: rest, rule }] : [],
    );
  const branch = (name: string, paths: readonly RequiredPath[]): Branch | undefined =>
    paths.length === 0 ? undefined : branchOf(name, paths);
  const names = new Set(paths.flatMap(({ path: [first] }) => (typeof first === 'object' ? [first.name] : [])));
  return {
    name,
    rules: paths.flatMap(({ path, rule }) => (path.length === 0 ? [rule] : [])),
    properties: [...names].map((name) =>
      branchOf(
        name,
        pathsBehind((segment) => typeof segment === 'object' && segment.name === name),
      ),
    ),
    entries: branch(
      '[]',
      pathsBehind((segment) => segment === '[]'),
    ),
    values: branch(
      '{}',
      pathsBehind((segment) => segment === '{}'),
    ),
    lengths: [...names].reduce((bits, { length }) => bits | bitOf(length), 0),
  };
}

function bitOf(length: number): number {
  return 1 << (length & 31);
}

function visit(branch: Branch, value: unknown, anyCase: boolean, matched: boolean[]): void {
  for (const rule of branch.rules) matched[rule] = true;
  const { properties, entries, values, lengths } = branch;
  if (isList(value)) {
    if (entries !== undefined) for (const entry of value) visit(entries, entry, anyCase, matched);
  } else if (isRecord(value)) {
    if (values !== undefined) for (const key of Object.keys(value)) visit(values, value[key], anyCase, matched);
    if (!anyCase) {
      for (const property of properties) {
        const inner = own(value, property.name);
        if (inner !== undefined) visit(property, inner, anyCase, matched);
      }
    } else if (properties.length > 0) {
      // The fastest loop over a JSON object.
      for (const key in value) {
        if ((lengths & bitOf(key.length)) === 0) continue;
        for (const property of properties) {
          if (isSpelled(key, property.name) && Object.hasOwn(value, key)) visit(property, value[key], anyCase, matched);
        }
      }
    }
  }
}
