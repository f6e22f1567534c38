/**
 * Contradictions between a value and a schema: types, enums, constraints, formats, required properties. It is not a validator:
 * in case of doubt, a value is accepted.
 */
import { RE2JS } from 're2js';
import { equal, get, isArray, isObject, type Json, type JsonObject } from '../document/index.js';
import type { Inventory } from './inventory.js';
import type { DocumentSite } from './site.js';

/** Returns why the value contradicts the schema; undefined if it does not. */
export function contradiction(value: Json, schema: DocumentSite, inventory: Inventory): string | undefined {
  return reasonOf(value, schema, { inventory, judged: new Map(), depth: 0 }, '');
}

interface Judging {
  readonly inventory: Inventory;
  /** The schemas by which a value was judged: schemas may contain each other, and many parts one. */
  readonly judged: Map<Json, Set<JsonObject>>;
  readonly depth: number;
}

/** Of what is deeper, nothing is known. */
const deepest = 200;

function reasonOf(value: Json, schema: DocumentSite, judging: Judging, trail: string): string | undefined {
  if (judging.depth > deepest || (value === null && isNullable(schema.value))) return undefined;
  const target = judging.inventory.follow(schema);
  if (target === undefined || (value === null && isNullable(target.value))) return undefined;
  const rules = target.value;
  const before = judging.judged.get(value) ?? new Set();
  if (before.has(rules)) return undefined;
  judging.judged.set(value, before.add(rules));
  const inner = { ...judging, depth: judging.depth + 1 };
  // The other compositions need a validator.
  if (['oneOf', 'anyOf', 'not'].some((key) => get(rules, key) !== undefined)) return undefined;
  const parts = get(rules, 'allOf');
  if (isArray(parts)) {
    if (isNullable(rules)) return undefined;
    const reason = first(parts, (part) =>
      isObject(part) ? reasonOf(value, { path: target.path, value: part }, inner, trail) : undefined,
    );
    if (reason !== undefined) return reason;
  }
  const kinds = kindsOf(rules);
  if (kinds.length > 0 && !kinds.some((kind) => isKind(value, kind)))
    return `${trail}${shown(value)} is not of type ${kinds.join(' or ')}`;
  const listed = get(rules, 'enum');
  if (isArray(listed) && !listed.some((entry) => equal(entry, value)))
    return `${trail}${shown(value)} is not in the enum`;
  return boundError(value, rules, trail) ?? textError(value, rules, trail) ?? nestedError(value, target, inner, trail);
}

function boundError(value: Json, rules: JsonObject, trail: string): string | undefined {
  const size =
    typeof value === 'number' ? value : typeof value === 'string' || isArray(value) ? value.length : undefined;
  const [lower, upper] = isArray(value)
    ? ['minItems', 'maxItems']
    : typeof value === 'string'
      ? ['minLength', 'maxLength']
      : ['minimum', 'maximum'];
  const [least, most] = [get(rules, lower), get(rules, upper)];
  // Sentinels are allowed outside the bounds.
  const sentinels = get(rules, 'x-lading-sentinels');
  if (size === undefined || (isArray(sentinels) && sentinels.includes(value))) return undefined;
  if (typeof least === 'number' && size < least) return `${trail}${shown(value)} is below ${lower} ${least}`;
  return typeof most === 'number' && size > most ? `${trail}${shown(value)} is above ${upper} ${most}` : undefined;
}

const formats: Readonly<Record<string, (text: string) => boolean>> = {
  uuid: (text) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text),
  date: (text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)),
  'date-time': (text) => /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d/.test(text),
};

/** An empty text stands for none. */
function textError(value: Json, rules: JsonObject, trail: string): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  const [format, pattern] = [get(rules, 'format'), get(rules, 'pattern')];
  if (typeof format === 'string' && Object.hasOwn(formats, format) && formats[format]?.(value) === false)
    return `${trail}${shown(value)} does not have the format ${format}`;
  return typeof pattern === 'string' && expressionOf(pattern)?.matcher(value).find() === false
    ? `${trail}${shown(value)} does not match the pattern ${shown(pattern)}`
    : undefined;
}

/** Returns a pattern whose time is linear to the text; undefined for one that is not, or is long. */
function expressionOf(pattern: string): RE2JS | undefined {
  if (pattern.length > 200) return undefined;
  try {
    return RE2JS.compile(pattern);
  } catch {
    return undefined;
  }
}

function nestedError(
  value: Json,
  { path, value: rules }: DocumentSite,
  judging: Judging,
  trail: string,
): string | undefined {
  const items = get(rules, 'items');
  if (isArray(value) && isObject(items)) {
    const site = { path, value: items };
    return first(value.entries(), ([index, entry]) => reasonOf(entry, site, judging, `${trail}[${index}]: `));
  }
  if (!isObject(value)) return undefined;
  const properties = get(rules, 'properties');
  const others = get(rules, 'additionalProperties');
  const required = get(rules, 'required');
  const missing = (isArray(required) ? required : []).map(String).find((name) => {
    const rule = isObject(properties) ? get(properties, name) : undefined;
    // A property that another part declares may be one of requests or responses alone.
    const declared = isObject(rule) ? judging.inventory.follow({ path, value: rule })?.value : undefined;
    return !Object.hasOwn(value, name) && declared !== undefined && !isOneWay(rule) && !isOneWay(declared);
  });
  if (missing !== undefined) return `${trail}the property ${missing} is missing`;
  return first(Object.entries(value), ([key, entry]) => {
    const rule = (isObject(properties) ? get(properties, key) : undefined) ?? others;
    return isObject(rule) ? reasonOf(entry, { path, value: rule }, judging, `${trail}${key}: `) : undefined;
  });
}

/** Whether only requests or only responses have a property; an example may be of either. */
function isOneWay(rule: Json | undefined): boolean {
  return isObject(rule) && (get(rule, 'readOnly') === true || get(rule, 'writeOnly') === true);
}

/** Returns the first reason of entries. */
export function first<T>(entries: Iterable<T>, reason: (entry: T) => string | undefined): string | undefined {
  for (const entry of entries) {
    const found = reason(entry);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the types of a schema as an array, in every dialect. */
export function kindsOf(value: JsonObject): readonly string[] {
  const type = get(value, 'type');
  if (isArray(type)) return type.filter((kind) => typeof kind === 'string');
  return typeof type === 'string' ? [type] : [];
}

function isNullable(value: JsonObject): boolean {
  return get(value, 'nullable') === true || get(value, 'x-nullable') === true || kindsOf(value).includes('null');
}

function isKind(value: Json, kind: string): boolean {
  switch (kind) {
    case 'string':
    case 'boolean':
    case 'number':
      return typeof value === kind;
    case 'integer':
      return Number.isInteger(value);
    case 'array':
      return isArray(value);
    case 'object':
      return isObject(value);
    case 'null':
      return value === null;
    default:
      return true;
  }
}

function shown(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
