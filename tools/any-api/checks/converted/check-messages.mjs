/**
 * A module for `run-program.mjs`: calls the operations of a server of one version with the client of another. What handlers receive
 * is judged by the document of the server, what clients receive by their own, and what is lost without a word is found.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';
import { randomOf } from '@lading/runtime-values';
import { callsOf } from '../../values/calls.mjs';
import { keysOf } from '../mirror/credentials.mjs';
import { drawn } from '../mirror/mirror-all.mjs';
import { startRecordedPair } from '../mirror/start.mjs';
import { judgeOf, responseJudgeOf } from './request-judge.mjs';
import { lossesOf } from './silent-loss.mjs';
import { variantOf } from './variants.mjs';

/**
 * @typedef {{ readonly operation: string, readonly reason: string, readonly detail: string }} Failure
 * @typedef {{ readonly operations: number, readonly requests: number, readonly arrived: number, readonly refused: number,
 *   readonly hookErrors: number, readonly lossy: number, readonly failures: readonly Failure[], readonly reached: readonly number[] }} ConvertedResult
 *   `lossy`: requests that arrived without something, and whose responses say so; `reached`: the differences, by their positions, that
 *   a message reached
 * @typedef {{ readonly folders: readonly string[], readonly documents: readonly [client: string, server: string], readonly side: 'older' | 'newer',
 *   readonly seed: number, readonly operations?: number, readonly requests: number, readonly file: string,
 *   readonly decided?: { readonly hooks: string, readonly rules: string, readonly differences: string } }} Settings
 *   `folders`: those of `pairOf`; `side`: the version of the clients; `operations`: the most, drawn by the seed; `file`: that of the result;
 *   `decided`: files with the conversion hooks, the rules and the differences. Then requests are valid, and are answered. Otherwise most
 *   have changed values, and hooks pass messages on or write something wrong.
 * @typedef {{ readonly direction: string, readonly sites: readonly { readonly operation: string, readonly at: Place }[] }} Difference
 * @typedef {{ readonly body?: string, readonly query?: string, readonly path?: string, readonly header?: string }} Place
 * @typedef {import('@lading/runtime-wire').OperationContract} OperationContract
 */

