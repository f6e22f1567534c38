/** Calls operations with openapi-fetch, which knows paths, and leaves styles and forms to its user. */
import { pathToFileURL } from 'node:url';
import { peer } from '../places.mjs';

/** @typedef {import('./calls.mjs').ForeignCall} ForeignCall */

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

/** @param {string} baseUrl @param {string} token @returns {Promise<(call: ForeignCall) => Promise<unknown>>} */
export async function openapiFetch(baseUrl, token) {
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
