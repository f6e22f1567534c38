/**
 * A module for `run-program.mjs`: sends requests of an older version, valid and not, to the generated server of a newer one, and has what its
 * handlers receive judged by the newer document. Writes what is excluded, and what is lost without a word, into a file.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';
import { randomOf } from '@lading/runtime-values';
import { callsOf } from '../../values/calls.mjs';
import { keysOf } from '../mirror/credentials.mjs';
import { drawn } from '../mirror/mirror-all.mjs';
import { startRecordedPair } from '../mirror/start.mjs';
import { judgeOf } from './request-judge.mjs';
import { lossesOf } from './silent-loss.mjs';
import { variantOf } from './variants.mjs';

/**
 * @typedef {{ readonly operation: string, readonly reason: string, readonly detail: string }} Failure
 * @typedef {{ readonly operations: number, readonly requests: number, readonly arrived: number, readonly refused: number,
 *   readonly hookErrors: number, readonly lossy: number, readonly failures: readonly Failure[] }} ConvertedResult
 *   `lossy`: requests that arrived without something, and whose responses say so
 */

/**
 * What hooks do: nothing, or something wrong at random, which must not reach a handler either.
 * @param {import('@lading/runtime-values').Random} random
 */
function hooksOf(random) {
  const around = (/** @type {any} */ request, /** @type {any} */ next) => {
    if (random.chance(0.5)) return next(request);
    return next({ ...request, body: variantOf(request.body, random), query: variantOf(request.query, random) });
  };
  const value = (/** @type {unknown} */ given) => {
    if (random.chance(0.3)) return given;
    if (random.chance(0.3)) return random.pick([undefined, null, '', 'x', 0, -7, true, [], {}, { kind: 'card' }]);
    return variantOf(given, random);
  };
  return new Proxy({}, { get: () => ({ around, request: value, response: value }) });
}

/** @param {readonly string[]} args the workspace, the folders of `pairOf`, the newer document, the file, and the seed; the most operations, requests of each; `newerClients` if the versions are swapped */
export async function run([workspace = '', ...rest]) {
  const [document = '', file = '', seed = '0', most = 'Infinity', each = '12', clients = 'olderClients'] =
    rest.slice(4);
  const random = randomOf(Number(seed), 'converted');
  const judge = judgeOf(parse(readFileSync(document, 'utf8')));
  const hooks = hooksOf(random);
  const started = await startRecordedPair(workspace, rest.slice(0, 4), (overlay) => overlay[clients](hooks));
  const { theirs: older, own: newer, conversion, last } = started;
  /** @type {import('@lading/runtime-wire').OperationContract[]} */
  const shared = Object.values(older.operations).filter(({ id }) => Object.hasOwn(newer.operations, id));
  const result = {
    operations: 0,
    requests: 0,
    arrived: 0,
    refused: 0,
    hookErrors: 0,
    lossy: 0,
    failures: /** @type {Failure[]} */ ([]),
  };
  for (const operation of drawn(shared, Number(seed), Number(most))) {
    const method = started.methods.get(operation.id);
    const judged = judge(newer.operations[operation.id]);
    if (method === undefined || judged === undefined) continue;
    result.operations += 1;
    const failed = (/** @type {string} */ reason, /** @type {string} */ detail) =>
      result.failures.push({
        operation: `${operation.method} ${operation.path}`,
        reason,
        detail: detail.slice(0, 400),
      });
    const hasHooks = (conversion.hooksOf?.(operation.id) ?? []).length > 0;
    for (const input of inputsOf(operation, method.operation, keysOf(older), Number(each), random)) {
      /** @type {any} */
      let received;
      started.ends.answer((call) => {
        received = call;
        // Responses are not what is judged: an error is not converted.
        return started.ends.reply(418);
      });
      last.response = undefined;
      await method.call(input).catch(() => undefined);
      const { response, mediaType } = last;
      if (response === undefined) continue;
      result.requests += 1;
      if (received === undefined) {
        const { status } = /** @type {Response} */ (response);
        if (status === 500) result.hookErrors += 1;
        else result.refused += 1;
        if (status === 500 && !hasHooks) failed('the server fails', JSON.stringify(input));
        continue;
      }
      result.arrived += 1;
      const problems = judged(received, mediaType);
      if (problems.length > 0)
        failed('a handler received what its type excludes', `${problems[0]}; ${JSON.stringify(input)}`);
      const header = /** @type {Response} */ (response).headers.get('lading-loss') ?? '';
      const { body } = /** @type {{ body?: unknown }} */ (input);
      const { losses, silent } =
        hasHooks || !mediaType.includes('json')
          ? { losses: [], silent: undefined }
          : lossesOf(body, received.body, header, conversion.losses?.(operation.id) ?? []);
      if (losses.length > 0) result.lossy += 1;
      if (silent !== undefined)
        failed('something is lost without a word', `${silent}; ${header}; ${JSON.stringify(input)}`);
    }
  }
  await started.close();
  writeFileSync(file, JSON.stringify(result));
}

/** @param {import('@lading/runtime-wire').OperationContract} contract @param {import('../../values/calls.mjs').ClientOperation} operation @param {import('../../values/calls.mjs').ByLocation} keys @param {number} count @param {import('@lading/runtime-values').Random} random @returns {object[]} */
function inputsOf(contract, operation, keys, count, random) {
  return Array.from({ length: count }, (_, index) => {
    const [call] = callsOf(contract, operation, random.seed(), keys);
    // The first ones are valid.
    const { body, ...parameters } = /** @type {{ body?: unknown }} */ (call?.input ?? {});
    if (index < 8) return { ...call?.input };
    const changed = body === undefined || random.chance(0.3) ? variantOf(parameters, random) : parameters;
    const input = typeof changed === 'object' ? changed : parameters;
    return { ...input, ...(body !== undefined && { body: variantOf(body, random) }) };
  });
}
