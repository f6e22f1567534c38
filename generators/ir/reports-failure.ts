/** Recognizes streams whose items may report a failure. */
import type { Api } from './api.js';
import { schemaNamed } from './schema-named.js';
import type { Type } from './type.js';

/** Whether an item of the type may report that the operation failed, as in the stream of a build: by `error` or `errorDetail`. */
export function reportsFailure(type: Type, api: Api, depth = 0): boolean {
  if (depth > 20) return false;
  if (type.kind === 'reference') {
    const schema = schemaNamed(api, type.name);
    return schema !== undefined && reportsFailure(schema.type, api, depth + 1);
  }
  if (type.kind !== 'record') return false;
  return (
    type.fields.some(({ name }) => name === 'error' || name === 'errorDetail') ||
    type.bases.some((name) => reportsFailure({ kind: 'reference', name }, api, depth + 1))
  );
}
