/**
 * A module for `inProcess`: calls operations of a generated server with the generated client of an older version. What differs from what the
 * conversions alone give is a failure, and so is a round trip that loses values.
 */
import { isDeepStrictEqual } from 'node:util';
import { callsOf } from '../values/calls.mjs';
import { drawn } from './all.mjs';
import { keysOf } from './credentials.mjs';
import { comparable, mirrorAll } from './mirror.mjs';
import { pairOf, startPair } from './start.mjs';

/** @typedef {import('../values/calls.mjs').Call} Call */
/** @typedef {import('./all.mjs').MirrorResult & { converted: number, undecided: number }} PairMirrorResult
 *   `operations` of both versions without the `undecided` ones, which need a conversion hook; `converted`: those that differ */

const unchanged = (value) => value;
const hook = { around: (request, next) => next(request), request: unchanged, response: unchanged };
/** A hook that decides nothing: the operations that need one are not called. */
const hooks = new Proxy({}, { get: () => hook });

/** @param {string} workspace @param {import('./all.mjs').MirrorOptions} options @returns {Promise<PairMirrorResult>} */
export async function run(workspace, options) {
  const { seed } = options;
  const names = pairOf('1.0', '2.0', '1.0');
  const started = await startPair(workspace, names, ({ olderClientsWith }) => olderClientsWith(hooks));
  const { theirs: older, own: newer } = started;
  const { conversions, rules } = started.conversions;
  const shared = Object.values(older.operations).filter(({ id }) => Object.hasOwn(newer.operations, id));
  const decided = shared.filter(({ id }) => !Object.values(rules[id] ?? {}).some(needsHook));
  const operations = drawn(decided, options);
  const result = await mirrorAll(operations, started, async (operation, called) => {
    const calls = callsOf(operation, called, seed, keysOf(older));
    const converters = conversions[operation.id];
    if (converters === undefined) return calls;
    const responses = callsOf(newer.operations[operation.id], {}, seed).map(({ response }) => response);
    const convert = (call, index) => convertedCall(call, responses[index % responses.length], operation, converters);
    return Promise.all(calls.map(convert));
  });
  await started.close();
  const converted = operations.filter(({ id }) => conversions[id] !== undefined).length;
  return { ...result, converted, undecided: shared.length - decided.length };
}

/** Whether the rules of requests or responses, in both directions, need a conversion hook. */
function needsHook({ upgrade, downgrade }) {
  return [...upgrade, ...downgrade].some(({ rule }) => rule === 'hook' || rule === 'convert');
}

/**
 * A call of an older client: what the conversions alone make of its request, and of the response of the newer version.
 * @param {Call} call of the older version @param {Call['response']} response of the newer one @returns {Promise<Call>}
 * @throws Error if a round trip loses what the first conversion kept
 */
async function convertedCall(call, response, operation, { request: requests, response: responses }) {
  const { path = {}, query = {}, headers = {} } = call.sent;
  const body = call.body === undefined ? {} : { body: call.body };
  const upgraded = attempt(() => requests.upgrade({ operation: operation.id, path, query, headers, ...body }));
  if ('refusal' in upgraded) return { ...call, refused: upgraded.refusal };
  const { result } = upgraded;
  await checkRoundTrip('requests', result, (message) => requests.upgrade(requests.downgrade(message)));
  // Of errors, every version has its own.
  const answered = operation.responses[response.status] === undefined ? call.response : response;
  const downgraded = attempt(() => responses.downgrade(messageOf(answered)));
  const sent = { ...call.sent, path: result.path, query: result.query, headers: result.headers };
  const converted = { ...call, sent, body: result.body, response: answered };
  if ('refusal' in downgraded) return { ...converted, returned: { status: downgraded.refusal } };
  const message = { ...downgraded.result, body: await comparable(downgraded.result.body) };
  // What the older version declares alone may have properties that the newer one does not have.
  if (answered === response && answered.status < 400 && !('items' in answered))
    await checkRoundTrip('responses', message, (one) => responses.downgrade(responses.upgrade(one)));
  const content = 'items' in answered ? { items: message.body } : { body: message.body };
  return { ...converted, returned: { status: message.status, ...content } };
}

/** @param {Call['response']} response */
function messageOf({ status, body, items }) {
  if (items !== undefined) return { status, headers: {}, body: items, stream: 'json-lines' };
  return { status, headers: {}, ...(body !== undefined && { body }) };
}

/**
 * What a conversion has made of a message, the conversion back and again makes of it, too: nothing is lost on the way but what
 * the first conversion lost.
 */
async function checkRoundTrip(of, message, thereAndBack) {
  const returned = attempt(() => thereAndBack(message));
  if ('refusal' in returned) return;
  const difference = firstDifference(await comparable(returned.result), await comparable(message));
  if (difference !== undefined) throw new Error(`the round trip of ${of} differs at ${difference}`);
}

/** Returns the first place at which two values differ, with both. @returns {string | undefined} */
function firstDifference(got, wanted, path = '') {
  if (isDeepStrictEqual(got, wanted)) return undefined;
  const isContainer = (value) => typeof value === 'object' && value !== null;
  if (!isContainer(got) || !isContainer(wanted) || Array.isArray(got) !== Array.isArray(wanted))
    return `${path || '/'}: ${JSON.stringify(got)} for ${JSON.stringify(wanted)}`;
  const keys = Object.keys({ ...got, ...wanted });
  const all = keys.map((key) => firstDifference(got[key], wanted[key], `${path}/${key}`));
  return all.find((found) => found !== undefined) ?? `${path || '/'}: other properties`;
}

function attempt(convert) {
  try {
    return { result: convert() };
  } catch (error) {
    if (error.name !== 'Refusal') throw error;
    return { refusal: error.status };
  }
}
