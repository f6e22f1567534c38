/** Empty example values. */
import { isObject, type Json } from '../../../emitter/index.js';

/** Returns true for `null`, the empty string, the empty array and the empty object. */
export function isEmpty(value: Json): boolean {
  return (
    value === null ||
    value === '' ||
    (Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0)
  );
}
