/** Calls one operation of a server with its client, and compares both ends. */
import { isDeepStrictEqual } from 'node:util';
import { comparable, withoutEmpty } from './comparable.mjs';
import { missingCredential } from './credentials.mjs';

/**
 * @typedef {import('@lading/runtime-wire').Contract} Contract
 * @typedef {import('@lading/runtime-wire').OperationContract} OperationContract
 * @typedef {import('../../values/calls.mjs').Call} Call
 * @typedef {Record<string, any>} Received the argument of the handler
 * @typedef {{ readonly reason: string, readonly detail: string }} Difference
 * @typedef {{ readonly contract: Contract, readonly call: (operation: OperationContract, input: object) => Promise<unknown>,
 *   readonly answer: (handler: (received: Received) => unknown) => void,
 *   readonly reply: (status: number, body?: unknown) => unknown }} Ends
 */

/** Runs a call. @param {OperationContract} operation @param {Call} call @param {Ends} ends @returns {Promise<Difference | undefined>} */
export async function mirrorCall(operation, { input, sent, body, response, returned = response, refused }, ends) {
  /** @type {Difference | undefined} */
  let difference;
  let arrived = false;
  ends.answer(async (received) => {
    arrived = true;
    difference = await arrivalDifference(operation, { sent, body }, received, ends.contract);
    return ends.reply(response.status, 'items' in response ? each(response.items ?? []) : response.body);
  });
  const outcome = await ends.call(operation, input).then(
    (result) => ({ result }),
    (/** @type {unknown} */ error) => ({ error }),
  );
  if (difference !== undefined) return difference;
  if (refused !== undefined) return errorDifference({ status: refused }, outcome);
  if (!arrived) return 'error' in outcome ? unsent(outcome.error, input) : { reason: 'no request', detail: '' };
  return returned.status < 300 ? resultDifference(returned, outcome) : errorDifference(returned, outcome);
}

/** The client itself sends these headers, even if the document declares them as parameters. @param {object} got @param {object} wanted */
function withoutStandardHeaders(got, wanted) {
  const isOwn = (/** @type {string} */ name) =>
    !/^(accept|accept-language|authorization|content-length|content-type|user-agent)$/i.test(name) || name in wanted;
  return Object.fromEntries(Object.entries(got).filter(([name]) => isOwn(name)));
}

/** @param {readonly unknown[]} items */
async function* each(items) {
  yield* items;
}

/**
 * @param {OperationContract} operation @param {Pick<Call, 'sent' | 'body'>} call @param {Received} received @param {Contract} contract
 * @returns {Promise<Difference | undefined>}
 */
async function arrivalDifference(operation, { sent, body }, received, contract) {
  for (const [location, values] of Object.entries(sent)) {
    if (location === 'querystring') continue;
    const wanted = withoutEmpty(await comparable(values));
    const got = withoutStandardHeaders(withoutEmpty(await comparable(received[location])), wanted);
    if (!isDeepStrictEqual(got, wanted)) return unequal(`${location} arrive differently`, wanted, got);
  }
  const wanted = await comparable(body);
  const got = await comparable(received['body']);
  const isEmpty = wanted === undefined && (got === '' || isDeepStrictEqual(got, {}));
  if (!isEmpty && !isDeepStrictEqual(got, wanted)) return unequal('body arrives differently', wanted, got);
  const scheme = missingCredential(contract, operation, received['request']);
  return scheme === undefined ? undefined : { reason: 'credential does not arrive', detail: scheme };
}

/** @param {import('../../values/calls.mjs').Response} response @param {{ result: unknown } | { error: unknown }} outcome @returns {Promise<Difference | undefined>} */
async function resultDifference({ status, body, items }, outcome) {
  if ('error' in outcome)
    return {
      reason: `response of ${items === undefined ? 'a value' : 'a stream'} fails: ${codeOf(outcome.error)}`,
      detail: messageOf(outcome.error),
    };
  const isByStatus =
    isObject(outcome.result) &&
    outcome.result['status'] === status &&
    'body' in outcome.result &&
    !(Symbol.asyncIterator in outcome.result);
  const wanted = await comparable(items ?? body);
  const got = await comparable(isByStatus ? /** @type {Received} */ (outcome.result)['body'] : outcome.result);
  // The result of an operation without a body may be its headers.
  if (wanted === undefined && isObject(got) && 'date' in got) return undefined;
  return isDeepStrictEqual(got, wanted) ? undefined : unequal('result differs', wanted, got);
}

/** @param {import('../../values/calls.mjs').Response} response @param {{ result: unknown } | { error: unknown }} outcome @returns {Promise<Difference | undefined>} */
async function errorDifference({ status, body }, outcome) {
  if (!('error' in outcome)) return { reason: 'error response is a result', detail: String(status) };
  const error = /** @type {Received} */ (outcome.error);
  if (error['status'] !== status)
    return { reason: `error response fails: ${codeOf(error)}`, detail: `${status}: ${messageOf(error)}` };
  const got = await comparable(error['body']);
  // What is not declared has the body that the server writes by itself.
  return body === undefined || isDeepStrictEqual(got, body)
    ? undefined
    : unequal('body of an error differs', body, got);
}

/** @param {unknown} error @param {object} input @returns {Difference} */
function unsent(error, input) {
  const status = isObject(error) ? error['status'] : undefined;
  const reason = status === undefined ? `not sent: ${codeOf(error)}` : `refused by the server: ${status}`;
  return { reason, detail: `${messageOf(error)} for ${text(input)}` };
}

/** @param {string} reason @param {unknown} wanted @param {unknown} got @returns {Difference} */
function unequal(reason, wanted, got) {
  return { reason, detail: `sent ${text(wanted)}, received ${text(got)}` };
}

/** @param {unknown} error */
const codeOf = (error) => (isObject(error) ? String(error['code'] ?? error['name']) : 'error');
/** @param {unknown} error */
const messageOf = (error) => {
  const cause = isObject(error) && error['cause'] instanceof Error ? ` ${error['cause'].message}` : '';
  return `${error instanceof Error ? error.message : String(error)}${cause}`.slice(0, 300);
};
/** @param {unknown} value @returns {value is Received} */
const isObject = (value) => typeof value === 'object' && value !== null;
/** @param {unknown} value */
const text = (value) => (JSON.stringify(value) ?? 'nothing').slice(0, 300);
