/** The neutral word of the specification → the product's name, everywhere: names, headers, media types, prose. */
import { isArray, isObject, objectOf, type Json, type JsonObject } from './json.js';

const neutral = 'Vendor';

/** A tree in which `Vendor`, `vendor` and `VENDOR` have become the product's name in the same letter case. */
export function withProduct(root: JsonObject, product: string): JsonObject {
  const words: readonly (readonly [string, string])[] = [
    [neutral, product],
    [neutral.toLowerCase(), product.toLowerCase()],
    [neutral.toUpperCase(), product.toUpperCase()],
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
