/** Calls a generated server with the clients of other tools, and compares what arrives with what was sent. */
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { heading, inFolder } from '@lading/run/commands';
import { installOrSkip } from '@lading/run/installs';
import { markdownTable } from '@lading/run/markdown-table';
import { bundled } from '../checks/bundled.mjs';
import { generatedIn } from '../checks/workspace.mjs';
import { calls } from '../foreign/calls.mjs';
import { heyApi } from '../foreign/hey-api.mjs';
import { peer, readme } from '../places.mjs';

/** @typedef {import('../foreign/calls.mjs').ForeignCall} ForeignCall */

/** Its paths name the styles, as those of RFC 6570. @type {Readonly<Record<string, readonly [method: 'GET' | 'POST', path: string]>>} */
const operations = {
  pathSimple: ['GET', '/simple/{text}/{numbers}/{point*}'],
  pathLabel: ['GET', '/label/{.numbers}/{.point*}'],
  pathMatrix: ['GET', '/matrix/{;numbers}/{;point*}'],
  queryForm: ['GET', '/query'],
  queryJoined: ['GET', '/query/joined'],
  queryObject: ['GET', '/query/object'],
  queryPipe: ['GET', '/query/pipe'],
  querySpace: ['GET', '/query/space'],
  queryDeep: ['GET', '/query/deep'],
  header: ['GET', '/header'],
  json: ['POST', '/json'],
  form: ['POST', '/form'],
  multipart: ['POST', '/multipart'],
  text: ['POST', '/text'],
  bytes: ['POST', '/bytes'],
};

/** The options that its user adds to a call. @type {Readonly<Record<string, object>>} */
const settings = {
  queryForm: { querySerializer: { object: { style: 'form', explode: true } } },
  queryJoined: { querySerializer: { array: { style: 'form', explode: false } } },
  queryObject: { querySerializer: { object: { style: 'form', explode: false } } },
  queryPipe: { querySerializer: { array: { style: 'pipeDelimited', explode: false } } },
  querySpace: { querySerializer: { array: { style: 'spaceDelimited', explode: false } } },
  form: {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    bodySerializer: (/** @type {object} */ body) => new URLSearchParams(pairsOf(body)),
  },
  multipart: { bodySerializer: formOf },
  text: { headers: { 'content-type': 'text/plain' }, bodySerializer: (/** @type {string} */ body) => body },
  bytes: {
    headers: { 'content-type': 'application/octet-stream' },
    bodySerializer: (/** @type {Blob} */ body) => body,
  },
};

/**
 * Calls operations with openapi-fetch, which knows paths, and leaves styles and forms to its user.
 * @param {string} baseUrl @param {string} token @returns {Promise<(call: ForeignCall) => Promise<unknown>>}
 */
async function openapiFetch(baseUrl, token) {
  const { default: createClient } = await import(pathToFileURL(peer('openapi-fetch/dist/index.mjs')).href);
  const client = createClient({ baseUrl });
  return async ({ operation, path, query, headers, body }) => {
    const [method, template] = operations[operation] ?? ['GET', operation];
    const { headers: own, ...more } = /** @type {{ headers?: object }} */ (settings[operation] ?? {});
    const { data, error } = await client[method](template, {
      params: { path, query, header: headers },
      ...(body !== undefined && { body }),
      headers: { ...own, authorization: `Bearer ${token}` },
      ...more,
    });
    if (error !== undefined) throw new Error(JSON.stringify(error));
    return data;
  };
}

/** @param {object} body */
function formOf(body) {
  const form = new FormData();
  for (const [name, value] of pairsOf(body)) form.append(name, /** @type {string} */ (value));
  return form;
}

/** Items of arrays repeat their name. @param {object} body @returns {[string, any][]} */
function pairsOf(body) {
  return Object.entries(body).flatMap(([name, value]) =>
    [value].flat().map((item) => /** @type {[string, any]} */ ([name, item instanceof Blob ? item : String(item)])),
  );
}

const token = 'secret';
const document = fileURLToPath(new URL('../foreign/pets.yaml', import.meta.url));

/** @type {import('@lading/run/commands').Command} */
export default {
  about: `Generates a server of foreign/pets.yaml, and calls it with openapi-fetch and with the client that hey-api generates. Prints what
arrives differently.`,
  page: readme,
  marker: 'foreign',
  run: () =>
    inFolder(async (work) => {
      installOrSkip('peers');
      const server = await servedFrom(join(work, 'lading'));
      /** @type {string[][]} */
      const rows = [];
      /** @type {string[]} */
      const failures = [];
      const clients = {
        'openapi-fetch': await openapiFetch(server.address, token),
        'hey-api': await heyApi(document, join(work, 'hey-api'), server.address, token),
      };
      for (const [name, call] of Object.entries(clients)) {
        let arrived = 0;
        for (const one of calls) {
          const difference = await differenceOf(one, call);
          if (difference === undefined) arrived += 1;
          else failures.push(`- ${name}, \`${one.operation}\`: ${difference}`);
        }
        rows.push([name, `${arrived} of ${calls.length}`]);
      }
      await server.close();
      const parts = [heading(), markdownTable(['client', 'calls that arrive equal'], rows), failures.join('\n')];
      return { text: parts.join('\n\n').trim(), failed: failures.length > 0 };
    }),
};

/** Starts the generated server, whose handlers return what they receive. @param {string} workspace */
async function servedFrom(workspace) {
  const { entry } = await generatedIn(workspace, [document], ['--servers']);
  const { server } = await bundled(workspace, { server: entry('server-') });
  /** @type {Record<string, Record<string, (call: any) => unknown>>} */
  const handlers = {};
  for (const { noun, verb } of Object.values(server.contract.operations)) {
    (handlers[noun] ??= {})[verb] = async ({ path, query, headers, body, identity }) => ({
      ...{ path, query, headers, identity },
      body: await shown(body),
    });
  }
  const security = { token: (/** @type {{ credential: string }} */ { credential }) => credential };
  const running = server.createServer(handlers, { security });
  const { address } = await running.listen({ port: 0 });
  return { address, close: () => running.close({ timeout: 0 }) };
}

/** @param {import('../foreign/calls.mjs').ForeignCall} one @param {(one: import('../foreign/calls.mjs').ForeignCall) => Promise<any>} call */
async function differenceOf(one, call) {
  const { path = {}, query = {}, headers = {}, body, received = body } = one;
  const wanted = { path, query, headers, identity: { token }, ...(body !== undefined && { body: received }) };
  try {
    const got = await call(one);
    if (isDeepStrictEqual(got, wanted)) return undefined;
    return `sent ${JSON.stringify(wanted)}, received ${JSON.stringify(got)}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** A body as JSON: bytes as text, files with their name. @param {any} value @returns {Promise<unknown>} */
async function shown(value) {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return Promise.all(value.map(shown));
  if ('mediaType' in value) return { name: value.name, text: Buffer.from(await value.bytes()).toString() };
  if (Symbol.asyncIterator in value) return text(value);
  const entries = Object.entries(value).map(async ([key, one]) => [key, await shown(one)]);
  return Object.fromEntries(await Promise.all(entries));
}
