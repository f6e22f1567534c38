// Collects what recorded bodies show of a document's schemas beyond `check`: which properties are always present, of which types they
// are, and what is not documented.

import type { Exchange } from '../recorder/exchange.js';
import {
  isObject,
  list,
  matcher,
  object,
  partsOf,
  resolve,
  spelled,
  valueAt,
  type Document,
  type JsonObject,
} from './document.js';

interface Property {
  present: number;
  readonly types: Set<string>;
  readonly documented: boolean;
  readonly required: boolean;
  /** Up to three values, as JSON. */
  readonly examples: Set<string>;
}

/** The objects of one schema. */
export interface Position {
  count: number;
  readonly properties: Map<string, Property>;
}

export interface Observed {
  readonly responses: Map<string, Position>;
  readonly requests: Map<string, Position>;
  /** Query parameters that are not documented, by operation. */
  readonly parameters: Map<string, Set<string>>;
}

export function observe(document: Document, exchanges: readonly Exchange[]): Observed {
  const { root } = document;
  const match = matcher(document);
  const observed: Observed = { responses: new Map(), requests: new Map(), parameters: new Map() };
  for (const exchange of exchanges) {
    const operation = exchange.version === document.version ? match(exchange) : undefined;
    if (!operation) continue;
    const { path, request, response } = exchange;
    const schema = operation.responses.get(String(response.status)) ?? operation.responses.get('default');
    const values = response.items ?? (response.body === undefined ? [] : [response.body]);
    if (schema)
      for (const value of values) walk(root, observed.responses, { $ref: `#${schema.pointer}` }, schema.pointer, value);
    if (response.status >= 400) continue;
    if (operation.request && request.body !== undefined) {
      const { pointer } = operation.request;
      const body = spelled(root, valueAt(root, pointer), request.body);
      walk(root, observed.requests, { $ref: `#${pointer}` }, pointer, body);
    }
    for (const name of new URLSearchParams(path.replace(/^[^?]*\??/, '')).keys()) {
      if (operation.query.has(name)) continue;
      const names = observed.parameters.get(operation.id) ?? new Set();
      observed.parameters.set(operation.id, names.add(`${name} (${exchange.client})`));
    }
  }
  return observed;
}

function walk(root: JsonObject, positions: Map<string, Position>, schema: unknown, at: string, value: unknown): void {
  const place = placeOf(root, schema, at);
  const parts = partsOf(root, schema);
  if (Array.isArray(value)) {
    const items = parts.find((part) => part['items'] !== undefined)?.['items'];
    for (const item of value) walk(root, positions, items, `${place}/items`, item);
    return;
  }
  if (!isObject(value)) return;
  const documented = new Map(parts.flatMap((part) => Object.entries(object(part['properties']))));
  const rest = parts.map((part) => part['additionalProperties']).find(isObject);
  // A map has no named properties: all its values have one schema.
  if (rest !== undefined && documented.size === 0) {
    for (const member of Object.values(value)) walk(root, positions, rest, `${place}/additionalProperties`, member);
    return;
  }
  const position = positions.get(place) ?? { count: 0, properties: new Map<string, Property>() };
  positions.set(place, position);
  position.count += 1;
  const required = new Set(parts.flatMap((part) => list(part['required'])));
  for (const name of new Set([...Object.keys(value), ...documented.keys()])) {
    const property = propertyOf(position, name, documented.has(name), required.has(name));
    if (!Object.hasOwn(value, name)) continue;
    const member = value[name];
    property.present += 1;
    property.types.add(typeOf(member));
    if (property.examples.size < 3) property.examples.add(JSON.stringify(member).slice(0, 80));
    if (documented.has(name)) walk(root, positions, documented.get(name), `${place}/properties/${name}`, member);
  }
}

export function propertyOf({ properties }: Position, name: string, documented = true, required = false): Property {
  const none: Property = { present: 0, types: new Set(), documented, required, examples: new Set() };
  const property = properties.get(name) ?? none;
  properties.set(name, property);
  return property;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' ? (Number.isInteger(value) ? 'integer' : 'number') : typeof value;
}

/** The pointer of a schema; of one with a single alternative beside null, that of the alternative. */
function placeOf(root: JsonObject, schema: unknown, at: string): string {
  const { value, at: place } = resolve(root, schema, at);
  const [only, ...others] = ['anyOf', 'oneOf'].flatMap((word) =>
    list(value[word]).filter((one) => object(one)['type'] !== 'null'),
  );
  return only === undefined || others.length > 0 ? place : placeOf(root, only, place);
}

/** What the bodies show: properties that might be required, and those that are not documented. */
export function printObserved({ responses, requests, parameters }: Observed): string {
  const lines = (positions: ReadonlyMap<string, Position>, mayRequire: boolean): readonly string[] =>
    [...positions].sort().flatMap(([at, { count, properties }]) =>
      [...properties].flatMap(([name, { present, documented, required, types, examples }]) => {
        const about = `${at} ${name}, ${present} of ${count}`;
        if (!documented)
          return [`  not documented: ${about}, ${[...types].join('|')}, such as ${[...examples].join(', ')}`];
        return mayRequire && !required && present === count ? [`  always present: ${about}`] : [];
      }),
    );
  return [
    'Responses',
    ...lines(responses, true),
    'Requests',
    ...lines(requests, false),
    'Query parameters that are not documented',
    ...[...parameters].map(([operation, names]) => `  ${operation}: ${[...names].sort().join(', ')}`),
  ].join('\n');
}
