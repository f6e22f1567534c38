/** The section of a report that lists a change: an operation or a schema, in its resource group. */
import type { Api, Change, Operation, Shape } from '../../ir/index.js';

export interface Versions {
  readonly older: Api;
  readonly newer: Api;
}

export interface Home {
  readonly about: 'operation' | 'shape' | 'api';
  readonly name: string;
  /** The name of its resource group; empty for the API as a whole. */
  readonly group: string;
  /** Of an operation: `POST /pets/create`. */
  readonly address?: string;
}

/** Returns a function that finds the section of each change between two versions. */
export function homesOf({ older, newer }: Versions): (change: Change) => Home {
  const operations = new Map([...older.operations, ...newer.operations].map((operation) => [operation.id, operation]));
  const shapes = new Map([...older.shapes, ...newer.shapes].map((shape) => [shape.name, shape]));
  return ({ subject, place, operations: [id = ''] }) => {
    const operation = operations.get(id);
    if (subject === 'api') return { about: 'api', name: place, group: '' };
    const shape = subject === 'shape' || subject === 'field' ? ownerOf(place, shapes) : undefined;
    if (shape === undefined && operation !== undefined) return homeOfOperation(operation);
    // The input variant and the output variant of a schema belong together: `Mount` and `MountInput`.
    const plain = shapes.get(shape?.name.replace(/Input$/, '') ?? '') ?? shape;
    return { about: 'shape', name: plain?.name ?? place, group: plain?.group ?? 'common' };
  };
}

function homeOfOperation({ id, group, method, path }: Operation): Home {
  return { about: 'operation', name: id, group, address: `${method} ${path}` };
}

/** Returns the schema at the start of a place: the longest name, since a name may contain a dot. */
function ownerOf(place: string, shapes: ReadonlyMap<string, Shape>): Shape | undefined {
  const ends = [...place.matchAll(/[.[{]|$/g)].map(({ index }) => index);
  return ends.flatMap((end) => shapes.get(place.slice(0, end)) ?? []).at(-1);
}
