// Collects what recorded bodies show of a document's schemas: which properties are always present, null, outside their enum or not
// documented.

import type { Exchange } from '../recorder/exchange.js';
import { isObject, list, object, partsOf, resolve, valueAt, type Document, type JsonObject } from './document.js';
import { matcher, queryOf } from './match.js';
import { spelled } from './spelling.js';

interface Property {
  present: number;
  nulls: number;
  readonly types: Set<string>;
  readonly documented: boolean;
  readonly required: boolean;
  /** How often each value came that is not in the enum. */
  readonly outside: Map<string, number>;
  /** Up to three values, as JSON. */
  readonly examples: Set<string>;
  /** How often the property was present, by engine and operation. */
  readonly seen: Map<string, number>;
}

export interface Position {
  count: number;
  /** How often the object came, by engine and operation. */
  readonly seen: Map<string, number>;
  readonly properties: Map<string, Property>;
}

export interface Observed {
  readonly responses: Map<string, Position>;
  readonly requests: Map<string, Position>;
  /** Query parameters that are not documented, by operation. */
  readonly parameters: Map<string, Set<string>>;
}

export function observe(document: Document, exchanges: readonly Exchange[]): Observed {
  const match = matcher(document);
  const observed: Observed = { responses: new Map(), requests: new Map(), parameters: new Map() };
  for (const exchange of exchanges) {
    const operation = exchange.version === document.version ? match(exchange) : undefined;
    if (!operation) continue;
    const { request, response } = exchange;
    const source = `${exchange.engine} ${operation.id}`;
    const schema = operation.responses.get(String(response.status)) ?? operation.responses.get('default');
    if (schema) {
      const walk = walker(document.root, observed.responses, source);
      const values = response.items ?? (response.body === undefined ? [] : [response.body]);
      for (const value of values) walk({ $ref: `#${schema.pointer}` }, schema.pointer, value);
    }
    if (response.status >= 400) continue;
    if (operation.request && request.body !== undefined) {
      const { pointer } = operation.request;
      const body = spelled(document.root, valueAt(document.root, pointer), request.body);
      walker(document.root, observed.requests, source)({ $ref: `#${pointer}` }, pointer, body);
    }
    for (const name of queryOf(exchange).keys()) {
      if (operation.query.has(name)) continue;
      observed.parameters.set(
        operation.id,
        (observed.parameters.get(operation.id) ?? new Set()).add(`${name} (${exchange.client})`),
      );
    }
  }
  return observed;
}

type Walk = (schema: unknown, at: string, value: unknown) => void;

function walker(root: JsonObject, positions: Map<string, Position>, source: string): Walk {
  const walk: Walk = (schema, at, value) => {
    const flattened = flat(root, schema, at);
    if (Array.isArray(value)) {
      for (const item of value) walk(flattened.items, `${flattened.at}/items`, item);
      return;
    }
    if (!isObject(value)) return;
    // A map has no named properties: all its values have one schema.
    if (flattened.rest !== undefined && flattened.properties.size === 0) {
      for (const member of Object.values(value)) walk(flattened.rest, `${flattened.at}/additionalProperties`, member);
      return;
    }
    const position = positions.get(flattened.at) ?? {
      count: 0,
      seen: new Map<string, number>(),
      properties: new Map<string, Property>(),
    };
    positions.set(flattened.at, position);
    position.count += 1;
    increase(position.seen, source);
    for (const [name, member] of Object.entries(value)) {
      const documentedSchema = flattened.properties.get(name);
      const property =
        position.properties.get(name) ?? emptyProperty(documentedSchema !== undefined, flattened.required.has(name));
      position.properties.set(name, property);
      record(property, member, source, documentedSchema === undefined ? undefined : enumOf(root, documentedSchema));
      if (documentedSchema !== undefined) walk(documentedSchema, `${flattened.at}/properties/${name}`, member);
    }
    for (const name of flattened.properties.keys()) {
      if (!position.properties.has(name))
        position.properties.set(name, emptyProperty(true, flattened.required.has(name)));
    }
  };
  return walk;
}

function emptyProperty(documented: boolean, required: boolean): Property {
  return {
    present: 0,
    nulls: 0,
    types: new Set(),
    documented,
    required,
    outside: new Map(),
    examples: new Set(),
    seen: new Map(),
  };
}

function record(property: Property, value: unknown, source: string, values: readonly unknown[] | undefined): void {
  property.present += 1;
  increase(property.seen, source);
  if (value === null) property.nulls += 1;
  property.types.add(typeOf(value));
  if (values && !values.includes(value) && value !== null) increase(property.outside, JSON.stringify(value));
  if (property.examples.size < 3) property.examples.add(JSON.stringify(value).slice(0, 80));
}

function increase(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' ? (Number.isInteger(value) ? 'integer' : 'number') : typeof value;
}

const enumOf = (root: JsonObject, schema: unknown): readonly unknown[] | undefined =>
  partsOf(root, schema)
    .map((part) => part['enum'])
    .find((values) => Array.isArray(values));

interface FlatSchema {
  readonly at: string;
  readonly properties: ReadonlyMap<string, unknown>;
  readonly required: ReadonlySet<string>;
  readonly items: unknown;
  readonly rest: unknown;
}

/** Merges a schema with its `allOf`, `anyOf` and `oneOf`. If it has a single alternative that is a reference, `at` is the target's pointer. */
function flat(root: JsonObject, schema: unknown, at: string): FlatSchema {
  const parts = partsOf(root, schema);
  return {
    at: placeOf(root, schema, at),
    properties: new Map(parts.flatMap((part) => Object.entries(object(part['properties'])))),
    required: new Set(parts.flatMap((part) => list(part['required']).map(String))),
    items: parts.find((part) => part['items'] !== undefined)?.['items'],
    rest: parts.map((part) => part['additionalProperties']).find(isObject),
  };
}

function placeOf(root: JsonObject, schema: unknown, at: string): string {
  const { value, at: place } = resolve(root, schema, at);
  const [only, ...others] = ['anyOf', 'oneOf'].flatMap((word) =>
    list(value[word]).filter((one) => object(one)['type'] !== 'null'),
  );
  return only === undefined || others.length > 0 ? place : placeOf(root, only, place);
}
