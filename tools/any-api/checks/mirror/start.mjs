/** Starts a generated server, and creates a generated client for it. */
import { bundled } from '../bundled.mjs';
import { entryOf } from '../workspace.mjs';
import { credentialsOf, securityHandlers } from './credentials.mjs';

/** The packages of a client of one version and a server of another, in the order in which programs get their folders. @param {string} client @param {string} server @param {string} overlay the version of the conversions */
export const pairOf = (client, server, overlay) => [
  `contract-v${client}`,
  `client-v${client}`,
  `conversion-v${overlay}`,
  `server-v${server}`,
];

/** A header of every request, which names the version of the client. */
const version = { header: 'x-mirrored-version' };

/**
 * Starts a server of one version, and creates a client of another one.
 * @param {string} workspace
 * @param {readonly string[]} folders those of `pairOf`
 * @param {(conversions: any) => unknown} conversionOf returns the conversion of the clients
 * @param {{ readonly server?: object, readonly client?: object }} [options]
 */
export async function startPair(
  workspace,
  [contract = '', client = '', overlay = '', server = ''],
  conversionOf,
  options,
) {
  const packages = await bundled(workspace, {
    client: entryOf(client),
    theirs: entryOf(contract),
    overlay: entryOf(overlay),
    server: entryOf(server),
  });
  /** @type {import('@lading/runtime-wire').Contract} */
  const theirs = packages['theirs'].contract;
  const conversion = conversionOf(packages['overlay']);
  const started = await start(/** @type {any} */ (packages), {
    contract: theirs,
    server: { serves: [{ contract: theirs, conversion }], version, ...options?.server },
    client: { headers: { [version.header]: theirs.version }, ...options?.client },
  });
  const own = packages['server'].contract;
  return { ...started, theirs, own, conversion: /** @type {any} */ (conversion), overlay: packages['overlay'] };
}

/** Starts such a pair, whose server checks its responses, and keeps the last response, with the media type of its request. @param {string} workspace @param {readonly string[]} folders @param {(conversions: any) => unknown} conversionOf */
export async function startRecordedPair(workspace, folders, conversionOf) {
  const last = { response: /** @type {Response | undefined} */ (undefined), mediaType: '' };
  const fetchRecorded = async (/** @type {string} */ url, /** @type {any} */ init) => {
    const request = new Request(url, init);
    last.mediaType = request.headers.get('content-type') ?? '';
    const received = await fetch(request);
    // Both read it, and neither waits for the other one.
    const { status, headers } = received;
    const bytes = received.body === null ? null : await received.arrayBuffer();
    last.response = new Response(bytes, { status, headers });
    return new Response(bytes, { status, headers });
  };
  const options = { server: { checkResponses: 'fail' }, client: { fetch: fetchRecorded } };
  return { last, ...(await startPair(workspace, folders, conversionOf, options)) };
}

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
export async function read(result) {
  if (typeof result !== 'object' || result === null || !(Symbol.asyncIterator in result)) return result;
  if ('bytes' in result) return /** @type {{ bytes: () => Promise<Uint8Array> }} */ (result).bytes();
  const items = [];
  for await (const item of /** @type {AsyncIterable<unknown>} */ (result)) items.push(item);
  return items;
}
