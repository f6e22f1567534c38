/**
 * A module for `inProcess`: calls the operations of a server of one version with the client of another. What handlers receive is judged by
 * the document of the server, what clients receive by their own, and what is lost without a word is found. What a conversion without written
 * rules has made of a message, the conversion back and again makes of it, too.
 */
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { parse } from 'yaml';
import { randomOf } from '@lading/runtime-values';
import { callsOf } from '../values/calls.mjs';
import { drawn } from './all.mjs';
import { keysOf } from './credentials.mjs';
import { judgeOf, responseJudgeOf } from './judge.mjs';
import { comparable } from './mirror.mjs';
import { startPair } from './start.mjs';
import { lossesOf, variantOf } from './variants.mjs';

/**
 * @typedef {{ documents: readonly string[], side: 'older' | 'newer', conversion: string, seed: number, operations?: number, requests: number,
 *   decided?: { hooks: string, rules: string, differences: readonly Difference[] } }} Settings
 *   `documents`: of version 1.0, and of 2.0; `side`: the version of the clients; `conversion`: the version of the conversion; `operations`: the most,
 *   drawn by the seed; `decided`: files with the conversion hooks and the rules, and the differences. Then requests are valid, and are
 *   answered. Otherwise most have changed values, and hooks pass messages on or write something wrong.
 * @typedef {{ direction: string, sites: readonly { operation: string, at: Place }[] }} Difference
 * @typedef {{ body?: string, query?: string, path?: string, header?: string }} Place
 */

const read = (path) => parse(readFileSync(path, 'utf8'));

/**
 * @param {string} workspace @param {Settings} settings
 * @returns `lossy`: requests that arrived without something, and whose responses say so; `reached`: the differences, by their positions, that
 *   a message reached
 */
