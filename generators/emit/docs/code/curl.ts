/** The call of an operation as a curl command: `curl -X POST …`. */
import {
  basePathOf,
  isArray,
  isObject,
  originOf,
  visible,
  type Api,
  type Json,
  type Operation,
  type Parameter,
  type StreamKind,
} from '../../../emitter/index.js';
import type { RequestExample } from '../example/request.js';
import { versionMark } from '../page.js';
import type { PageContext } from '../page-context.js';

export function curlCode(
  operation: Operation,
  { parameters, body }: RequestExample,
  { api, curl }: Pick<PageContext, 'api' | 'curl'>,
): string {
  const { method, path } = operation;
  const within = (place: Parameter['in']) => parameters.filter(({ parameter }) => parameter.in === place);
  const filled = path.replace(/\{([^{}]*)\}/g, (_match, name: string) => {
    const value = within('path').find(({ parameter }) => parameter.name === name)?.value;
    // Names may contain slashes and colons, which servers accept unencoded.
    return percent(plain(value ?? name))
      .replaceAll('%2F', '/')
      .replaceAll('%3A', ':');
  });
  const [whole] = within('querystring');
  const pairs = [
    ...within('query').flatMap(({ parameter, value }) => queryPairs(parameter, value)),
    ...(whole !== undefined && isForm(whole.parameter) ? formPairs(whole.value) : []),
  ];
  // Of a GET, curl encodes the query. Of other methods the data are the body.
  const isEncoded =
    method === 'GET' && body === undefined && pairs.length > 0 && pairs.every(({ name }) => /^[\w.[\]-]+$/.test(name));
  const texts = pairs.map(percentEncoded);
  if (whole !== undefined && !isForm(whole.parameter)) texts.push(percent(plain(whole.value)));
  const query = isEncoded || texts.length === 0 ? '' : `?${texts.join('&')}`;
  const url = `${addressOf(api)}${filled}${query}`;
  const headers = within('header').map(
    ({ parameter, value }) => `-H ${quoted(`${parameter.name}: ${encoded(parameter, value).join(', ')}`)}`,
  );
  const parts = [
    curl === '' ? 'curl' : `curl ${curl}`,
    ...(method === 'GET' ? [] : [method === 'HEAD' ? '-I' : `-X ${method}`]),
    ...(isLive(operation) ? ['-N'] : []),
    ...upgradeOptions(operation),
    ...(isEncoded ? ['--get'] : []),
    ...headers,
    ...within('cookie').map(
      ({ parameter, value }) => `-b ${quoted(queryPairs(parameter, value).map(percentEncoded).join('; '))}`,
    ),
    ...(body === undefined ? [] : bodyOptions(body)),
    ...(isEncoded ? pairs.map(({ name, text }) => `--data-urlencode ${quoted(`${name}=${text}`)}`) : []),
  ];
  const line = `${parts.join(' ')} ${quoted(url)}`;
  if (line.length <= 100 && !line.includes('\n')) return visible(line);
  return visible(`${parts.join(' \\\n  ')} \\\n  ${quoted(url)}`);
}

/** Returns the base URL. A placeholder replaces a segment that is the version, since versions may share the page. */
function addressOf({ servers, version }: Api): string {
  const origin = originOf(servers) ?? 'http://localhost';
  const marked = basePathOf(servers)
    .split('/')
    .map((part) => {
      return part === version ? versionMark : part === `v${version}` ? `v${versionMark}` : part;
    });
  return `${origin}${marked.join('/')}`;
}

/** Tells whether the response is a stream, which curl should show without buffering. */
function isLive({ responses }: Operation): boolean {
  const kinds = responses
    .filter(({ status }) => /^2/.test(status))
    .flatMap(({ content }) => content.map(({ stream }) => stream?.kind));
  return kinds.some((kind) => kind !== undefined && kind !== 'tar');
}

