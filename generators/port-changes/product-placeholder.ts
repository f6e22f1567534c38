/** Replaces the name of the product by the product placeholder, as the specification writes it. */
import { isArray, isObject, objectOf, type Json, type JsonObject } from '../document/index.js';

/** The reverse of `withProduct`. */
export function withProductPlaceholder(root: JsonObject, product: string): JsonObject {
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
