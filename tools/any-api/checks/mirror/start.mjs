/** Starts a generated server, and creates a generated client for it. */
import { credentialsOf, securityHandlers } from './credentials.mjs';

/** @typedef {{ readonly operation: import('../../values/calls.mjs').ClientOperation, readonly call: (input: object) => Promise<unknown> }} Method */

/**
 * @param {{ readonly client: any, readonly server: any }} packages the exports of both
 * @param {{ readonly contract?: import('@lading/runtime-wire').Contract, readonly server?: object, readonly client?: object }} [options]
 *   `contract`: that of the client, if it is not the server's; further options of both
 */
export async function start({ client, server }, options = {}) {
  /** @type {(received: object) => unknown} */
  let handle = () => undefined;
  /** @type {Record<string, Record<string, (received: object) => unknown>>} */
  const handlers = {};
  for (const { noun, verb } of Object.values(server.contract.operations))
    (handlers[noun] ??= {})[verb] = (received) => handle(received);
  /** @type {unknown[]} */
  const errors = [];
  const contract = options.contract ?? server.contract;
  const running = server.createServer(handlers, {
    security: { ...securityHandlers(server.contract), ...securityHandlers(contract) },
    onError: (/** @type {unknown} */ error) => errors.push(error),
    ...options.server,
  });
  const { port } = await running.listen({ port: 0, host: '127.0.0.1' });
  const baseUrl = `http://127.0.0.1:${port}`;
  const api = client.createClient({ baseUrl, auth: credentialsOf(contract), timeout: 3000, ...options.client });
  /** The methods of the client by operation: a group whose name the client has for itself is renamed there. @type {Map<string, Method>} */
  const methods = new Map(
    Object.entries(client.groups).flatMap(([noun, group]) =>
      Object.entries(/** @type {Record<string, any>} */ (group)).map(([verb, operation]) => [
        operation.id,
        { operation, call: api[noun][verb] },
      ]),
    ),
  );
  /** @type {import('./mirror-operation.mjs').Ends} */
  const ends = {
    contract,
    call: async ({ id }, input) => read(await methods.get(id)?.call(input)),
    answer: (handler) => void (handle = handler),
    reply: (status, body) => server.reply(status, body),
  };
  return { ends, methods, errors, close: () => running.close({ timeout: 0 }) };
}

/** Reads a stream to its end, so that its errors belong to the call. @param {unknown} result */
async function read(result) {
  if (typeof result !== 'object' || result === null || !(Symbol.asyncIterator in result)) return result;
  if ('bytes' in result) return /** @type {{ bytes: () => Promise<Uint8Array> }} */ (result).bytes();
  const items = [];
  for await (const item of /** @type {AsyncIterable<unknown>} */ (result)) items.push(item);
  return items;
}
