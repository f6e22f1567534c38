/** Starts a generated server, and creates a generated client for it. */
import { packagesOf } from '../workspace/generated.mjs';
import { credentialsOf, securityHandlers } from './credentials.mjs';

/** @typedef {import('@lading/runtime-wire').Contract} Contract @typedef {import('@lading/runtime-wire').OperationContract} OperationContract */
/** @typedef {{ operation: import('../values/calls.mjs').ClientOperation, noun: string, verb: string, call: (input: object) => Promise<unknown> }} Method */

/** A header of every request, which names the version of the client. */
const version = { header: 'x-mirrored-version' };

/**
 * Starts a server of one version, which checks its responses, and creates a client of another one. Keeps the last response, with the media type
 * of its request.
 * @param {string} workspace @param {Readonly<Record<'client' | 'server' | 'conversion', string>>} versions of the packages
 * @param {(conversions: any) => any} conversionOf returns the conversion of the clients
 */
export async function startPair(workspace, versions, conversionOf) {
  const names = ['contract', 'client'].map((name) => [name, `${name}-v${versions.client}`]);
  const others = { server: `server-v${versions.server}`, conversions: `conversion-v${versions.conversion}` };
  const packages = await packagesOf(workspace, { ...Object.fromEntries(names), ...others });
  /** @type {Contract} */
  const theirs = packages.contract.contract;
  const conversion = conversionOf(packages.conversions);
  const last = { response: /** @type {Response | undefined} */ (undefined), mediaType: '' };
  const fetchRecorded = async (url, init) => {
    const request = new Request(url, init);
    last.mediaType = request.headers.get('content-type') ?? '';
    const received = await fetch(request);
    // Both read it, and neither waits for the other one.
    const { status, headers } = received;
    const bytes = received.body === null ? null : await received.arrayBuffer();
    last.response = new Response(bytes, { status, headers });
    return new Response(bytes, { status, headers });
  };
  const started = await start(packages, {
    contract: theirs,
    server: { serves: [{ contract: theirs, conversion }], version, checkResponses: 'fail' },
    client: { headers: { [version.header]: theirs.version }, fetch: fetchRecorded },
  });
  /** @type {Contract} */
  const own = packages.server.contract;
  return { ...started, theirs, own, conversion, conversions: packages.conversions, last };
}

/**
 * @param {any} packages the exports of `client` and `server`
 * @param {{ contract?: Contract, server?: object, client?: object }} [options] `contract`: that of the client, if it is not the server's
 */
export async function start({ client, server }, options = {}) {
  let handle = (/** @type {any} */ _received, /** @type {OperationContract} */ _operation) =>
    /** @type {unknown} */ (undefined);
  const handlers = {};
  for (const operation of /** @type {OperationContract[]} */ (Object.values(server.contract.operations)))
    (handlers[operation.noun] ??= {})[operation.verb] = (received) => handle(received, operation);
  const errors = [];
  /** @type {Contract} */
  const contract = options.contract ?? server.contract;
  const running = server.createServer(handlers, {
    security: securityHandlers({ ...credentialsOf(server.contract), ...credentialsOf(contract) }),
    onError: (error) => errors.push(error),
    ...options.server,
  });
  const { port } = await running.listen({ port: 0, host: '127.0.0.1' });
  const baseUrl = `http://127.0.0.1:${port}`;
  const api = client.createClient({ baseUrl, auth: credentialsOf(contract), timeout: 3000, ...options.client });
  return {
    baseUrl,
    contract,
    errors,
    methods: methodsOf(client, api),
    /** Sets the handler of all operations. @param {typeof handle} handler */
    answer: (handler) => void (handle = handler),
    /** @param {number} status @param {unknown} [body] */
    reply: (status, body) => server.reply(status, body),
    close: () => running.close({ timeout: 0 }),
  };
}

/** The methods of a client by operation: a group whose name the client has for itself is renamed there. @returns {Map<string, Method>} */
export function methodsOf({ groups }, api) {
  const methods = Object.entries(groups).flatMap(([noun, group]) =>
    Object.entries(group).map(([verb, operation]) => [operation.id, { operation, noun, verb, call: api[noun][verb] }]),
  );
  return new Map(/** @type {any} */ (methods));
}

/** Reads a stream to its end, so that its errors belong to the call. */
export async function read(result) {
  if (typeof result !== 'object' || result === null || !(Symbol.asyncIterator in result)) return result;
  if ('bytes' in result) return result.bytes();
  const items = [];
  for await (const item of result) items.push(item);
  return items;
}
