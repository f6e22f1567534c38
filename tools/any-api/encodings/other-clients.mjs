/** The clients that write the same values as generated ones: each returns a request, or undefined for what it does not encode. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { peer } from '../places.mjs';
import { bundling } from '../workspace/generated.mjs';

const baseUrl = 'http://encodings';
const formTypes = { urlencoded: 'application/x-www-form-urlencoded', multipart: 'multipart/form-data' };

export const otherClients = {
  async 'swagger-client'(document) {
    const { default: common } = await import(pathToFileURL(peer('swagger-client/lib/index.js')).href);
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

  async 'hey-api'(document, folder) {
    const [file, outfile] = [join(folder, 'document.json'), join(folder, 'client.mjs')];
    writeFileSync(file, JSON.stringify({ ...document, servers: [{ url: baseUrl }] }));
    const args = [peer('@hey-api/openapi-ts/bin/run.js'), '-i', file, '-o', join(folder, 'hey-api'), '--no-log-file'];
    // It needs a later Node.
    execFileSync(peer('node/bin/node'), args, { stdio: ['ignore', 'ignore', 'inherit'] });
    const entry = join(folder, 'hey-api', 'sdk.gen.ts');
    await build({ entryPoints: [entry], outfile, ...bundling });
    const functions = Object.entries(await import(pathToFileURL(outfile).href));
    const byName = new Map(functions.map(([name, call]) => [name.toLowerCase(), call]));
    return async ({ id, place, style, structure }, value) => {
      // It has no cookies, no JSON of parameters, no objects in headers, and no encodings of forms.
      if (place === 'cookie' || (style === 'content' && place !== 'multipart')) return undefined;
      if (place === 'urlencoded' && (style !== 'default' || structure === 'object')) return undefined;
      if (structure === 'object' && (place === 'header' || style.endsWith('Delimited'))) return undefined;
      /** @type {Request | undefined} */
      let sent;
      const fetch = async (request) => ((sent = request), new Response(null, { status: 204 }));
      const inputs = { body: { body: value }, header: { headers: { v: value } } };
      const other = place in formTypes ? { body: { other: 'z', v: value } } : { [place]: { v: value } };
      const call = byName.get(id.replaceAll(/\W/g, '').toLowerCase());
      await call({ baseUrl, fetch, ...(inputs[place] ?? other) });
      return sent;
    };
  },
};
