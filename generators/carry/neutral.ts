/** The product's name → the neutral word, so that a published document names things as the specification does. */
import { isArray, isObject, objectOf, type Json, type JsonObject } from '../document/index.js';

/** The reverse of spelling a document with the product's name. */
export function withoutProduct(root: JsonObject, product: string): JsonObject {
  const words = [
    [product, 'Vendor'],
    [product.toLowerCase(), 'vendor'],
    [product.toUpperCase(), 'VENDOR'],
  ] as const;
  const spell = (text: string) => words.reduce((result, [from, to]) => result.replaceAll(from, to), text);
  const walk = (value: Json): Json => {
    if (typeof value === 'string') return spell(value);
    if (isArray(value)) return value.map(walk);
    return isObject(value) ? object(value) : value;
  };
  const object = (value: JsonObject): JsonObject =>
    objectOf(Object.entries(value).map(([key, inner]) => [spell(key), walk(inner)]));
  return object(root);
}
