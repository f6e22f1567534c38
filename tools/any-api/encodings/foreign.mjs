/** What two other clients send: swagger-client, which follows a document, and openapi-fetch, whose user names the styles. */
import { pathToFileURL } from 'node:url';
import { peer } from '../places.mjs';

/**
 * @typedef {import('./cells.mjs').Cell} Cell
 * @typedef {(cell: Cell, value: unknown) => Promise<Request | undefined>} ForeignClient `undefined` for what the client does not encode
 */

const baseUrl = 'http://encodings';

/** @param {string} path */
const moduleAt = (path) => pathToFileURL(peer(path)).href;

/** @typedef {{ readonly reason: string, readonly isIn: (cell: Cell, value: any) => boolean }} Mistake */

/** @type {Mistake} */
const reservedNames = {
  reason: 'reserved characters in names of properties as they are',
  isIn: ({ kind }, value) => kind === 'map' && Object.keys(value).some((key) => /[[=&,]/.test(key)),
};

/** @type {Mistake} */
const dotsInLabels = {
  reason: 'dots within exploded items of the style `label`, which separate them',
  isIn: ({ style, explode }, value) => style === 'label' && explode && JSON.stringify(value).includes('.'),
};

/**
 * What each client writes otherwise than the specification says, or not at all.
 * @type {Readonly<Record<'swagger-client' | 'openapi-fetch', readonly Mistake[]>>}
 */
export const foreignMistakes = {
  'swagger-client': [
    {
      reason:
        'dots between all parts in the style `label` that is not exploded, as the table of OpenAPI 3.0.0 has them',
      isIn: ({ style, explode, structure }) => style === 'label' && !explode && structure !== 'scalar',
    },
    {
      reason: 'commas in objects of the styles `spaceDelimited` and `pipeDelimited`',
      isIn: ({ style, structure }) => style.endsWith('Delimited') && structure === 'object',
    },
    { reason: 'nothing for an empty string', isIn: (_cell, value) => value === '' },
    reservedNames,
    {
      reason: 'cookies with escaped separators, and unescaped percent signs',
      isIn: ({ place, structure, style }, value) =>
        place === 'cookie' && (structure !== 'scalar' || style === 'content' || String(value).includes('%')),
    },
    {
      reason: 'an item of a form that is the only one and looks like JSON as what it looks like',
      isIn: ({ place, style, kind }, value) =>
        place === 'urlencoded' &&
        style !== 'content' &&
        kind === 'array of strings' &&
        value.length === 1 &&
        /^[[{]/.test(value[0]),
    },
    {
      reason: 'strings in forms that look like JSON without their quotes',
      isIn: ({ place, structure, style }, value) =>
        (place === 'urlencoded' || place === 'multipart') &&
        ((structure === 'scalar' && /^(null|[[{].*)$/.test(String(value))) ||
          (style === 'content' && structure === 'scalar')),
    },
    {
      reason: 'one value, joined by commas, for an array of a form without `encoding`',
      isIn: ({ place, style, structure }) =>
        (place === 'urlencoded' || place === 'multipart') && style === 'default' && structure === 'array',
    },
    {
      reason: 'the items of an array of a form with a media type joined by commas',
      isIn: ({ place, style, structure }) => place === 'urlencoded' && style === 'content' && structure === 'array',
    },
    dotsInLabels,
    {
      reason: 'characters beyond ASCII in JSON of headers as they are',
      isIn: ({ place, style }, value) =>
        place === 'header' && style === 'content' && /[^ -~]/.test(JSON.stringify(value)),
    },
  ],
  'openapi-fetch': [reservedNames, dotsInLabels],
};

/** @param {object} document @returns {Promise<ForeignClient>} */
export async function swaggerClient(document) {
  const { default: common } = await import(moduleAt('swagger-client/lib/index.js'));
  const { buildRequest } = common.default ?? common;
  const spec = { ...document, servers: [{ url: baseUrl }] };
  return async ({ id, place, style }, given) => {
    // It takes strings for the JSON of parameters.
    const value = style === 'content' && !['urlencoded', 'multipart'].includes(place) ? JSON.stringify(given) : given;
    const isForm = place === 'urlencoded' || place === 'multipart';
    const built = buildRequest({
      spec,
      operationId: id,
      ...(isForm
        ? {
            requestBody: { other: 'z', v: value },
            requestContentType: place === 'multipart' ? 'multipart/form-data' : 'application/x-www-form-urlencoded',
          }
        : { parameters: { v: value } }),
    });
    const { url, method, headers, body } = built;
    const { 'Content-Type': type, ...others } = headers;
    // `fetch` states the boundary of a form.
    const sent = place === 'multipart' || type === undefined ? others : headers;
    return new Request(url, { method, headers: sent, ...(body !== undefined && { body }) });
  };
}

/** @returns {Promise<ForeignClient>} */
export async function openapiFetch() {
  const { createQuerySerializer, default: createClient } = await import(moduleAt('openapi-fetch/dist/index.mjs'));
  return async ({ id, place, style, explode }, value) => {
    if (style === 'content' || (place !== 'path' && place !== 'query')) return undefined;
    const isArray = Array.isArray(value);
    if (place === 'query' && isArray && style === 'deepObject') return undefined;
    if (place === 'query' && !isArray && typeof value === 'object' && style.endsWith('Delimited')) return undefined;
    const prefix = { label: '.', matrix: ';' }[style] ?? '';
    const path = place === 'path' ? `/${id}/{${prefix}v${explode ? '*' : ''}}` : `/${id}`;
    const one = { style, explode };
    const querySerializer = createQuerySerializer({
      array: isArray ? one : { style: 'form', explode: true },
      object: isArray || !['form', 'deepObject'].includes(style) ? { style: 'form', explode: true } : one,
    });
    /** @type {Request | undefined} */
    let sent;
    const client = createClient({
      baseUrl,
      fetch: async (/** @type {Request} */ request) => ((sent = request), new Response(null, { status: 204 })),
    });
    await client.POST(path, { params: { [place]: { v: value } }, querySerializer });
    return sent;
  };
}
