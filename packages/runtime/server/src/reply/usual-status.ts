/** The status of a response for which the handler names none. */
import type { Operation } from '../contract/index.js';

const statusCache = new WeakMap<Operation, number>();

/** Returns the first success that the operation declares. */
export function usualStatus(operation: Operation): number {
  let status = statusCache.get(operation);
  if (status === undefined) statusCache.set(operation, (status = firstSuccess(operation)));
  return status;
}

function firstSuccess({ answers }: Operation): number {
  const statuses = Object.keys(answers).map(Number);
  return statuses.find((status) => status >= 200 && status < 300) ?? statuses[0] ?? 200;
}
