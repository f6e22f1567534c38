/** The status of a response for which the handler names none. */
import type { OperationContract } from '@lading/runtime-wire';

const statusCache = new WeakMap<OperationContract, number>();

/** Returns the first success that the operation declares. */
export function usualStatus(operation: OperationContract): number {
  let status = statusCache.get(operation);
  if (status === undefined) statusCache.set(operation, (status = firstSuccess(operation)));
  return status;
}

function firstSuccess({ responses }: OperationContract): number {
  const statuses = Object.keys(responses).map(Number);
  return statuses.find((status) => status >= 200 && status < 300) ?? statuses[0] ?? 200;
}
