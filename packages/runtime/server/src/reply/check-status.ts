/** The check of a status that a handler returned. */
import type { OperationContract } from '@lading/runtime-wire';

/** Checks a status. @throws RangeError if it is not a status of HTTP, which would end the process when it is sent */
export function checkStatus(status: number, { id }: OperationContract): number {
  if (Number.isInteger(status) && status >= 100 && status <= 999) return status;
  throw new RangeError(`${id} returned the status ${status}, which HTTP does not have`);
}
