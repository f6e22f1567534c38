/** The clients that write the same values as generated ones: each returns a request, or undefined for what it does not encode. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { peer } from '../places.mjs';
import { generateHeyApi } from './hey-api.mjs';

const baseUrl = 'http://encodings';
const moduleAt = (path) => import(pathToFileURL(peer(path)).href);
const formTypes = { urlencoded: 'application/x-www-form-urlencoded', multipart: 'multipart/form-data' };

/** Collects the request that a client passes to `fetch`. */
function collector() {
  /** @type {{ request: Request | undefined }} */
  const collected = { request: undefined };
  const fetch = async (request) => ((collected.request = request), new Response(null, { status: 204 }));
  return Object.assign(collected, { fetch });
}

export const otherClients = {
  async 'swagger-client'(document) {
    const { default: common } = await moduleAt('swagger-client/lib/index.js');
    const { buildRequest } = common.default ?? common;
    const spec = { ...document, servers: [{ url: baseUrl }] };
    return async ({ id, place, style }, given) => {
      // A body is text that its user has written.
      if (place === 'body') return undefined;
      const requestContentType = formTypes[place];
      // It takes strings for the JSON of parameters.
      const v = style === 'content' && !requestContentType ? JSON.stringify(given) : given;
      const inputs = requestContentType
        ? { requestBody: { other: 'z', v }, requestContentType }
        : { parameters: { v } };
      const { url, method, headers, body } = buildRequest({ spec, operationId: id, ...inputs });
      // `fetch` states the boundary of a form.
      if (place === 'multipart') delete headers['Content-Type'];
      return new Request(url, { method, headers, ...(body !== undefined && { body }) });
    };
  },

  async 'openapi-fetch'() {
    const { createQuerySerializer, default: createClient } = await moduleAt('openapi-fetch/dist/index.mjs');
    return async ({ id, place, style, explode }, value) => {
      if (style === 'content' || (place !== 'path' && place !== 'query')) return undefined;
      const isArray = Array.isArray(value);
      if (place === 'query' && isArray && style === 'deepObject') return undefined;
      if (place === 'query' && !isArray && typeof value === 'object' && style.endsWith('Delimited')) return undefined;
      const prefix = { label: '.', matrix: ';' }[style] ?? '';
      const path = place === 'path' ? `/${id}/{${prefix}v${explode ? '*' : ''}}` : `/${id}`;
      const usual = { style: 'form', explode: true };
      const querySerializer = createQuerySerializer({
        array: isArray ? { style, explode } : usual,
        object: isArray || !['form', 'deepObject'].includes(style) ? usual : { style, explode },
      });
      const sent = collector();
      const client = createClient({ baseUrl, fetch: sent.fetch });
      await client.POST(path, { params: { [place]: { v: value } }, querySerializer });
      return sent.request;
    };
  },

  async 'hey-api'(document, folder) {
    const [file, outfile] = [join(folder, 'document.json'), join(folder, 'client.mjs')];
    writeFileSync(file, JSON.stringify({ ...document, servers: [{ url: baseUrl }] }));
    generateHeyApi(file, join(folder, 'hey-api'));
    const entry = join(folder, 'hey-api', 'sdk.gen.ts');
    await build({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' });
    const functions = Object.entries(await import(pathToFileURL(outfile).href));
    const byName = new Map(functions.map(([name, call]) => [name.toLowerCase(), call]));
    return async ({ id, place, style, structure }, value) => {
      // It has no cookies, no JSON of parameters, no objects in headers, and no encodings of forms.
      if (place === 'cookie' || (style === 'content' && place !== 'multipart')) return undefined;
      if (place === 'urlencoded' && (style !== 'default' || structure === 'object')) return undefined;
      if (structure === 'object' && (place === 'header' || style.endsWith('Delimited'))) return undefined;
      const sent = collector();
      const inputs = { body: { body: value }, header: { headers: { v: value } } };
      const other = place in formTypes ? { body: { other: 'z', v: value } } : { [place]: { v: value } };
      const call = byName.get(id.replaceAll(/\W/g, '').toLowerCase());
      await call({ baseUrl, fetch: sent.fetch, ...(inputs[place] ?? other) });
      return sent.request;
    };
  },
};
