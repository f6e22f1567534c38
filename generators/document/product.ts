/** Replaces the product placeholder of a specification by the name of the product: in names, headers, media types and prose. */
import { isArray, isObject, objectOf, type Json, type JsonObject } from './json.js';

export const placeholder = 'Vendor';

/**
 * Returns the tree with the name of the product for `Vendor`, `vendor` and `VENDOR`, in the same letter case. Parts without
 * the placeholder are the same objects as before.
 *
 * @param renamed the results for parts of other trees, so that what several versions share remains shared
 */
export function withProduct(root: JsonObject, product: string, renamed = new Map<Json, Json>()): JsonObject {
  const words: readonly (readonly [string, string])[] = [
    [placeholder, product],
    [placeholder.toLowerCase(), product.toLowerCase()],
    [placeholder.toUpperCase(), product.toUpperCase()],
  ];
  // Few strings contain the placeholder.
  const spell = (text: string) =>
    /vendor/i.test(text) ? words.reduce((result, [from, to]) => result.replaceAll(from, to), text) : text;
  const walk = <T extends Json>(value: T): T => {
    if (typeof value === 'string') return spell(value) as T;
    if (!isArray(value) && !isObject(value)) return value;
    const walkedBefore = renamed.get(value) as T | undefined;
    if (walkedBefore !== undefined) return walkedBefore;
    const result = (isArray(value) ? walkArray(value) : walkObject(value)) as T;
    renamed.set(value, result);
    return result;
  };
  const walkArray = (items: readonly Json[]): readonly Json[] => {
    const walked = items.map(walk);
    return walked.every((item, index) => item === items[index]) ? items : walked;
  };
  const walkObject = (object: JsonObject): JsonObject => {
    const entries = Object.entries(object);
    const walked = entries.map(([key, value]) => [spell(key), walk(value)] as const);
    const isSame = walked.every(([key, value], index) => key === entries[index]?.[0] && value === entries[index][1]);
    return isSame ? object : objectOf(walked);
  };
  return walk(root);
}
