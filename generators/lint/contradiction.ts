/**
 * Contradictions between a value and a schema: types, enums and constraints. It is not a validator: in case of doubt, a
 * value is accepted.
 */
import { equal, get, isArray, isObject, type Json, type JsonObject } from '../document/index.js';
import type { Inventory } from './inventory.js';
import type { DocumentSite } from './site.js';

/** Returns why the value contradicts the schema; undefined if it does not. */
export function contradiction(value: Json, schema: DocumentSite, inventory: Inventory): string | undefined {
  return reasonOf(value, schema, inventory, '');
}

function reasonOf(value: Json, schema: DocumentSite, inventory: Inventory, trail: string): string | undefined {
  if (value === null && isNullable(schema.value)) return undefined;
  const target = inventory.follow(schema);
  if (target === undefined || (value === null && isNullable(target.value))) return undefined;
  const rules = target.value;
  // Compositions need a validator.
  if (['allOf', 'oneOf', 'anyOf', 'not'].some((key) => get(rules, key) !== undefined)) return undefined;
  const kinds = kindsOf(rules);
  if (kinds.length > 0 && !kinds.some((kind) => isKind(value, kind)))
    return `${trail}${shown(value)} is not of type ${kinds.join(' or ')}`;
  const listed = get(rules, 'enum');
  if (isArray(listed) && !listed.some((entry) => equal(entry, value)))
    return `${trail}${shown(value)} is not in the enum`;
  return boundError(value, rules, trail) ?? nestedError(value, target, inventory, trail);
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

function nestedError(
  value: Json,
  { path, value: rules }: DocumentSite,
  inventory: Inventory,
  trail: string,
): string | undefined {
  const items = get(rules, 'items');
  if (isArray(value) && isObject(items)) {
    const site = { path, value: items };
    return first(value.entries(), ([index, entry]) => reasonOf(entry, site, inventory, `${trail}[${index}]: `));
  }
  if (!isObject(value)) return undefined;
  const properties = get(rules, 'properties');
  const others = get(rules, 'additionalProperties');
  return first(Object.entries(value), ([key, entry]) => {
    const rule = (isObject(properties) ? get(properties, key) : undefined) ?? others;
    return isObject(rule) ? reasonOf(entry, { path, value: rule }, inventory, `${trail}${key}: `) : undefined;
  });
}

function first<T>(entries: Iterable<T>, reason: (entry: T) => string | undefined): string | undefined {
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
