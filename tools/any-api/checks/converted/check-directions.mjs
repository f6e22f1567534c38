/**
 * A module for `run-program.mjs`: calls the operations of a server of one version with the client of another. What handlers receive
 * is judged by the document of the server, what the client receives by its own, and every difference that a message reaches is noted.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';
import { randomOf } from '@lading/runtime-values';
import { callsOf } from '../../values/calls.mjs';
import { keysOf } from '../mirror/credentials.mjs';
import { startRecordedPair } from '../mirror/start.mjs';
import { judgeOf, responseJudgeOf } from './request-judge.mjs';
import { lossesOf } from './silent-loss.mjs';

/**
 * @typedef {import('./check-requests.mjs').Failure} Failure
 * @typedef {{ readonly calls: number, readonly refused: number, readonly failures: readonly Failure[], readonly reached: readonly number[] }} DirectionResult
 *   `refused` before a handler was called; `reached`: the differences, by their positions, that a message reached
 * @typedef {{ readonly direction: string, readonly sites: readonly { readonly operation: string, readonly at: Place }[] }} Difference
 * @typedef {{ readonly body?: string, readonly query?: string, readonly path?: string, readonly header?: string }} Place
 */

/**
 * @param {readonly string[]} args the workspace; the contract and the client, the conversions, and the server; the documents of client
 *   and server; the differences; the rules; a module with hooks; the seed; the calls of each operation; `older` or `newer` clients; the file
 */
export async function run([workspace = '', ...rest]) {
  const [clientDocument = '', serverDocument = '', differencesFile = '', rulesFile = '', hooksFile = ''] =
    rest.slice(4);
  const [seed = '0', count = '12', side = 'older', file = ''] = rest.slice(9);
  const { hooks } = await import(hooksFile);
  const read = (/** @type {string} */ path) => parse(readFileSync(path, 'utf8'));
  /** @type {readonly Difference[]} */
  const differences = JSON.parse(readFileSync(differencesFile, 'utf8'));
  /** @type {readonly string[]} */
  const moved = read(rulesFile).flatMap((/** @type {{ from?: string }} */ { from }) => from ?? []);
  const directions = side === 'older' ? ['upgrade', 'downgrade'] : ['downgrade', 'upgrade'];
  const [judgeRequest, judgeResponse] = [judgeOf(read(serverDocument)), responseJudgeOf(read(clientDocument))];
  const judgeServed = responseJudgeOf(read(serverDocument));
  const random = randomOf(Number(seed), side);
  const started = await startRecordedPair(workspace, rest.slice(0, 4), (overlay) =>
    overlay[`${side}Clients`](hooks[side]),
  );
  const { theirs, own, conversion, last } = started;
  const result = { calls: 0, refused: 0, failures: /** @type {Failure[]} */ ([]), reached: new Set() };
  const reach = (/** @type {string} */ direction, /** @type {string} */ operation, /** @type {any} */ message) =>
    differences.forEach((difference, index) => {
      const isReached = (/** @type {Difference['sites'][number]} */ { operation: id, at }) =>
        id === operation && isThere(message, at);
      if (difference.direction === direction && difference.sites.some(isReached)) result.reached.add(index);
    });
  for (const operation of Object.values(theirs.operations)) {
    const method = started.methods.get(operation.id);
    const handled = Object.hasOwn(own.operations, operation.id) ? own.operations[operation.id] : undefined;
    const judged = [handled && judgeRequest(handled), judgeResponse(operation)];
    const judgeSent = handled && judgeServed(handled);
    const judgeOwn = (/** @type {{ readonly status: number, readonly body?: unknown }} */ answer) =>
      judgeSent?.(answer.status, answer.body, 'application/json') ?? [];
    for (let call = 0; method !== undefined && call < Number(count); call += 1) {
      const [drawn] = callsOf(operation, method.operation, random.seed(), keysOf(theirs));
      const answers = handled === undefined ? [] : callsOf(handled, method.operation, random.seed());
      const answer = random.pick(answers.filter(({ response: { status } }) => status < 300))?.response;
      if (drawn === undefined) continue;
      const failed = (/** @type {string} */ reason, /** @type {string} */ detail) =>
        result.failures.push({
          operation: `${operation.method} ${operation.path}`,
          reason,
          detail: detail.slice(0, 400),
        });
      /** @type {any} */
      let received;
      last.response = undefined;
      started.ends.answer((given) => {
        received = given;
        return answer === undefined || answer.items !== undefined
          ? started.ends.reply(418)
          : started.ends.reply(answer.status, answer.body);
      });
      const { body } = /** @type {{ body?: unknown }} */ (drawn.input);
      await method.call(drawn.input).catch(() => undefined);
      const { response, mediaType } = last;
      if (response === undefined) continue;
      result.calls += 1;
      const { status, headers } = /** @type {Response} */ (response);
      const text = await /** @type {Response} */ (response).text();
      reach(`request.${directions[0]}`, operation.id, { ...drawn.sent, body });
      if (received === undefined) {
        result.refused += 1;
        if (status >= 500) failed('the server fails', text);
        continue;
      }
      const problems = judged[0]?.(received, mediaType) ?? [];
      if (problems.length > 0) failed('a handler received what its document excludes', problems[0] ?? '');
      if (mediaType.includes('json')) {
        const rules = conversion.losses?.(operation.id) ?? [];
        const { silent } = lossesOf(body, received.body, headers.get('lading-loss') ?? '', rules, moved);
        if (silent !== undefined) failed('something is lost without a word', silent);
      }
      if (answer === undefined || answer.items !== undefined) continue;
      // What is drawn may break the document of the server: then it is no response, and the server may refuse it.
      const own = judgeOwn(answer);
      if (own.length > 0 || /^the response of \w+ breaks the contract/.test(detailOf(status, text))) continue;
      reach(`response.${directions[1]}`, operation.id, { headers: {}, body: answer.body });
      const type = headers.get('content-type') ?? '';
      const value = type.includes('json') && text !== '' ? JSON.parse(text) : text === '' ? undefined : text;
      const excluded = status >= 400 ? [`status ${status}: ${text}`] : (judged[1]?.(status, value, type) ?? []);
      if (excluded.length > 0) failed('a client received what its document excludes', excluded[0] ?? '');
    }
  }
  await started.close();
  writeFileSync(file, JSON.stringify({ ...result, reached: [...result.reached] }));
}

/** The detail of an error of the server. @param {number} status @param {string} text */
function detailOf(status, text) {
  return status === 500 ? String(JSON.parse(text).detail) : '';
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