/** @param {readonly string[]} args the workspace, and the settings as JSON */
export async function run([workspace = '', settings = '']) {
  /** @type {Settings} */
  const { folders, documents, side, seed, operations: most = Infinity, requests, file, decided } = JSON.parse(settings);
  const read = (/** @type {string} */ path) => parse(readFileSync(path, 'utf8'));
  const [clientDocument, serverDocument] = documents.map(read);
  const random = randomOf(seed, side);
  const hooks = decided === undefined ? hooksOf(random) : (await import(decided.hooks)).hooks[side];
  /** @type {readonly Difference[]} */
  const differences = decided === undefined ? [] : JSON.parse(readFileSync(decided.differences, 'utf8'));
  /** @type {readonly string[]} */
  const moved =
    decided === undefined ? [] : read(decided.rules).flatMap((/** @type {{ from?: string }} */ { from }) => from ?? []);
  const directions = side === 'older' ? ['upgrade', 'downgrade'] : ['downgrade', 'upgrade'];
  const judgeRequest = judgeOf(serverDocument);
  const [judgeResponse, judgeServed] = [responseJudgeOf(clientDocument), responseJudgeOf(serverDocument)];
  const started = await startRecordedPair(workspace, folders, (overlay) => overlay[`${side}Clients`](hooks));
  const { theirs, own, conversion, last } = started;
  const result = { operations: 0, requests: 0, arrived: 0, refused: 0, hookErrors: 0, lossy: 0 };
  /** @type {Failure[]} */
  const failures = [];
  /** @type {Set<number>} */
  const reached = new Set();
  const reach = (/** @type {string} */ direction, /** @type {string} */ id, /** @type {any} */ message) =>
    differences.forEach((difference, index) => {
      const isReached = difference.sites.some(({ operation, at }) => operation === id && isThere(message, at));
      if (difference.direction === direction && isReached) reached.add(index);
    });
  /** @type {readonly OperationContract[]} */
  const all = Object.values(theirs.operations);
  // What the server does not have is refused, whatever hooks do.
  const called = decided ? all : all.filter(({ id }) => Object.hasOwn(own.operations, id));
  for (const operation of drawn(called, seed, most)) {
    const method = started.methods.get(operation.id);
    const handled = Object.hasOwn(own.operations, operation.id) ? own.operations[operation.id] : undefined;
    const judged = handled && judgeRequest(handled);
    if (method === undefined || (decided === undefined && judged === undefined)) continue;
    result.operations += 1;
    const failed = (/** @type {string} */ reason, /** @type {string} */ detail) =>
      failures.push({ operation: `${operation.method} ${operation.path}`, reason, detail: detail.slice(0, 400) });
    const hasWrongHooks = decided === undefined && (conversion.hooksOf?.(operation.id) ?? []).length > 0;
    for (let call = 0; call < requests; call += 1) {
      const [valid] = callsOf(operation, method.operation, random.seed(), keysOf(theirs));
      if (valid === undefined) break;
      // The first ones are valid.
      const input = decided === undefined && call >= 8 ? changedInput(valid.input, random) : { ...valid.input };
      const answers = decided && handled ? callsOf(handled, method.operation, random.seed()) : [];
      const picked = random.pick(answers.filter(({ response: { status } }) => status < 300))?.response;
      // A stream is no single value, and an error is not converted.
      const answer = picked?.items === undefined ? picked : undefined;
      /** @type {any} */
      let received;
      last.response = undefined;
      started.ends.answer((given) => {
        received = given;
        return answer === undefined ? started.ends.reply(418) : started.ends.reply(answer.status, answer.body);
      });
      await method.call(input).catch(() => undefined);
      const { mediaType } = last;
      const response = /** @type {Response | undefined} */ (last.response);
      if (response === undefined) continue;
      result.requests += 1;
      const { status, headers } = response;
      const text = await response.text();
      const { body } = /** @type {{ body?: unknown }} */ (input);
      reach(`request.${directions[0]}`, operation.id, { ...valid.sent, body });
      if (received === undefined) {
        if (status < 500) result.refused += 1;
        else if (hasWrongHooks) result.hookErrors += 1;
        else failed('the server fails', `${text}; ${JSON.stringify(input)}`);
        continue;
      }
      result.arrived += 1;
      const problems = judged?.(received, mediaType) ?? [];
      if (problems.length > 0)
        failed('a handler received what its document excludes', `${problems[0]}; ${JSON.stringify(input)}`);
      if (!hasWrongHooks && mediaType.includes('json')) {
        const header = headers.get('lading-loss') ?? '';
        const { losses, silent } = lossesOf(
          body,
          received.body,
          header,
          conversion.losses?.(operation.id) ?? [],
          moved,
        );
        if (losses.length > 0) result.lossy += 1;
        if (silent !== undefined)
          failed('something is lost without a word', `${silent}; ${header}; ${JSON.stringify(input)}`);
      }
      if (answer === undefined) continue;
      // What is drawn may break the document of the server: then it is no response, and the server may refuse it.
      const isBroken = (judgeServed(handled)?.(answer.status, answer.body, 'application/json') ?? []).length > 0;
      if (isBroken || (status === 500 && /^the response of \w+ breaks the contract/.test(JSON.parse(text).detail)))
        continue;
      reach(`response.${directions[1]}`, operation.id, { headers: {}, body: answer.body });
      const type = headers.get('content-type') ?? '';
      const value = text === '' ? undefined : type.includes('json') ? JSON.parse(text) : text;
      const excluded =
        status >= 400 ? [`status ${status}: ${text}`] : (judgeResponse(operation)?.(status, value, type) ?? []);
      if (excluded.length > 0) failed('a client received what its document excludes', excluded[0] ?? '');
    }
  }
  await started.close();
  writeFileSync(file, JSON.stringify({ ...result, failures, reached: [...reached] }));
}

/** @typedef {import('@lading/runtime-values').Random} Random */

/** What hooks do: nothing, or something wrong at random, which must not reach a handler either. @param {Random} random */
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

/** @param {object} input @param {Random} random @returns {object} */
function changedInput(input, random) {
  const { body, ...parameters } = /** @type {{ body?: unknown }} */ (input);
  const changed = body === undefined || random.chance(0.3) ? variantOf(parameters, random) : parameters;
  const others = typeof changed === 'object' ? changed : parameters;
  return { ...others, ...(body !== undefined && { body: variantOf(body, random) }) };
}

/** Whether a message has what contains a place. @param {any} message @param {Place} place */
function isThere(message, { body, query, header }) {
  if (body === undefined) return query !== undefined || header !== undefined || message !== undefined;
  const found = body.match(/\[\]|\{\}|(?:\\.|(?!\[\]|\{\})[^.\\])+/gs) ?? [];
  const segments = found.map((segment) => segment.replace(/\\(.)/gs, '$1'));
  return contains(message.body, segments.slice(0, -1)) && message.body !== undefined;
}

/** @param {any} value @param {readonly string[]} segments @returns {boolean} */
function contains(value, [segment, ...rest]) {
  if (segment === undefined) return value !== undefined;
  if (typeof value !== 'object' || value === null) return false;
  if (segment === '[]' || segment === '{}') return Object.values(value).some((item) => contains(item, rest));
  return Object.hasOwn(value, segment) && contains(value[segment], rest);
}
