/** Where a report lists a change: under an operation or a shape, in its resource group. */
import type { Api, Change, Operation, Schema } from '../../ir/index.js';

export interface Versions {
  readonly older: Api;
  readonly newer: Api;
}

export interface Home {
  readonly about: 'operation' | 'schema' | 'api';
  readonly name: string;
  /** The name of its resource group; none for the interface as a whole. */
  readonly group: string;
  /** Of an operation: `POST /pets/create`. */
  readonly address?: string;
}

/** Finds the home of each change between two versions. */
export function homesOf({ older, newer }: Versions): (change: Change) => Home {
  const operations = new Map([...older.operations, ...newer.operations].map((operation) => [operation.id, operation]));
  const schemas = new Map([...older.schemas, ...newer.schemas].map((schema) => [schema.name, schema]));
  return ({ subject, place, operations: [id = ''] }) => {
    const operation = operations.get(id);
    if (subject === 'api') return { about: 'api', name: place, group: '' };
    const schema = subject === 'schema' || subject === 'field' ? ownerOf(place, schemas) : undefined;
    if (schema === undefined && operation !== undefined) return homeOfOperation(operation);
    // What requests and what responses hold of one structure belongs together: `Mount` and `MountInput`.
    const plain = schemas.get(schema?.name.replace(/Input$/, '') ?? '') ?? schema;
    return { about: 'schema', name: plain?.name ?? place, group: plain?.group ?? 'common' };
  };
}

function homeOfOperation({ id, group, method, path }: Operation): Home {
  return { about: 'operation', name: id, group, address: `${method} ${path}` };
}

/** The shape that a place starts with: the longest name, since a name may have a dot in it. */
function ownerOf(place: string, schemas: ReadonlyMap<string, Schema>): Schema | undefined {
  const ends = [...place.matchAll(/[.[{]|$/g)].map(({ index }) => index);
  return ends.flatMap((end) => schemas.get(place.slice(0, end)) ?? []).at(-1);
}
