/** Schemas that are whole files: where a reference leads to one, and the names that they get. */
import { get, isObject, type Json } from '../document/index.js';
import { dirname, relative } from '../document/path.js';

const schemaKeys: ReadonlySet<string> = new Set([
  ...[
    'schema',
    'itemSchema',
    'contentSchema',
    'items',
    'additionalItems',
    'unevaluatedItems',
    'prefixItems',
    'contains',
  ],
  ...['additionalProperties', 'unevaluatedProperties', 'propertyNames'],
  ...['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'],
]);
const schemaMaps: ReadonlySet<string> = new Set([
  ...['properties', 'patternProperties', 'dependentSchemas', 'schemas', 'definitions', '$defs'],
]);

/**
 * Whether a reference stands where a schema must be.
 *
 * @param key that of the reference, or of the array that contains it
 * @param owner the key of the object around it
 * @param target what it refers to: names of parameters may be those of keywords
 */
export function isSchemaPlace(key: string, owner: string, target: Json): boolean {
  if (!isObject(target) || (get(target, 'in') !== undefined && typeof get(target, 'name') === 'string')) return false;
  return schemaMaps.has(owner) || schemaKeys.has(key);
}

/**
 * Names files after themselves (`models/user.yaml` is `User`), and files of one name after their paths (`ModelsUser`),
 * whatever refers to them first.
 *
 * @param taken the names of other schemas
 */
export function schemaNames(
  files: Iterable<string>,
  entry: string,
  taken: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const all = [...files].sort();
  const short = all.map((file) => nameOf(file.split('/').at(-1) ?? ''));
  const names = new Map<string, string>();
  const used = new Set(taken);
  all.forEach((file, index) => {
    const own = short[index] ?? '';
    const isUnique = !taken.has(own) && short.filter((one) => one === own).length === 1;
    const wanted = isUnique ? own : nameOf(relative(dirname(entry), file));
    let name = wanted;
    for (let number = 2; used.has(name); number += 1) name = `${wanted}${number}`;
    used.add(name);
    names.set(file, name);
  });
  return names;
}

function nameOf(path: string): string {
  const words = path.replace(/(\.schema)?\.(ya?ml|json)$/i, '').match(/[\p{L}\p{N}]+/gu) ?? ['schema'];
  return words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join('');
}
