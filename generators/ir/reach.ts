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
  const changed = former === undefined ? new Set<string>() : changedSince(former, shapes);
  const reach = (of: Operation | Shape, isChanged: boolean) =>
    [of, (isChanged ? undefined : former?.reaches.get(of)) ?? { of }] as const;
  const reaches = new Map([
    ...all.map((shape) => reach(shape, changed.has(shape.name))),
    ...operations.map((operation) =>
      reach(
        operation,
        changed.size > 0 &&
          typesOf(operation)
            .flatMap(referencesOf)
            .some((name) => changed.has(name)),
      ),
    ),
  ]);
  return { shapes, reaches };
}

/** The names behind which something else stands now, and those of all shapes that lead there. */
function changedSince({ shapes: former }: Known, shapes: ReadonlyMap<string, Shape>): ReadonlySet<string> {
  const names = [...new Set([...former.keys(), ...shapes.keys()])];
  const changed = new Set(names.filter((name) => former.get(name) !== shapes.get(name)));
  if (changed.size === 0) return changed;
  const users = new Map<string, string[]>();
  for (const { name, type } of shapes.values())
    for (const used of referencesOf(type)) users.set(used, [...(users.get(used) ?? []), name]);
  // A Set visits what is added while it is walked.
  for (const name of changed) users.get(name)?.forEach((user) => changed.add(user));
  return changed;
}
