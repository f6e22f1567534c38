/** Calls operations, and collects what differs. */
import { randomOf } from '@lading/runtime-values';
import { mirrorCall } from './mirror-operation.mjs';

/**
 * @typedef {import('@lading/runtime-wire').OperationContract} OperationContract
 * @typedef {{ readonly operation: string, readonly reason: string, readonly detail: string }} Failure
 * @typedef {{ readonly operations: number, readonly mirrored: number, readonly failures: readonly Failure[] }} MirrorResult
 */

/**
 * @param {readonly OperationContract[]} operations
 * @param {Awaited<ReturnType<typeof import('./start.mjs').start>>} started
 * @param {(operation: OperationContract, called: import('../../values/calls.mjs').ClientOperation) =>
 *   Promise<readonly import('../../values/calls.mjs').Call[]> | readonly import('../../values/calls.mjs').Call[]} callsOf
 * @returns {Promise<MirrorResult>}
 */
export async function mirrorAll(operations, { ends, methods, errors }, callsOf) {
  /** @type {Failure[]} */
  const failures = [];
  for (const operation of operations) {
    const failure = await mirrored(operation);
    if (failure !== undefined) failures.push({ operation: `${operation.method} ${operation.path}`, ...failure });
  }
  return { operations: operations.length, mirrored: operations.length - failures.length, failures };

  /** @param {OperationContract} operation */
  async function mirrored(operation) {
    const called = methods.get(operation.id);
    if (called === undefined) return { reason: 'the client has no method', detail: operation.id };
    try {
      for (const call of await callsOf(operation, called.operation)) {
        errors.length = 0;
        const difference = await mirrorCall(operation, call, ends);
        if (difference === undefined) continue;
        const [cause] = errors;
        return cause === undefined
          ? difference
          : { ...difference, detail: `${difference.detail}; the server: ${String(cause).slice(0, 300)}` };
      }
      return undefined;
    } catch (error) {
      const detail = error instanceof Error ? (error.stack ?? '').slice(0, 400) : String(error);
      return { reason: 'the check fails', detail };
    }
  }
}

/** Draws operations, if there are too many. @template T @param {readonly T[]} all @param {number} seed @param {number} most @returns {T[]} */
export function drawn(all, seed, most) {
  const random = randomOf(seed, 'operations');
  const left = [...all];
  while (left.length > most) left.splice(random.below(left.length), 1);
  return left;
}
