/** How the pages of an operation follow each other. */
import type { Schema } from './schema.js';
import type { Type } from './type.js';

export const paginationKinds = ['link', 'cursor', 'offset', 'page'] as const;
export type PaginationKind = (typeof paginationKinds)[number];

/**
 * The pages of an operation: `link` follows the header `Link`; `cursor` a value of the body, which the parameter takes, or the
 * URL of the next page if there is no parameter; `offset` counts the items to skip, and `page` the pages.
 */
export interface Pagination {
  readonly kind: PaginationKind;
  /** The JSON pointer of the items in the body; absent if the body is the array of items. */
  readonly items?: string;
  /** The query parameter that takes the cursor, the offset or the number of the page. */
  readonly parameter?: string;
  /** The JSON pointer of the cursor in the body. */
  readonly next?: string;
  /** The number of the first page, if it is not 0 for offsets and 1 for pages. */
  readonly first?: number;
}

/** Schemas, of which only the types matter. */
export type NamedTypes = readonly Pick<Schema, 'name' | 'type'>[];

/** Returns the type of the value at a JSON pointer; undefined if the type has no such property. */
export function typeAt(type: Type, pointer: string, schemas: NamedTypes): Type | undefined {
  const names = pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
  return names.reduce<Type | undefined>(
    (inner, name) => inner && propertyType(inner, name, schemas),
    resolved(type, schemas),
  );
}

/** Returns the type of the items of a page; undefined if the value at the pointer is not an array. */
export function pageItemType(body: Type, { items = '' }: Pagination, schemas: NamedTypes): Type | undefined {
  const type = typeAt(body, items, schemas);
  return type?.kind === 'array' ? type.items : undefined;
}

/** Returns the properties of an object that are arrays, by name. */
export function arrayProperties(type: Type, schemas: NamedTypes): readonly string[] {
  const target = resolved(type, schemas);
  if (target?.kind !== 'record') return [];
  return target.fields.filter((field) => resolved(field.type, schemas)?.kind === 'array').map(({ name }) => name);
}

function propertyType(type: Type, name: string, schemas: NamedTypes): Type | undefined {
  if (type.kind === 'intersection') {
    return type.parts
      .map((part) => resolved(part, schemas))
      .map((part) => part && propertyType(part, name, schemas))
      .find((found) => found !== undefined);
  }
  if (type.kind === 'map') return resolved(type.values, schemas);
  if (type.kind !== 'record') return undefined;
  const field = type.fields.find((candidate) => candidate.name === name);
  if (field !== undefined) return resolved(field.type, schemas);
  return type.bases
    .map((base) => resolved({ kind: 'reference', name: base }, schemas))
    .map((base) => base && propertyType(base, name, schemas))
    .find((found) => found !== undefined);
}

/** Follows references, which a document that was read does not have in a circle. */
function resolved(type: Type, schemas: NamedTypes): Type | undefined {
  if (type.kind !== 'reference') return type;
  const target = schemas.find(({ name }) => name === type.name)?.type;
  return target && resolved(target, schemas);
}