export async function run(workspace, { documents, side, conversion: version, requests, decided, ...options }) {
  const random = randomOf(options.seed, side);
  const isOlder = side === 'older';
  const inOrder = (both) => (isOlder ? both : [...both].reverse());
  const [clientDocument, serverDocument] = inOrder(documents).map(read);
  const [upgrade, downgrade] = inOrder(['upgrade', 'downgrade']);
  const hooks = decided === undefined ? hooksOf(random) : (await import(decided.hooks)).hooks[side];
  const differences = decided?.differences ?? [];
  const moved = decided === undefined ? [] : read(decided.rules).flatMap(({ from }) => from ?? []);
  const judgeRequest = judgeOf(serverDocument);
  const [judgeResponse, judgeServed] = [responseJudgeOf(clientDocument), responseJudgeOf(serverDocument)];
  const [client, server] = inOrder(['1.0', '2.0']);
  const versions = { client, server, conversion: version };
  const started = await startPair(workspace, versions, (all) => all[`${side}Clients`](hooks));
  const { theirs, own, conversion, last } = started;
  const result = {
    operations: 0,
    converted: 0,
    hooked: 0,
    requests: 0,
    arrived: 0,
    refused: 0,
    hookErrors: 0,
    lossy: 0,
  };
  const failures = [];
  /** @type {Set<number>} */
  const reached = new Set();
  const reach = (direction, id, message) =>
    differences.forEach((difference, index) => {
      const isReached = difference.sites.some(({ operation, at }) => operation === id && isThere(message, at));
      if (difference.direction === direction && isReached) reached.add(index);
    });
  // What the server does not have is refused, whatever hooks do.
  const called = Object.values(theirs.operations).filter(({ id }) => decided || Object.hasOwn(own.operations, id));
  for (const operation of drawn(called, options)) {
    const { id } = operation;
    const method = started.methods.get(id);
    const handled = Object.hasOwn(own.operations, id) ? own.operations[id] : undefined;
    const judged = handled && judgeRequest(handled);
    if (method === undefined || (decided === undefined && judged === undefined)) continue;
    result.operations += 1;
    const converters = started.conversions.conversions[id];
    if (converters !== undefined) result.converted += 1;
    const hasHooks = (conversion.hooksOf?.(id) ?? []).length > 0;
    if (hasHooks) result.hooked += 1;
    const hasWrongHooks = decided === undefined && hasHooks;
    for (let call = 0; call < requests; call += 1) {
      const [valid] = callsOf(operation, method.operation, random.seed(), keysOf(theirs));
      // The first ones are valid.
      const input = decided === undefined && call >= 8 ? changedInput(valid.input, random) : { ...valid.input };
      const failed = (reason, detail) =>
        failures.push({ operation: `${operation.method} ${operation.path}`, reason, detail: detail.slice(0, 400) });
      const returns = async (of, message) => {
        const changed =
          decided !== undefined || hasHooks || converters === undefined
            ? undefined
            : await changedByReturn(converters[of], [upgrade, downgrade], message);
        if (changed !== undefined) failed(`the conversion of a ${of} back and again changes it`, changed);
      };
      const answers = handled && !hasWrongHooks ? callsOf(handled, method.operation, random.seed()) : [];
      const picked = random.pick(answers.filter(({ response: { status } }) => status < 300))?.response;
      // A stream is no single value, and an error is not converted.
      const answer = picked?.items === undefined ? picked : undefined;
      /** @type {any} */
      let received;
      last.response = undefined;
      started.answer((given) => {
        received = given;
        return answer === undefined ? started.reply(418) : started.reply(answer.status, answer.body);
      });
      await method.call(input).catch(() => undefined);
      const { mediaType } = last;
      const response = /** @type {Response | undefined} */ (last.response);
      if (response === undefined) continue;
      result.requests += 1;
      const { status, headers } = response;
      const text = await response.text();
      const shown = `; ${JSON.stringify(input)}`;
      reach(`request.${upgrade}`, id, { ...valid.sent, body: input.body });
      if (received === undefined) {
        if (status < 500) result.refused += 1;
        else if (hasWrongHooks) result.hookErrors += 1;
        else failed('the server fails', text + shown);
        continue;
      }
      result.arrived += 1;
      const { path, query, headers: sent, body } = received;
      await returns('request', { operation: id, path, query, headers: sent, ...(body !== undefined && { body }) });
      const [problem] = judged?.(received, mediaType) ?? [];
      if (problem !== undefined) failed('a handler received what its document excludes', problem + shown);
      if (!hasWrongHooks && mediaType.includes('json')) {
        const header = headers.get('lading-loss') ?? '';
        const { losses, silent } = lossesOf(input.body, received.body, header, conversion.losses?.(id) ?? [], moved);
        if (losses.length > 0) result.lossy += 1;
        if (silent !== undefined) failed('something is lost without a word', `${silent}; ${header}${shown}`);
      }
      if (answer === undefined) continue;
      // What is drawn may break the document of the server: then it is no response, and the server may refuse it.
      const isBroken =
        (judgeServed(/** @type {any} */ (handled))?.(answer.status, answer.body, 'application/json') ?? []).length > 0;
      if (isBroken || (status === 500 && /^the response of \w+ breaks the contract/.test(JSON.parse(text).detail)))
        continue;
      reach(`response.${downgrade}`, id, { headers: {}, body: answer.body });
      const type = headers.get('content-type') ?? '';
      const value = text === '' ? undefined : type.includes('json') ? JSON.parse(text) : text;
      const isError = status >= 400;
      const [excluded] = isError
        ? [`status ${status}: ${text}`]
        : (judgeResponse(operation)?.(status, value, type) ?? []);
      if (excluded !== undefined) failed('a client received what its document excludes', excluded);
      else await returns('response', { status, headers: {}, ...(value !== undefined && { body: value }) });
    }
  }
  await started.close();
  return { ...result, failures, reached: [...reached] };
}

/** Returns what the conversion back and again makes of a converted message, if it is another one. @param {readonly string[]} ways of a request: there and back */
async function changedByReturn(converter, ways, message) {
  const [there, back] = 'status' in message ? [...ways].reverse() : ways;
  try {
    const [again, once] = await Promise.all(
      [converter[there](converter[back](message)), message].map((one) => comparable(one)),
    );
    return isDeepStrictEqual(again, once) ? undefined : `${JSON.stringify(again)} for ${JSON.stringify(once)}`;
  } catch (error) {
    if (error.name !== 'Refusal') throw error;
    return undefined;
  }
}

/** What hooks do: nothing, or something wrong at random, which must not reach a handler either. @param {import('@lading/runtime-values').Random} random */
function hooksOf(random) {
  const around = (request, next) => {
    if (random.chance(0.5)) return next(request);
    return next({ ...request, body: variantOf(request.body, random), query: variantOf(request.query, random) });
  };
  const value = (given) => {
    if (random.chance(0.3)) return given;
    if (random.chance(0.3)) return random.pick([undefined, null, '', 'x', 0, -7, true, [], {}, { kind: 'card' }]);
    return variantOf(given, random);
  };
  return new Proxy({}, { get: () => ({ around, request: value, response: value }) });
}

/** @param {any} input @param {import('@lading/runtime-values').Random} random */
function changedInput({ body, ...parameters }, random) {
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
