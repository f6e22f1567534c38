/** The calls of an operation: what the client sends, and what the server's handler returns. */
import { randomOf, valueOf } from '@lading/runtime-values';
import { requestBody, responseBody } from './bodies.mjs';
import { hasFreeNames, parameterValue } from './parameters.mjs';

/**
 * @typedef {import('@lading/runtime-wire').OperationContract} OperationContract @typedef {import('@lading/runtime-values').Random} Random
 * @typedef {{ body?: readonly string[], nested?: readonly string[] }} ClientOperation what the client has as data
 * @typedef {Readonly<Record<string, Readonly<Record<string, unknown>>>>} ByLocation
 * @typedef {{ status: number, body?: unknown, items?: readonly unknown[] }} Response
 * @typedef {{ input: any, sent: ByLocation, body: unknown, response: Response }} Call
 *   `sent` and `body` arrive at the handler, which answers with `response`
 */

const locations = /** @type {const} */ (['path', 'query', 'headers', 'cookies', 'querystring']);

/** At least this many calls of each operation: one for each status, and further ones with other values. */
const fewest = 3;

/**
 * @param {OperationContract} contract @param {ClientOperation} operation @param {number} seed
 * @param {ByLocation} [keys] values of parameters that are credentials, too
 * @returns {Call[]}
 */
export function callsOf(contract, operation, seed, keys = {}) {
  const random = randomOf(seed, contract.id);
  const responses = [...successes(contract, random), ...errors(contract, random)];
  // Of an operation that only switches the protocol, the request is compared.
  if (responses.length === 0) responses.push({ status: 500 });
  while (responses.length < fewest) responses.push(successes(contract, random)[0] ?? responses[0]);
  return responses.map((response) => ({ ...requestOf(contract, operation, random, keys), response }));
}

/** @param {OperationContract} contract @param {ClientOperation} operation @param {Random} random @param {ByLocation} keys */
function requestOf(contract, { body: [mediaType = ''] = [], nested = [] }, random, keys) {
  // The client itself sends these headers.
  const own =
    contract.security === undefined
      ? /^(accept|content-length|content-type)$/i
      : /^(accept|authorization|content-length|content-type)$/i;
  const valuesOf = (location) => {
    const all = Object.entries(contract.parameters?.[location] ?? {}).filter(
      ([name]) => location !== 'headers' || !own.test(name),
    );
    const free = all.filter(([, parameter]) => hasFreeNames(parameter));
    const sendable = free.length < 2 ? all : all.filter((one) => !free.includes(one));
    const values = sendable
      .map(([name, parameter]) => [name, parameterValue(parameter, location, random)])
      .filter(([, value]) => value !== undefined);
    const key = (name) => (Object.hasOwn(keys[location] ?? {}, name) ? keys[location][name] : undefined);
    return Object.fromEntries(values.map(([name, value]) => [name, key(name) ?? value]));
  };
  const sent = Object.fromEntries(locations.map((location) => [location, valuesOf(location)]));
  const body = requestBody(contract, mediaType, random);
  const parameters = locations.map((location) =>
    nested.includes(location) ? { [location]: sent[location] } : sent[location],
  );
  // Not assigned: a parameter may have the name `__proto__`.
  const input = Object.fromEntries(parameters.flatMap(Object.entries));
  return { sent, body, input: { ...input, ...(body === undefined ? {} : { body }) } };
}

/**
 * Returns a status of a key of the contract: `404`, a free one of `4XX`, or the first free one that `default` may have.
 * @param {string} key @param {readonly number[]} ofDefault @param {(status: number) => boolean} isFree @returns {number | undefined}
 */
function statusOf(key, ofDefault, isFree) {
  if (/^\d+$/.test(key)) return Number(key);
  const range = Number(key[0]) * 100;
  return (key === 'default' ? ofDefault : [range + 9, range + 10, range + 11]).find(isFree);
}

/** @param {OperationContract} contract @param {Random} random @returns {Response[]} */
function successes({ responses, method }, random) {
  return Object.entries(responses).flatMap(([key, response]) => {
    const status = statusOf(key, [200], (one) => !Object.hasOwn(responses, String(one)));
    // A response below 200 is not the last one of its request.
    if (status === undefined || status < 200) return [];
    return [{ status, ...(status !== 304 && responseBody(response, status, method, random)) }];
  });
}

/** @param {OperationContract} contract @param {Random} random @returns {Response[]} */
function errors({ errors: schemas = {}, responses, method }, random) {
  const declared = { ...schemas, ...responses };
  return Object.entries(schemas).flatMap(([key, schema]) => {
    const status = statusOf(key, [500, 503, 418, 400], (one) => !Object.hasOwn(declared, String(one)));
    if (status === undefined || status < 300) return [];
    return [{ status, ...(method !== 'HEAD' && { body: valueOf(schema, random) }) }];
  });
}
