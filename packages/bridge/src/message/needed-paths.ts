/** The values of a message that are needed, as a tree of their paths. */
import type { Segment } from '@lading/runtime-overlay';

export interface Branch {
  /** Whether everything below is needed. */
  readonly isWhole: boolean;
  readonly properties: readonly NeededProperty[];
  readonly entries: Branch | undefined;
  readonly values: Branch | undefined;
}

export interface NeededProperty {
  readonly name: string;
  readonly branch: Branch;
}

export function branchOf(paths: readonly (readonly Segment[])[]): Branch {
  const behind = (is: (segment: Segment) => boolean): readonly (readonly Segment[])[] =>
    paths.flatMap(([first, ...rest]) => (first !== undefined && is(first) ? [rest] : []));
  const optional = (rest: readonly (readonly Segment[])[]) => (rest.length === 0 ? undefined : branchOf(rest));
  const names = new Set(paths.flatMap(([first]) => (typeof first === 'object' ? [first.name] : [])));
  const values = optional(behind((segment) => segment === '{}'));
  return {
    // Names among all values of a map are rare.
    isWhole: paths.some((path) => path.length === 0) || (values !== undefined && names.size > 0),
    properties: [...names].map((name) => ({
      name,
      branch: branchOf(behind((segment) => typeof segment === 'object' && segment.name === name)),
    })),
    entries: optional(behind((segment) => segment === '[]')),
    values,
  };
}