/** The headers that ask for an upgrade of the connection, by the kind of stream that follows. */
const upgradeHeaders: Readonly<Partial<Record<StreamKind, readonly string[]>>> = {
  websocket: ['Upgrade: websocket', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='],
  http2: ['Upgrade: h2c'],
};

/** Returns the options of an operation whose only success is an upgraded connection. */
function upgradeOptions({ responses }: Operation): readonly string[] {
  if (responses.some(({ status }) => /^2/.test(status))) return [];
  const kind = responses.find(({ status }) => status === '101')?.stream?.kind;
  const headers = kind && upgradeHeaders[kind];
  if (headers === undefined) return [];
  return ['--http1.1', '-N', ...['Connection: Upgrade', ...headers].map((header) => `-H ${quoted(header)}`)];
}

/** Returns the options of a body: fields of a form, or data with their media type. */
function bodyOptions(body: NonNullable<RequestExample['body']>): readonly string[] {
  const { mediaType, json, parts = [] } = body;
  const typeOf = (name: string) => parts.find((part) => part.name === name)?.mediaTypes?.[0];
  const option = { 'multipart/form-data': '-F', 'application/x-www-form-urlencoded': '--data-urlencode' }[mediaType];
  if (option !== undefined && isObject(json)) {
    return Object.entries(json).map(([name, value]) => {
      const type = option === '-F' ? typeOf(name) : undefined;
      return `${option} ${quoted(`${name}=${plain(value)}${type === undefined ? '' : `;type=${type}`}`)}`;
    });
  }
  return [`-H ${quoted(`Content-Type: ${mediaType}`)}`, dataOf(body)];
}

function dataOf({ json }: NonNullable<RequestExample['body']>): string {
  if (json === undefined) return '--data-binary @archive.tar';
  const line = JSON.stringify(json);
  return `-d ${quoted(line.length <= 80 ? line : JSON.stringify(json, null, 2))}`;
}

interface QueryPair {
  readonly name: string;
  readonly text: string;
}

/** Returns the name and the text of each value of a query parameter, not encoded. */
function queryPairs(parameter: Parameter, value: Json): readonly QueryPair[] {
  const { name, encoding } = parameter;
  if (typeof encoding === 'object' && 'style' in encoding && isObject(value)) {
    const entries = Object.entries(value).map(([key, entry]) => ({ name: key, text: plain(entry) }));
    if (encoding.style === 'deepObject') return entries.map((entry) => ({ ...entry, name: `${name}[${entry.name}]` }));
    if (encoding.explode === true) return entries;
    const texts = entries.flatMap((entry) => [entry.name, entry.text]);
    return [{ name, text: texts.join(separators.get(encoding.style) ?? ',') }];
  }
  return encoded(parameter, value).map((text) => ({ name, text }));
}

/** Whether a parameter that is the whole query has the media type of forms. */
function isForm({ encoding }: Parameter): boolean {
  return typeof encoding === 'object' && 'mediaType' in encoding && /form-urlencoded/i.test(encoding.mediaType);
}

function formPairs(value: Json): readonly QueryPair[] {
  return Object.entries(isObject(value) ? value : {}).flatMap(([name, entry]) =>
    (isArray(entry) ? entry : [entry]).map((one) => ({ name, text: plain(one) })),
  );
}

function percentEncoded({ name, text }: QueryPair): string {
  return `${percent(name)}=${percent(text)}`;
}

const separators: ReadonlyMap<string, string> = new Map([
  ['spaceDelimited', ' '],
  ['tabDelimited', '\t'],
  ['pipeDelimited', '|'],
]);

function encoded({ encoding }: Parameter, value: Json): readonly string[] {
  if (typeof encoding === 'object') {
    if ('style' in encoding && encoding.style === 'form' && encoding.explode === true && isArray(value))
      return value.map(plain);
    const separator = ('style' in encoding && separators.get(encoding.style)) || ',';
    return [isArray(value) ? value.map(plain).join(separator) : plain(value)];
  }
  switch (encoding) {
    case 'json':
      return [JSON.stringify(value)];
    case 'base64url-json':
      return [Buffer.from(JSON.stringify(value)).toString('base64url')];
    case 'repeated':
      return isArray(value) ? value.map(plain) : [plain(value)];
    case 'joined':
      return [isArray(value) ? value.map(plain).join(',') : plain(value)];
    case 'plain':
      return [isArray(value) ? value.map(plain).join(',') : plain(value)];
  }
}

function plain(value: Json): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Percent-encodes a text. A lone surrogate, which has no encoding, is replaced. */
function percent(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'));
}

/** Quotes a string for the shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
