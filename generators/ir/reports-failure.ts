/** Whether an item of a stream may be the failure of the whole. */
import type { Api } from './api.js';
import type { Type } from './type.js';

/** A build or a pull tells in its stream that it failed: an item of it has `error` or `errorDetail`. */
export function reportsFailure(type: Type, api: Api, depth = 0): boolean {
  if (depth > 20) return false;
  if (type.kind === 'reference') {
    const schema = api.schemas.find(({ name }) => name === type.name);
    return schema !== undefined && reportsFailure(schema.type, api, depth + 1);
  }
  if (type.kind !== 'record') return false;
  return (
    type.fields.some(({ name }) => name === 'error' || name === 'errorDetail') ||
    type.bases.some((name) => reportsFailure({ kind: 'reference', name }, api, depth + 1))
  );
}
