/** Sends values in every style at every place with generated clients to generated servers, and compares them with other clients. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { heading, inFolder } from '@lading/run/commands';
import { missingGroup } from '@lading/run/installs';
import { markdownTable, right } from '@lading/run/markdown-table';
import { build } from 'esbuild';
import { allCells } from '../encodings/cells.mjs';
import { generateHeyApi } from '../encodings/hey-api.mjs';
import { arrives, isSpecified, sendAll, textOf } from '../encodings/run.mjs';
import { peer } from '../places.mjs';

/**
 * @typedef {import('../encodings/cells.mjs').Cell} Cell
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
 * @type {Readonly<Record<'swagger-client' | 'openapi-fetch' | 'hey-api', readonly Mistake[]>>}
 */
const foreignMistakes = {
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
  'hey-api': [
    reservedNames,
    dotsInLabels,
    {
      reason: 'commas between exploded items of the styles `label` and `matrix`, and no name before them',
      isIn: ({ place, style, explode, structure }) =>
        place === 'path' && style !== 'simple' && explode && structure === 'array',
    },
    {
      reason: 'dots and empty strings of the styles `label` and `matrix` without what is before them',
      isIn: ({ style }, value) => ['label', 'matrix'].includes(style) && /"\.{0,2}"/.test(JSON.stringify(value)),
    },
    {
      reason: 'strings in items of forms that look like JSON without their quotes',
      isIn: ({ place, kind }, value) => place === 'multipart' && kind === 'array of strings' && value[0] === '["a"]',
    },
  ],
};

/** @param {object} document @returns {Promise<ForeignClient>} */
async function swaggerClient(document) {
  const { default: common } = await import(moduleAt('swagger-client/lib/index.js'));
  const { buildRequest } = common.default ?? common;
  const spec = { ...document, servers: [{ url: baseUrl }] };
  return async ({ id, place, style }, given) => {
    // A body is text that its user has written.
    if (place === 'body') return undefined;
    const types = { urlencoded: 'application/x-www-form-urlencoded', multipart: 'multipart/form-data' };
    const requestContentType = types[/** @type {'multipart'} */ (place)];
    const isForm = requestContentType !== undefined;
    // It takes strings for the JSON of parameters.
    const v = style === 'content' && !isForm ? JSON.stringify(given) : given;
    const inputs = isForm ? { requestBody: { other: 'z', v }, requestContentType } : { parameters: { v } };
    const built = buildRequest({ spec, operationId: id, ...inputs });
    const { url, method, headers, body } = built;
    const { 'Content-Type': type, ...others } = headers;
    // `fetch` states the boundary of a form.
    const sent = place === 'multipart' || type === undefined ? others : headers;
    return new Request(url, { method, headers: sent, ...(body !== undefined && { body }) });
  };
}

/** @param {object} document @param {string} folder @returns {Promise<ForeignClient>} */
async function heyApi(document, folder) {
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
    /** @type {Request | undefined} */
    let sent;
    const fetch = async (/** @type {Request} */ request) => ((sent = request), new Response(null, { status: 204 }));
    const inputs = { body: { body: value }, header: { headers: { v: value } } };
    const isForm = place === 'urlencoded' || place === 'multipart';
    const input =
      inputs[/** @type {'body'} */ (place)] ??
      (isForm ? { body: { other: 'z', v: value } } : { [place]: { v: value } });
    await byName.get(id.replaceAll(/\W/g, '').toLowerCase())({ baseUrl, fetch, ...input });
    return sent;
  };
}

