/** Checks operations, and collects what is wrong. */
import { readFileSync } from 'node:fs';
import { randomOf } from '@lading/runtime-values';
import { parse } from 'yaml';

/**
 * @typedef {import('@lading/runtime-wire').OperationContract} OperationContract
 * @typedef {{ reason: string, detail: string }} Difference
 * @typedef {{ operations: number, mirrored: number, failures: readonly (Difference & { operation: string })[] }} MirrorResult
 * @typedef {{ seed: number, operations?: number }} MirrorOptions `operations`: the most operations of a document, which the seed draws; all by default
 */

/** @param {readonly OperationContract[]} operations @param {(operation: OperationContract) => Promise<Difference | undefined>} check @returns {Promise<MirrorResult>} */
export async function checkAll(operations, check) {
  const failures = [];
  for (const operation of operations) {
    const failure = await check(operation).catch((error) => {
      const detail = error instanceof Error ? `${error.stack} ${error.cause ?? ''}`.slice(0, 400) : String(error);
      return { reason: 'the check fails', detail };
    });
    if (failure !== undefined) failures.push({ operation: `${operation.method} ${operation.path}`, ...failure });
  }
  return { operations: operations.length, mirrored: operations.length - failures.length, failures };
}

/** Draws operations, if there are too many. @template T @param {readonly T[]} all @param {MirrorOptions} options @returns {T[]} */
export function drawn(all, { seed, operations: most }) {
  const random = randomOf(seed, 'operations');
  const left = [...all];
  while (left.length > (most ?? Infinity)) left.splice(random.below(left.length), 1);
  return left;
}

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']);

/** The result of a document without packages: every operation is missed. @param {string} path @param {string} detail @param {MirrorOptions} options @returns {MirrorResult} */
export function missed(path, detail, { operations: most = Infinity }) {
  const { paths = {} } = parse(readFileSync(path, 'utf8'));
  const all = Object.values(paths).flatMap((item) => Object.keys(item ?? {}).filter((key) => methods.has(key)));
  const failure = { operation: 'all operations', reason: 'no packages to call', detail };
  return { operations: Math.min(most, all.length), mirrored: 0, failures: all.slice(0, most).map(() => failure) };
}
