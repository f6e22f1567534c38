import { edit } from './edit.js';
import { isSameSegment, pathOf, type Segment } from './path.js';
import type { Recursion } from './rule.js';
import type { Apply } from './message.js';

/**
 * Returns a function that applies a rule at its path and wherever the recursion leads to the same place.
 *
 * @param path from the root of the part
 * @param applyWithin returns the function that applies the rule in a value at the first segments of the path, of this number
 */
export function everyDepth(
  recursion: readonly Recursion[],
  path: readonly Segment[],
  anyCase: boolean,
  applyWithin: (start: number) => Apply,
): Apply {
  const all = recursion.map(({ at, like }) => ({ at: pathOf(at), like: pathOf(like) }));
  const prepared = new Map<string, Apply>();
  const applyIn = (start: readonly Segment[]): Apply => {
    const key = JSON.stringify(start);
    const former = prepared.get(key);
    if (former !== undefined) return former;
    const applyHere = start.length < path.length && beginsWith(path, start) ? applyWithin(start.length) : undefined;
    const inner = all
      .filter(({ at }) => at.length > start.length && beginsWith(at, start))
      .map(({ at, like }) => ({ rest: at.slice(start.length), like }));
    const apply: Apply = (root, draft, addLoss) =>
      inner.reduce(
        (value, { rest, like }) =>
          edit(value, rest, (each) => (each === undefined ? each : applyIn(like)(each, draft, addLoss)), {
            draft,
            anyCase,
            creates: false,
          }),
        applyHere === undefined ? root : applyHere(root, draft, addLoss),
      );
    prepared.set(key, apply);
    return apply;
  };
  return applyIn([]);
}

/** Returns the path of the outermost value that a rule with a recursion acts in. */
export function outermostOf(recursion: readonly Recursion[], path: readonly Segment[]): readonly Segment[] {
  return path.slice(0, Math.min(...recursion.map(({ like }) => pathOf(like).length)));
}

function beginsWith(path: readonly Segment[], start: readonly Segment[]): boolean {
  return start.every((segment, index) => isSameSegment(path[index], segment));
}
