/** The section of a report that lists a change: an operation or a schema, in its resource group. */
import type { ProblemItem } from '../../diagnostics/index.js';
import { everyOperation, type Api, type Change, type Operation, type Schema } from '../../ir/index.js';

export interface VersionApis {
  readonly older: Api;
  readonly newer: Api;
  /** The differences that conversions between the versions need a decision about. */
  readonly undecided?: readonly ProblemItem[];
}

export interface Home {
  /** `operations`: changes that several operations have in common. */
  readonly about: 'operation' | 'operations' | 'schema' | 'api';
  readonly name: string;
  /** The name of its resource group; empty for the API as a whole. */
  readonly group: string;
  /** Of an operation: `POST /pets/create`. */
  readonly address?: string;
}

/** Returns a function that finds the section of each change between two versions. */
export function homesOf({ older, newer }: VersionApis): (change: Change) => Home {
  const operations = new Map([older, newer].flatMap(everyOperation).map((operation) => [operation.id, operation]));
  const schemas = new Map([...older.schemas, ...newer.schemas].map((schema) => [schema.name, schema]));
  return ({ subject, place, operations: [id = ''] }) => {
    const operation = operations.get(id);
    if (subject === 'api') return { about: 'api', name: place, group: '' };
    const schema = subject === 'schema' || subject === 'field' ? ownerOf(place, schemas) : undefined;
    if (schema === undefined && operation !== undefined) return homeOfOperation(operation);
    // The input variant and the output variant of a schema belong together: `Mount` and `MountInput`.
    const plain = schemas.get(schema?.name.replace(/Input$/, '') ?? '') ?? schema;
    return { about: 'schema', name: plain?.name ?? place, group: plain?.group ?? 'common' };
  };
}

function homeOfOperation({ id, group, method, path }: Operation): Home {
  return { about: 'operation', name: id, group, address: `${method} ${path}` };
}

/** Returns the schema at the start of a place: the longest name, since a name may contain a dot. */
function ownerOf(place: string, schemas: ReadonlyMap<string, Schema>): Schema | undefined {
  const ends = [...place.matchAll(/[.[{]|$/g)].map(({ index }) => index);
  return ends.flatMap((end) => schemas.get(place.slice(0, end)) ?? []).at(-1);
}

/** Returns the titles of resource groups by their names, those of the newer version first. */
export function titlesOf({ older, newer }: VersionApis): ReadonlyMap<string, string> {
  const groups = [...newer.groups, ...older.groups].map(({ name, title }) => [name, title] as const);
  const shared = [
    ['common', 'Shared schemas'],
    ['', 'API'],
  ] as const;
  // The order is that of the first entry of a key, the title that of the last: the newer version wins.
  return new Map([...groups, ...shared, ...newer.groups.map(({ name, title }) => [name, title] as const)]);
}
