/** Calls operations of a server with its client, and compares both ends. ajv validates what arrives. */
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { callsOf } from '../values/calls.mjs';
import { packagesOf } from '../workspace/generated.mjs';
import { docsFile } from '../workspace/workspace.mjs';
import { checkAll, drawn } from './all.mjs';
import { keysOf, missingCredential } from './credentials.mjs';
import { judgeOf } from './judge.mjs';
import { read, start } from './start.mjs';

/**
 * @typedef {import('./all.mjs').OperationContract} OperationContract @typedef {import('./all.mjs').Difference} Difference
 * @typedef {import('../values/calls.mjs').Call} Call @typedef {import('../values/calls.mjs').Response} Response
 * @typedef {Awaited<ReturnType<typeof start>> & { judge?: ReturnType<typeof judgeOf> }} Started
 */

/** A module for `inProcess`: starts the server without handlers, and mirrors its operations. @param {string} workspace @param {import('./all.mjs').MirrorOptions} options */
export async function run(workspace, options) {
  const packages = await packagesOf(workspace, { client: 'client-', server: 'server-' });
  const bare = packages.server.createServer({});
  const { port } = await bare.listen({ port: 0, host: '127.0.0.1' });
  const { status } = await fetch(`http://127.0.0.1:${port}/`);
  await bare.close({ timeout: 0 });
  if (status === 500) throw new Error(`GET / is answered with ${status}`);
  const judge = judgeOf(JSON.parse(readFileSync(docsFile(workspace, 'openapi.json'), 'utf8')));
  const started = { ...(await start(packages)), judge };
  const { contract } = packages.server;
  const result = await mirrorAll(drawn(Object.values(contract.operations), options), started, (operation, called) =>
    callsOf(operation, called, options.seed, keysOf(contract)),
  );
  await started.close();
  return result;
}

/**
 * @param {readonly OperationContract[]} operations @param {Started} started
 * @param {(operation: OperationContract, called: any) => Promise<readonly Call[]> | readonly Call[]} callsFor
 */
export function mirrorAll(operations, started, callsFor) {
  return checkAll(operations, async (operation) => {
    const method = started.methods.get(operation.id);
    if (method === undefined) return { reason: 'the client has no method', detail: operation.id };
    for (const call of await callsFor(operation, method.operation)) {
      started.errors.length = 0;
      const difference = await mirrorCall(operation, call, method, started);
      const [cause] = started.errors;
      if (difference !== undefined && cause !== undefined)
        difference.detail += `; the server: ${String(cause).slice(0, 300)}`;
      if (difference !== undefined) return difference;
    }
    return undefined;
  });
}

/** @param {OperationContract} operation @param {Call} call @param {import('./start.mjs').Method} method @param {Started} started @returns {Promise<Difference | undefined>} */
async function mirrorCall(operation, { input, sent, body, response }, method, started) {
  let difference;
  let arrived = false;
  started.answer(async (received) => {
    arrived = true;
    difference = await arrivalDifference(operation, { sent, body }, received, started);
    return started.reply(response.status, 'items' in response ? each(response.items) : response.body);
  });
  const outcome = await method
    .call(input)
    .then(read)
    .then(
      (result) => ({ result }),
      (error) => ({ error }),
    );
  if (difference !== undefined) return difference;
  if (!arrived) return 'error' in outcome ? unsent(outcome.error, input) : { reason: 'no request', detail: '' };
  return response.status < 300 ? resultDifference(response, outcome) : errorDifference(response, outcome);
}

export async function* each(items) {
  yield* items;
}

/** The client itself sends these headers, even if the document declares them as parameters. */
function withoutStandardHeaders(got, wanted) {
  const standard = /^(accept|accept-language|authorization|content-length|content-type|user-agent)$/i;
  return Object.fromEntries(Object.entries(got).filter(([name]) => !standard.test(name) || name in wanted));
}

