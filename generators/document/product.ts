/** Replaces the product placeholder of a specification by the name of the product: in names, headers, media types and prose. */
import { isArray, isObject, objectOf, type Json, type JsonObject } from './json.js';

const placeholder = 'Vendor';

/** Returns the tree with the name of the product for `Vendor`, `vendor` and `VENDOR`, in the same letter case. */
export function withProduct(root: JsonObject, product: string): JsonObject {
  const words: readonly (readonly [string, string])[] = [
    [placeholder, product],
    [placeholder.toLowerCase(), product.toLowerCase()],
    [placeholder.toUpperCase(), product.toUpperCase()],
  ];
  const spell = (text: string) => words.reduce((result, [from, to]) => result.replaceAll(from, to), text);
  const walk = (value: Json): Json => {
    if (typeof value === 'string') return spell(value);
    if (isArray(value)) return value.map(walk);
    return isObject(value) ? walkObject(value) : value;
  };
  const walkObject = (object: JsonObject): JsonObject =>
    objectOf(Object.entries(object).map(([key, value]) => [spell(key), walk(value)]));
  return walkObject(root);
}
