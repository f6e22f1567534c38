/** Schemas in other files: where a reference leads to one, and the names that they get. */
import { get, isObject, schemaKeys, schemaMaps, segmentsOf, type Json } from '../document/index.js';
import { dirname, relative } from '../document/path.js';

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
 * Whether a place of a file is that of a schema with a name: the file itself, or an entry of a list of schemas (`#/User`,
 * `#/schemas/User`), and no part of another schema or of an operation.
 */
export function isNamedSchema(pointer: string): boolean {
  const segments = segmentsOf(pointer);
  const owners = segments.slice(0, -1);
  return segments.length < 3 && !owners.some((one) => schemaKeys.has(one) || one === 'properties' || one === 'paths');
}

/**
 * Names schemas after the end of their pointer, those that are a whole file after the file (`models/user.yaml` is
 * `User`), and several that would have one name after their paths too (`ModelsUser`), whatever refers to them first.
 *
 * @param schemas by their ID
 * @param taken the names of other schemas
 */
export function schemaNames(
  schemas: ReadonlyMap<string, { readonly file: string; readonly pointer: string }>,
  entry: string,
  taken: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const all = [...schemas].sort(([one], [other]) => (one < other ? -1 : 1));
  const short = all.map(([, { file, pointer }]) => segmentsOf(pointer).at(-1) ?? nameOf(file.split('/').at(-1) ?? ''));
  const names = new Map<string, string>();
  const used = new Set(taken);
  all.forEach(([id, { file, pointer }], index) => {
    const own = short[index] ?? '';
    const isUnique = !taken.has(own) && short.filter((one) => one === own).length === 1;
    const wanted = isUnique ? own : `${nameOf(relative(dirname(entry), file))}${pointer && nameOf(own)}`;
    let name = wanted;
    for (let number = 2; used.has(name); number += 1) name = `${wanted}${number}`;
    used.add(name);
    names.set(id, name);
  });
  return names;
}

function nameOf(path: string): string {
  const words = path.replace(/(\.schema)?\.(ya?ml|json)$/i, '').match(/[\p{L}\p{N}]+/gu) ?? ['schema'];
  return words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join('');
}
