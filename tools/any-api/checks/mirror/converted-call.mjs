/** A call of an older client: what the conversions alone make of its request, and of the response of the newer version. */
import { isDeepStrictEqual } from 'node:util';
import { comparable } from './comparable.mjs';

/** @typedef {import('../../values/calls.mjs').Call} Call */

/**
 * @param {Call} call of the older version
 * @param {Call['response'] | undefined} response of the newer one
 * @param {{ readonly operation: import('@lading/runtime-wire').OperationContract, readonly converters: any }} conversion
 * @returns {Promise<Call>}
 * @throws Error if a round trip loses what the first conversion kept
 */
export async function convertedCall(call, response = call.response, { operation, converters }) {
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
