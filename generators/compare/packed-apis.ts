/** The APIs of all versions as compact data, from which a page of the reference compares any two of them. */
import type { Api, Operation, Schema } from '../ir/index.js';

/** Operations and schemas that several versions share are stored once. Nothing that only people read is in it. */
export interface PackedApis {
  /** Each different operation and schema of all versions. */
  readonly values: readonly (Operation | Schema)[];
  /** The versions, from the oldest to the newest. */
  readonly apis: readonly PackedApi[];
}

interface PackedApi extends Omit<Api, 'operations' | 'webhooks' | 'schemas'> {
  /** Indices of the values. */
  readonly operations: readonly number[];
  readonly webhooks: readonly number[];
  readonly schemas: readonly number[];
}

/** @param apis from the oldest to the newest */
export function packApis(apis: readonly Api[]): PackedApis {
  const indices = new Map<string, number>();
  const indexOf = (value: Operation | Schema): number => {
    const text = JSON.stringify(withoutProse(value));
    const index = indices.get(text) ?? indices.size;
    indices.set(text, index);
    return index;
  };
  const packed = apis.map(({ operations, webhooks, schemas, groups, ...api }) => ({
    ...(withoutProse(api) as Omit<Api, 'operations' | 'webhooks' | 'schemas' | 'groups'>),
    title: api.title,
    groups: groups.map(({ name, title }) => ({ name, title })),
    operations: operations.map(indexOf),
    webhooks: webhooks.map(indexOf),
    schemas: schemas.map(indexOf),
  }));
  return { values: [...indices.keys()].map((text) => JSON.parse(text) as Operation | Schema), apis: packed };
}

/** Returns the API of a version, which compares as the one that was packed. */
export function unpackApi({ values, apis }: PackedApis, version: string): Api {
  const packed = apis.find((api) => api.version === version);
  if (packed === undefined) throw new RangeError(`There is no version ${version}`);
  const valuesAt = <T extends Operation | Schema>(indices: readonly number[]) => indices.map((at) => values[at] as T);
  return {
    ...packed,
    operations: valuesAt<Operation>(packed.operations),
    webhooks: valuesAt<Operation>(packed.webhooks),
    schemas: valuesAt<Schema>(packed.schemas),
  };
}

/** The properties of the IR that are never compared. */
const prose = new Set([
  'title',
  'description',
  'summary',
  'example',
  'examples',
  'exampleOrder',
  'exampleKey',
  'extensions',
  'externalDocs',
  'since',
  'until',
  'use',
  'tags',
  'license',
  'contact',
  'termsOfService',
]);
/** Those whose values are JSON of the document, in which any key may occur. */
const opaque = new Set(['default', 'value', 'links']);

/** Returns a part of the IR without what only people read. The sentence of a rule remains: a report quotes it. */
function withoutProse(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withoutProse);
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).flatMap(([key, value]) =>
      prose.has(key) ? [] : [[key, opaque.has(key) ? value : withoutProse(value)]],
    ),
  );
}
