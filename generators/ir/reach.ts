/** What an operation or a shape says together with all shapes behind it, as something that can be told apart from another. */
import type { Api } from './api.js';
import type { Operation } from './operation.js';
import { referencesOf, typesOf } from './references.js';
import type { Shape } from './shape.js';

/** As long as it is the same object, nothing of what it stands for has changed. */
export interface Reach {
  readonly of: Operation | Shape;
}

interface Known {
  readonly shapes: ReadonlyMap<string, Shape>;
  readonly reaches: ReadonlyMap<Operation | Shape, Reach>;
}

const known = new WeakMap<Api, Known>();
/** The last model of each version: what the next one has in common with it keeps its reach. */
const latest = new Map<string, Known>();

/** @returns for an operation or a shape of this model */
export function reachIn(api: Api): (of: Operation | Shape) => Reach {
  const { reaches } = known.get(api) ?? remembered(api);
  return (of) => reaches.get(of) ?? { of };
}

function remembered(api: Api): Known {
  const found = knownOf(api, latest.get(api.version));
  known.set(api, found);
  latest.set(api.version, found);
  return found;
}

function knownOf({ shapes: all, operations }: Api, former: Known | undefined): Known {
  const shapes = new Map(all.map((shape) => [shape.name, shape]));
  const changed =
    former === undefined ? new Set<string>() : changedNames(former.shapes, shapes, (one, other) => one === other);
  const reach = (of: Operation | Shape, isChanged: boolean) =>
    [of, (isChanged ? undefined : former?.reaches.get(of)) ?? { of }] as const;
  const reaches = new Map([
    ...all.map((shape) => reach(shape, changed.has(shape.name))),
    ...operations.map((operation) => reach(operation, mentions(operation, changed))),
  ]);
  return { shapes, reaches };
}

type Shapes = ReadonlyMap<string, Shape>;

/**
 * The names behind which something else stands than before, themselves or in a shape that they lead to.
 *
 * @param isSame whether two shapes of one name say the same
 */
export function changedNames(
  former: Shapes,
  shapes: Shapes,
  isSame: (one: Shape | undefined, other: Shape | undefined) => boolean,
): ReadonlySet<string> {
  const names = [...new Set([...former.keys(), ...shapes.keys()])];
  const changed = new Set(names.filter((name) => !isSame(former.get(name), shapes.get(name))));
  if (changed.size === 0) return changed;
  const users = new Map<string, string[]>();
  for (const { name, type } of shapes.values()) {
    for (const used of referencesOf(type)) {
      const of = users.get(used) ?? [];
      users.set(used, of);
      of.push(name);
    }
  }
  // A Set visits what is added while it is walked.
  for (const name of changed) users.get(name)?.forEach((user) => changed.add(user));
  return changed;
}

/** Whether an operation names one of these. */
export function mentions(operation: Operation, names: ReadonlySet<string>): boolean {
  return names.size > 0 && typesOf(operation).some((type) => referencesOf(type).some((name) => names.has(name)));
}
