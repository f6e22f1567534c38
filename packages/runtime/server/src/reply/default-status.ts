/** The default status of responses. */
import type { OperationContract } from '@lading/runtime-wire';

const statusCache = new WeakMap<OperationContract, number>();

/** Returns the first success status of an operation's contract. */
export function defaultStatus(operation: OperationContract): number {
  let status = statusCache.get(operation);
  if (status === undefined) statusCache.set(operation, (status = firstSuccess(operation)));
  return status;
}

function firstSuccess({ responses }: OperationContract): number {
  const statuses = Object.keys(responses).map(Number);
  return statuses.find((status) => status >= 200 && status < 300) ?? statuses[0] ?? 200;
}
