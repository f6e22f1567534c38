/** Sends the values of cells with the generated client to the generated server, and compares what arrives. */
import { text } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import { documentOf as parsed, normalize } from 'lading/testing';
import { loadGenerated } from '../validation/generated.mjs';
import { documentOf, fileText } from './cells.mjs';

/**
 * @typedef {import('./cells.mjs').Cell} Cell
 * @typedef {{ readonly cell: Cell, readonly value: unknown, readonly request: Request | undefined, readonly text: string,
 *   readonly received: unknown, readonly reason: string }} Sent `request`: undefined if the client refuses the value
 * @typedef {{ readonly sent: readonly Sent[], readonly refused: readonly { readonly cell: Cell, readonly reason: string }[],
 *   readonly receive: (request: Request, cell: Cell) => Promise<{ readonly received: unknown, readonly reason: string }>, readonly document: object }} Encodings
 */

/** @param {readonly Cell[]} cells @returns {Promise<Encodings>} */
export async function sendAll(cells) {
  /** @type {{ cell: Cell, reason: string }[]} */
  const refused = [];
  const accepted = cells.filter((cell) => {
    const reason = refusalOf(cell);
    if (reason !== undefined) refused.push({ cell, reason });
    return reason === undefined;
  });
  const document = documentOf(accepted);
  const { client, server } = await loadGenerated(document);
  /** @type {any} */
  let received;
  const running = server.createServer(
    {},
    { fallback: (/** @type {any} */ call) => ((received = call), server.reply(204)) },
  );
  const receive = async (/** @type {Request} */ request, /** @type {Cell} */ { place }) => {
    received = undefined;
    const response = await running.fetch(request);
    const reason = response.status === 204 ? '' : `${response.status} ${await response.text()}`;
    return { received: await valueIn(received, place), reason };
  };
  /** @type {Request | undefined} */
  let request;
  let sending = /** @type {Cell} */ (accepted[0]);
  /** @type {{ readonly received: unknown, readonly reason: string }} */
  let outcome = { received: undefined, reason: '' };
  const caller = client.createCaller({
    baseUrl: 'http://encodings',
    fetch: async (/** @type {Request} */ url, /** @type {RequestInit} */ init) => {
      request = new Request(url, init);
      outcome = await receive(request.clone(), sending);
      return new Response(null, { status: 204 });
    },
  });
  const operations = new Map(
    Object.values(client)
      .filter((one) => one?.id !== undefined && one.method !== undefined)
      .map((one) => [String(one.path).split('/')[1], one]),
  );
  /** @type {Sent[]} */
  const sent = [];
  for (const cell of accepted) {
    sending = cell;
    for (const value of cell.values) {
      [request, outcome] = [undefined, { received: undefined, reason: '' }];
      let reason = '';
      await caller.call(operations.get(cell.id), inputOf(cell, value)).catch((/** @type {unknown} */ error) => {
        reason = String(error);
      });
      const written = request === undefined ? '' : await textOf(request, cell);
      sent.push({ cell, value, request, text: written, received: outcome.received, reason: outcome.reason || reason });
    }
  }
  return { sent, refused, receive, document };
}

/** Whether the value arrived as it was sent, or was refused by the client. @param {Sent} one */
export function arrives({ cell, value, received, request, reason }) {
  if (request === undefined) return true;
  if (value instanceof File)
    return isDeepStrictEqual(received, cell.place === 'body' ? fileText : { name: value.name, text: fileText });
  if (cell.place === 'body') return isDeepStrictEqual(received, value);
  const isJson = cell.structure === 'scalar' ? cell.style === 'content' && cell.place !== 'multipart' : !hasStyle(cell);
  const sent = isJson ? value : withoutUndefined(value);
  if (sent === undefined && cell.required) return reason.startsWith('400 ') && reason.includes('is required');
  return isDeepStrictEqual(received, sent) || (isEmpty(sent) && !cell.required && received === undefined);
}

/** By RFC 6570, null is undefined. @param {any} value @returns {unknown} */
function withoutUndefined(value) {
  if (value === null) return undefined;
  if (typeof value !== 'object' || Array.isArray(value)) return value;
  const entries = Object.entries(value)
    .map(([name, one]) => [name, withoutUndefined(one)])
    .filter(([, one]) => one !== undefined);
  return Object.fromEntries(entries);
}

/** @param {Cell} cell */
function hasStyle({ style }) {
  return style !== 'content' && style !== 'default';
}

/** @param {unknown} value */
function isEmpty(value) {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** Whether the specification says how a value is written: no null, nothing empty, and nothing nested outside of JSON. @param {Sent} one */
export function isSpecified({ cell, value }) {
  if (value === undefined || value === null || isEmpty(value)) return false;
  const { structure, style, explode, place } = cell;
  if (place === 'body' || structure === 'file') return true;
  if (style === 'content' && place !== 'multipart') return true;
  const isOfStyle = (style !== 'deepObject' || structure === 'object') && !(style.endsWith('Delimited') && explode);
  const hasNull = typeof value === 'object' && JSON.stringify(value).includes('null');
  return structure !== 'nested' && structure !== 'scalar' ? isOfStyle && !hasNull : structure === 'scalar';
}

/** @param {Cell} cell @returns {string | undefined} */
function refusalOf(cell) {
  try {
    normalize(parsed('encodings', /** @type {any} */ (documentOf([cell]))));
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** @param {Cell} cell @param {unknown} value */
function inputOf({ place }, value) {
  if (place === 'body') return value === undefined ? {} : { body: value };
  const given = value === undefined ? {} : { v: value };
  return place === 'urlencoded' || place === 'multipart' ? { body: { other: 'z', ...given } } : given;
}

/** @param {any} call @param {Cell['place']} at @returns {Promise<unknown>} the value of the cell, with bytes as text */
async function valueIn(call, at) {
  if (call === undefined) return undefined;
  const { path, query, headers, cookies, body } = call;
  const value = at === 'body' ? body : [path, query, headers, cookies, body].find((one) => one?.v !== undefined)?.v;
  if (typeof value?.bytes === 'function')
    return { name: value.name, text: Buffer.from(await value.bytes()).toString() };
  return value !== null && typeof value === 'object' && Symbol.asyncIterator in value ? text(value) : value;
}

/** What a request says at the place of a cell, with the percent-encoding of reserved characters as it is. @param {Request} request @param {Cell} cell */
export async function textOf(request, { place }) {
  const url = new URL(request.url);
  switch (place) {
    case 'path':
      return url.pathname.split('/').slice(2).join('/');
    case 'query':
      return url.search.slice(1);
    case 'header':
      return request.headers.get('v') ?? '';
    case 'cookie':
      return request.headers.get('cookie') ?? '';
    case 'body':
    case 'urlencoded':
      return request.clone().text();
    case 'multipart':
      return JSON.stringify(
        [...(await request.clone().formData())].map(([name, part]) => [name, part instanceof File ? part.name : part]),
      );
  }
}