/** @param {OperationContract} operation @param {Pick<Call, 'sent' | 'body'>} call @param {any} received @param {Started} started */
async function arrivalDifference(operation, { sent, body }, received, { contract, judge }) {
  for (const [location, values] of Object.entries(sent)) {
    if (location === 'querystring') continue;
    const wanted = withoutEmpty(await comparable(values));
    const got = withoutStandardHeaders(withoutEmpty(await comparable(received[location])), wanted);
    if (!isDeepStrictEqual(got, wanted)) return unequal(`${location} arrive differently`, wanted, got);
  }
  const [wanted, got] = [await comparable(body), await comparable(received.body)];
  const isEmpty = wanted === undefined && (got === '' || isDeepStrictEqual(got, {}));
  if (!isEmpty && !isDeepStrictEqual(got, wanted)) return unequal('body arrives differently', wanted, got);
  const scheme = missingCredential(contract, operation, received.request);
  if (scheme !== undefined) return { reason: 'credential does not arrive', detail: scheme };
  const [problem] = judge?.(operation)?.(received, received.request.headers['content-type'] ?? '') ?? [];
  return problem === undefined ? undefined : { reason: 'ajv rejects the request', detail: problem };
}

/** @param {Response} response @param {{ result?: any, error?: any }} outcome */
async function resultDifference({ status, body, items }, { result, error }) {
  if (error !== undefined) {
    const kind = items === undefined ? 'a value' : 'a stream';
    return { reason: `response of ${kind} fails: ${codeOf(error)}`, detail: messageOf(error) };
  }
  const isByStatus = result?.status === status && 'body' in result && !(Symbol.asyncIterator in result);
  const wanted = await comparable(items ?? body);
  const got = await comparable(isByStatus ? result.body : result);
  // The result of an operation without a body may be its headers.
  if (wanted === undefined && typeof got === 'object' && got !== null && 'date' in got) return undefined;
  return isDeepStrictEqual(got, wanted) ? undefined : unequal('result differs', wanted, got);
}

/** @param {{ status: number, body?: unknown }} response @param {{ result?: any, error?: any }} outcome */
async function errorDifference({ status, body }, { error }) {
  if (error === undefined) return { reason: 'error response is a result', detail: String(status) };
  if (error.status !== status)
    return { reason: `error response fails: ${codeOf(error)}`, detail: `${status}: ${messageOf(error)}` };
  const got = await comparable(error.body);
  // What is not declared has the body that the server writes by itself.
  const isEqual = body === undefined || isDeepStrictEqual(got, body);
  return isEqual ? undefined : unequal('body of an error differs', body, got);
}

function unsent(error, input) {
  const reason = error.status === undefined ? `not sent: ${codeOf(error)}` : `refused by the server: ${error.status}`;
  return { reason, detail: `${messageOf(error)} for ${text(input)}` };
}

export const unequal = (reason, wanted, got) => ({ reason, detail: `sent ${text(wanted)}, received ${text(got)}` });
const codeOf = (error) => String(error.code ?? error.name);
const messageOf = (error) => `${error.message} ${error.cause?.message ?? ''}`.trim().slice(0, 300);
const text = (value) => (JSON.stringify(value) ?? 'nothing').slice(0, 300);

/** A value in a form in which it can be compared: bytes, files and streams as text. @param {BufferEncoding} [encoding] @returns {Promise<any>} */
export async function comparable(value, encoding = 'utf8') {
  if (value instanceof Uint8Array || value instanceof ArrayBuffer)
    return Buffer.from(/** @type {any} */ (value)).toString(encoding);
  if (value instanceof Blob) return comparable(await value.arrayBuffer(), encoding);
  if (Array.isArray(value)) return Promise.all(value.map((item) => comparable(item, encoding)));
  if (typeof value !== 'object' || value === null) return value;
  if (Symbol.asyncIterator in value) {
    const chunks = [];
    for await (const chunk of value) chunks.push(chunk);
    const isBytes = chunks.every((chunk) => chunk instanceof Uint8Array);
    return comparable(isBytes ? Buffer.concat(chunks) : chunks, encoding);
  }
  const entries = Object.entries(value).map(async ([name, item]) => [name, await comparable(item, encoding)]);
  return Object.fromEntries((await Promise.all(entries)).filter(([, item]) => item !== undefined));
}

/** Parameters, of which the empty ones are not sent, nor the empty objects and arrays within them. */
function withoutEmpty(values) {
  const isObject = (value) => typeof value === 'object' && value !== null;
  const isEmpty = (value) => (isObject(value) ? Object.keys(value).length === 0 : (value ?? undefined) === undefined);
  const filled = (value) => (isObject(value) && !Array.isArray(value) ? withoutEmpty(value) : value);
  const entries = Object.entries(values ?? {}).map(([name, value]) => [name, filled(value)]);
  return Object.fromEntries(entries.filter(([, value]) => !isEmpty(value)));
}
