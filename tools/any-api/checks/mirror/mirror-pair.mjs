/**
 * A module for `run-program.mjs`: calls operations of a generated server with the generated client of an older version, and writes what differs
 * from what the conversions alone give, and round trips that lose values, into a file.
 */
import { writeFileSync } from 'node:fs';
import { callsOf } from '../../values/calls.mjs';
import { keysOf } from './credentials.mjs';
import { drawn, mirrorAll } from './mirror-all.mjs';
import { startPair } from './start.mjs';
import { isDeepStrictEqual } from 'node:util';
import { comparable } from './comparable.mjs';

/** @typedef {import('./mirror-all.mjs').MirrorResult & { readonly converted: number, readonly undecided: number }} PairMirrorResult
 *   `operations` of both versions without the `undecided` ones, which need a conversion hook; `converted`: those that differ */

const unchanged = (/** @type {unknown} */ value) => value;

/** A hook that decides nothing: the operations that need one are not called. */
const hooks = new Proxy(
  {},
  {
    get: () => ({
      around: (/** @type {unknown} */ request, /** @type {any} */ next) => next(request),
      request: unchanged,
      response: unchanged,
    }),
  },
);
/** @param {readonly string[]} args the workspace, the folders of `pairOf`, the file, and the seed; the most operations */
export async function run([workspace = '', ...rest]) {
  const [file = '', seed = '0', most = 'Infinity'] = rest.slice(4);
  const started = await startPair(workspace, rest.slice(0, 4), ({ olderClientsWith }) => olderClientsWith(hooks));
  const { theirs: older, own: newer } = started;
  const { conversions, rules } = started.overlay;
  /** @type {import('@lading/runtime-wire').OperationContract[]} */
  const shared = Object.values(older.operations).filter(({ id }) => Object.hasOwn(newer.operations, id));
  const decided = shared.filter(({ id }) => !Object.values(rules[id] ?? {}).some(needsHook));
  const operations = drawn(decided, Number(seed), Number(most));
  const result = await mirrorAll(operations, started, async (operation, called) => {
    const calls = callsOf(operation, called, Number(seed), keysOf(older));
    const converters = conversions[operation.id];
    if (converters === undefined) return calls;
    const responses = callsOf(newer.operations[operation.id], {}, Number(seed)).map(({ response }) => response);
    return Promise.all(
      calls.map((call, index) => convertedCall(call, responses[index % responses.length], { operation, converters })),
    );
  });
  await started.close();
  /** @type {PairMirrorResult} */
  const pair = {
    ...result,
    converted: operations.filter(({ id }) => conversions[id] !== undefined).length,
    undecided: shared.length - decided.length,
  };
  writeFileSync(file, JSON.stringify(pair));
}

/** @param {any} way the rules of requests or responses, in both directions */
function needsHook({ upgrade, downgrade }) {
  return [...upgrade, ...downgrade].some(({ rule }) => rule === 'hook' || rule === 'convert');
}

/** @typedef {import('../../values/calls.mjs').Call} Call */

/**
 * A call of an older client: what the conversions alone make of its request, and of the response of the newer version.
 * @param {Call} call of the older version
 * @param {Call['response'] | undefined} response of the newer one
 * @param {{ readonly operation: import('@lading/runtime-wire').OperationContract, readonly converters: any }} conversion
 * @returns {Promise<Call>}
 * @throws Error if a round trip loses what the first conversion kept
 */
async function convertedCall(call, response = call.response, { operation, converters }) {
  const { path = {}, query = {}, headers = {} } = call.sent;
  const request = {
    operation: operation.id,
    path,
    query,
    headers,
    ...(call.body !== undefined && { body: call.body }),
  };
  const upgraded = attempt(() => converters.request.upgrade(request));
  if ('refusal' in upgraded) return { ...call, refused: upgraded.refusal };
  await checkRoundTrip('requests', upgraded.result, converters.request.downgrade, converters.request.upgrade);
  // Of errors, every version has its own.
  const answered = operation.responses[response.status] === undefined ? call.response : response;
  const message = messageOf(answered);
  const downgraded = attempt(() => converters.response.downgrade(message));
  const { result } = upgraded;
  const converted = {
    ...call,
    sent: { ...call.sent, path: result.path, query: result.query, headers: result.headers },
    body: result.body,
    response: answered,
  };
  if ('refusal' in downgraded) return { ...converted, returned: { status: downgraded.refusal } };
  const body = await comparable(downgraded.result.body);
  // What the older version declares alone may have properties that the newer one does not have.
  if (answered === response && answered.status < 400 && !('items' in answered))
    await checkRoundTrip(
      'responses',
      { ...downgraded.result, body },
      converters.response.upgrade,
      converters.response.downgrade,
    );
  const returned = { status: downgraded.result.status, ...('items' in answered ? { items: body } : { body }) };
  return { ...converted, returned: /** @type {Call['response']} */ (returned) };
}

/** @param {Call['response']} response */
function messageOf({ status, body, items }) {
  if (items !== undefined) return { status, headers: {}, body: items, stream: 'json-lines' };
  return { status, headers: {}, ...(body !== undefined && { body }) };
}

/**
 * What a conversion has made of a message, the conversion back and again makes of it, too: nothing is lost on the way but what
 * the first conversion lost.
 * @param {string} of @param {unknown} message @param {(message: any) => unknown} back @param {(message: any) => unknown} again
 */
async function checkRoundTrip(of, message, back, again) {
  const returned = attempt(() => again(back(message)));
  if ('refusal' in returned) return;
  const [wanted, got] = [await comparable(message), await comparable(returned.result)];
  if (!isDeepStrictEqual(got, wanted))
    throw new Error(`the round trip of ${of} differs at ${firstDifference(got, wanted)}`);
}

/**
 * Returns the first place at which two values differ, with both.
 * @param {unknown} got @param {unknown} wanted @param {string} [path] @returns {string | undefined}
 */
function firstDifference(got, wanted, path = '') {
  if (isDeepStrictEqual(got, wanted)) return undefined;
  if (!isContainer(got) || !isContainer(wanted) || Array.isArray(got) !== Array.isArray(wanted))
    return `${path || '/'}: ${JSON.stringify(got)} for ${JSON.stringify(wanted)}`;
  const keys = [...new Set([...Object.keys(got), ...Object.keys(wanted)])];
  return keys
    .map((key) => firstDifference(got[key], wanted[key], `${path}/${key}`))
    .find((found) => found !== undefined);
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
function isContainer(value) {
  return typeof value === 'object' && value !== null;
}

/** @template T @param {() => T} convert @returns {{ readonly result: T } | { readonly refusal: number }} */
function attempt(convert) {
  try {
    return { result: convert() };
  } catch (/** @type {any} */ error) {
    if (error.name !== 'Refusal') throw error;
    return { refusal: error.status };
  }
}
