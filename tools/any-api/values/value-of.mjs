/** Values that fit the types of the IR: the same ones on every run. */

/**
 * @typedef {Readonly<Record<string, any>>} Type a type of the IR, as `lading ir` prints it
 * @typedef {{ readonly schemas: ReadonlyMap<string, Type>, readonly fit: (pattern: string) => string,
 *   readonly bytes: () => unknown }} Types `fit` returns a string that a regular expression matches
 */

/** Optional properties below this depth are left out, so that recursive types end. */
const DEEPEST_OPTION = 3;
const DEEPEST = 12;

/** @param {Type} type @param {Types} types @param {number} [depth] @returns {unknown} */
export function valueOf(type, types, depth = 0) {
  if (depth > DEEPEST) return null;
  switch (type['kind']) {
    case 'string':
      return stringOf(type, types);
    case 'integer':
    case 'number':
      return numberOf(type);
    case 'boolean':
      return true;
    case 'enum':
      return type['values'][0]?.value;
    case 'array':
      return arrayOf(type, types, depth);
    case 'map':
      return Object.fromEntries(
        Array.from({ length: Math.max(1, type['minProperties'] ?? 0) }, (_, index) => [
          `key${index + 1}`,
          valueOf(type['values'], types, depth + 1),
        ]),
      );
    case 'record':
      return recordOf(type, types, depth);
    case 'reference':
      return valueOf(schemaOf(type['name'], types), types, depth + 1);
    case 'union':
      return valueOf(type['options'][0], types, depth + 1);
    case 'intersection':
      return combined(type['parts'].map((/** @type {Type} */ part) => valueOf(part, types, depth)));
    case 'bytes':
      return types.bytes();
    default:
      return 'any';
  }
}

/** @param {string} name @param {Types} types @returns {Type} */
function schemaOf(name, { schemas }) {
  return schemas.get(name) ?? { kind: 'any' };
}

/** @param {Type} type @param {Types} types @param {number} depth */
function arrayOf({ prefixItems = [], items, minItems = 0, uniqueItems }, types, depth) {
  const first = prefixItems.map((/** @type {Type} */ item) => valueOf(item, types, depth + 1));
  const wanted = Math.max(minItems, prefixItems.length > 0 || depth > DEEPEST_OPTION ? 0 : 1);
  const rest = Array.from({ length: Math.max(0, wanted - first.length) }, (_, index) => {
    const values = items['kind'] === 'enum' ? items['values'] : [];
    if (uniqueItems !== true || index === 0) return valueOf(items, types, depth + 1);
    return values[index]?.value ?? distinct(valueOf(items, types, depth + 1), index);
  });
  return [...first, ...rest];
}

/** @param {unknown} value @param {number} index */
function distinct(value, index) {
  if (typeof value === 'number') return value + index;
  return typeof value === 'string' ? `${value}${index}` : value;
}

/** @param {Type} type @param {Types} types @param {number} depth */
function recordOf({ bases, fields, discriminator }, types, depth) {
  const inherited = bases.map((/** @type {string} */ name) => valueOf(schemaOf(name, types), types, depth + 1));
  const own = fields
    .filter((/** @type {Type} */ field) => field['readOnly'] !== true && field['type'].kind !== 'never')
    .filter((/** @type {Type} */ field) => field['required'] === true || depth < DEEPEST_OPTION)
    .map((/** @type {Type} */ field) => [field['name'], valueOf(field['type'], types, depth + 1)]);
  const value = combined([...inherited, Object.fromEntries(own)]);
  const [first] = discriminator?.mapping ?? [];
  return first === undefined || typeof value !== 'object' ? value : { ...value, [discriminator.property]: first.value };
}

/** @param {readonly unknown[]} values */
function combined(values) {
  const objects = values.filter((value) => typeof value === 'object' && value !== null);
  return objects.length === 0 ? values.at(-1) : Object.assign({}, ...objects);
}

/** @type {Readonly<Record<string, string>>} */
const formats = {
  'date-time': '2026-01-02T03:04:05Z',
  date: '2026-01-02',
  time: '03:04:05Z',
  duration: 'P1D',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
  uri: 'https://example.com/a',
  url: 'https://example.com/a',
  'uri-reference': '/a',
  email: 'a@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  byte: 'Ynl0ZXM=',
  'json-pointer': '/a',
  regex: 'a',
};

/** @param {Type} type @param {Types} types */
function stringOf({ format, pattern, minLength = 0, maxLength = Infinity }, { fit }) {
  if (pattern !== undefined) return fit(pattern);
  const value = formats[format] ?? 'text';
  return value.padEnd(minLength, 'x').slice(0, Math.max(maxLength, 0));
}

/** @param {Type} type */
function numberOf({ kind, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }) {
  const step = multipleOf ?? (kind === 'integer' ? 1 : 0.5);
  const least = Math.max(minimum ?? -Infinity, exclusiveMinimum === undefined ? -Infinity : exclusiveMinimum + step);
  const most = Math.min(maximum ?? Infinity, exclusiveMaximum === undefined ? Infinity : exclusiveMaximum - step);
  const wanted = Math.min(Math.max(step, least), most);
  return multipleOf === undefined ? wanted : Math.ceil(wanted / multipleOf) * multipleOf;
}