/** @returns {Promise<ForeignClient>} */
async function openapiFetch() {
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

/** @type {import('@lading/run/commands').Command} */
export default {
  about: `Sends values of every type in every style at every place of a request with a generated client to a generated server, and prints what
arrives otherwise. Where the specification says how a value is written, it sends the same values with swagger-client, openapi-fetch and hey-api.
The exit code is 1 if something arrives otherwise.`,
  page: new URL('../encodings/README.md', import.meta.url),
  marker: 'result',
  async run(_values, { progress }) {
    const { sent, refused, receive, document } = await sendAll(allCells);
    const failures = sent
      .filter((one) => !arrives(one))
      .map(
        ({ cell, value, text, received, reason }) =>
          `${cell.id} ${show(value)} as ${text} arrives as ${show(received)} ${reason}`,
      );
    const rows = [...new Set(allCells.map(({ place }) => place))].map((place) => {
      const all = sent.filter(({ cell }) => cell.place === place);
      const refusedByClient = all.filter(({ request }) => request === undefined).length;
      return [place, all.length, refusedByClient, all.filter((one) => !arrives(one)).length];
    });
    const others = [];
    const missing = missingGroup('peers');
    if (missing === undefined) {
      others.push(await compare('swagger-client', await swaggerClient(document), sent, receive));
      others.push(await compare('openapi-fetch', await openapiFetch(), sent, receive));
      await inFolder(async (folder) =>
        others.push(await compare('hey-api', await heyApi(document, folder), sent, receive)),
      );
    } else progress(`\n!!! SKIPPED: the other clients: ${missing}\n`);
    failures.push(...others.flatMap((other) => other.failures));
    for (const failure of failures) progress(failure);
    const text = [
      heading(`${allCells.length} schemas, ${refused.length} of which \`generate\` refuses`),
      markdownTable(['place', ...right('values', 'which the client refuses', 'which arrive otherwise')], rows),
      markdownTable(
        ['other client', ...right('values that it writes', 'written equally', 'which the server reads otherwise')],
        others.map(({ row }) => row),
      ),
      'What these clients write otherwise than the specification says, which is not counted:',
      ...others.flatMap(({ mistakes }) => mistakes),
    ];
    return { text: text.join('\n\n'), failed: failures.length > 0 };
  },
};

/**
 * @param {'swagger-client' | 'openapi-fetch' | 'hey-api'} name @param {ForeignClient} client
 * @param {Awaited<ReturnType<typeof sendAll>>['sent']} sent @param {Awaited<ReturnType<typeof sendAll>>['receive']} receive
 */
async function compare(name, client, sent, receive) {
  const counts = { all: 0, equal: 0, otherwise: 0 };
  /** @type {string[]} */
  const failures = [];
  /** @type {Map<string, number>} */
  const mistaken = new Map();
  for (const one of sent) {
    const { cell, value, text } = one;
    if (one.request === undefined || !isSpecified(one)) continue;
    const mistake = foreignMistakes[name].find(({ isIn }) => isIn(cell, value));
    if (mistake !== undefined) {
      mistaken.set(mistake.reason, (mistaken.get(mistake.reason) ?? 0) + 1);
      continue;
    }
    const request = await client(cell, value);
    if (request === undefined) continue;
    counts.all += 1;
    const other = await textOf(request, cell);
    if (normal(other) === normal(text)) counts.equal += 1;
    const { received, reason } = await receive(request, cell);
    if (arrives({ ...one, received, reason })) continue;
    counts.otherwise += 1;
    failures.push(
      `${name}: ${cell.id} ${show(value)} as ${other}, not ${text}, arrives as ${show(received)} ${reason}`,
    );
  }
  const mistakes = [...mistaken].map(([reason, count]) => `- ${name}, ${count} values: ${reason}`);
  return { row: [name, counts.all, counts.equal, counts.otherwise], mistakes, failures };
}

/** Texts that differ only in characters which may be escaped or not. @param {string} text */
function normal(text) {
  return text.replaceAll('+', '%20').replaceAll(/%[0-9A-F]{2}/gi, (escape) => {
    const letter = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[!-$'()*:@/?;~"<>\\^`{|}[\]\w.-]/.test(letter) ? letter : escape.toUpperCase();
  });
}

/** @param {unknown} value */
function show(value) {
  return JSON.stringify(value) ?? 'nothing';
}
