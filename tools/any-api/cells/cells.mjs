/** Cells, which are schemas at a place of a request: the document that has an operation for each, and what is sent to its server. */
import { text } from 'node:stream/consumers';
import { loadGenerated } from '../workspace/generated.mjs';

/**
 * @typedef {{ id: string, place: string, schema: object | boolean, required?: boolean, style?: string, explode?: boolean,
 *   allowReserved?: boolean }} Cell
 *   `style`: that of a parameter or property; `content` if it has a media type instead, `default` without any; the media type of a body
 */

const mediaTypes = { urlencoded: 'application/x-www-form-urlencoded', multipart: 'multipart/form-data' };
const baseUrl = 'http://cells';

/** @param {readonly Cell[]} cells @param {object} schemas those that others refer to */
export function documentOf(cells, schemas = {}) {
  const paths = cells.map((cell) => [`/${cell.id}${cell.place === 'path' ? '/{v}' : ''}`, { post: operationOf(cell) }]);
  const info = { title: 'Cells', version: '1.0' };
  return { openapi: '3.1.0', info, paths: Object.fromEntries(paths), components: { schemas } };
}

/** @param {Cell} cell */
function operationOf({ id, place, style = 'default', explode, allowReserved = false, schema, required = true }) {
  const responses = { 204: { description: 'It has arrived.' } };
  const json = { 'application/json': { schema } };
  if (place === 'body') {
    const content = style === 'default' ? json : { [style]: { schema } };
    return { operationId: id, requestBody: { required, content }, responses };
  }
  if (place in mediaTypes) {
    const encoding = style === 'content' ? { contentType: 'application/json' } : { style, explode, allowReserved };
    const properties = { v: schema, other: { type: 'string' } };
    const whole = { type: 'object', properties, ...(required && { required: ['v'] }) };
    const form = { schema: whole, ...(style !== 'default' && { encoding: { v: encoding } }) };
    return { operationId: id, requestBody: { required: true, content: { [mediaTypes[place]]: form } }, responses };
  }
  const form = { content: { content: json }, default: { schema } }[style] ?? { style, explode, allowReserved, schema };
  return { operationId: id, parameters: [{ name: 'v', in: place, required, ...form }], responses };
}

/** The input of the client that has a value at the place of a cell. @param {Cell} cell */
function inputOf({ place }, value) {
  if (place === 'body') return value === undefined ? {} : { body: value };
  const given = value === undefined ? {} : { v: value };
  return place in mediaTypes ? { body: { other: 'z', ...given } } : given;
}

/** Generates the client, the server and the validators of cells. @param {readonly Cell[]} cells @param {'zod' | 'valibot'} [library] */
export async function startCells(cells, schemas = {}, library = 'zod') {
  const document = documentOf(cells, schemas);
  const { client, server, validators } = await loadGenerated(document, { library });
  /** @type {any} */
  let call;
  const running = server.createServer({}, { fallback: (received) => ((call = received), server.reply(204)) });
  let sending = cells[0];
  /** @type {any} */
  let sent;
  const caller = client.createCaller({
    baseUrl,
    fetch: async (url, init) => {
      const request = new Request(url, init);
      sent = { request, ...(await receive(request.clone(), sending)) };
      return sent.response;
    },
  });
  const operations = new Map(
    Object.values(client)
      .filter((one) => one?.id !== undefined && one.method !== undefined)
      .map((one) => [String(one.path).split('/')[1], one]),
  );
  return { document, receive, send, validatorOf };

  /** Sends a request to the server: `received` is the value of the cell, `reason` why it is refused. @param {Request} request @param {Cell} cell */
  async function receive(request, { place }) {
    call = undefined;
    const response = await running.fetch(request);
    const reason = response.status === 204 ? '' : `${response.status} ${await response.clone().text()}`;
    return { received: await valueIn(call, place), response, reason };
  }

  /** Sends a value with the client: `status` is 0 and there is no `request` if it refuses the value. @param {Cell} cell */
  async function send(cell, value) {
    [sending, sent] = [cell, undefined];
    let problem = '';
    const status = await caller.call(operations.get(cell.id), inputOf(cell, value)).then(
      () => 204,
      (error) => {
        problem = String(error);
        return error.status ?? 0;
      },
    );
    return { request: sent?.request, received: sent?.received, status, reason: sent?.reason || problem };
  }

  /** The validator of the body of a cell. @param {Cell} cell */
  function validatorOf({ id, place }) {
    return place === 'body' ? validators.operations[operations.get(id).id].request : undefined;
  }
}

/** The value of a cell that arrived, with bytes as text. */
async function valueIn(call, place) {
  if (call === undefined) return undefined;
  const { path, query, headers, cookies, body } = call;
  const value = place === 'body' ? body : [path, query, headers, cookies, body].find((one) => one?.v !== undefined)?.v;
  if (typeof value?.bytes === 'function')
    return { name: value.name, text: Buffer.from(await value.bytes()).toString() };
  return value !== null && typeof value === 'object' && Symbol.asyncIterator in value ? text(value) : value;
}

/** What a request says at the place of a cell, with the percent-encoding of reserved characters as it is. @param {Request} request @param {Cell} cell */
export async function textOf(request, { place }) {
  const { pathname, search } = new URL(request.url);
  if (place === 'path') return pathname.split('/').slice(2).join('/');
  if (place === 'query') return search.slice(1);
  if (place === 'header' || place === 'cookie') return request.headers.get(place === 'header' ? 'v' : 'cookie') ?? '';
  if (place !== 'multipart') return request.clone().text();
  const parts = [...(await request.clone().formData())];
  return JSON.stringify(parts.map(([name, part]) => [name, part instanceof File ? part.name : part]));
}
