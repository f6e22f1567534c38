/** The values of a request as samples send them: encoded for the URL, for headers and for forms. */
import {
  basePathOf,
  isArray,
  isObject,
  originOf,
  type Api,
  type Json,
  type Operation,
  type Parameter,
  type StreamKind,
} from '../../../emitter/index.js';
import type { RequestExample } from '../example/request.js';
import { versionMark } from '../page.js';

/** Returns the base URL. A placeholder replaces a segment that is the version, since versions may share the page. */
export function addressOf({ servers, version }: Api): string {
  const origin = originOf(servers) ?? 'http://localhost';
  const marked = basePathOf(servers)
    .split('/')
    .map((part) => {
      return part === version ? versionMark : part === `v${version}` ? `v${versionMark}` : part;
    });
  return `${origin}${marked.join('/')}`;
}

/** Returns the path of an operation with the values of its parameters. */
export function filledPath(path: string, parameters: RequestExample['parameters']): string {
  return path.replace(/\{([^{}]*)\}/g, (_match, name: string) => {
    const given = parameters.find(({ parameter }) => parameter.in === 'path' && parameter.name === name);
    // Names may contain slashes and colons, which servers accept unencoded.
    return percent(plain(given?.value ?? name))
      .replaceAll('%2F', '/')
      .replaceAll('%3A', ':');
  });
}

/** The headers that ask for an upgrade of the connection, by the kind of stream that follows. */
const upgrades: Readonly<Partial<Record<StreamKind, readonly (readonly [string, string])[]>>> = {
  websocket: [
    ['Upgrade', 'websocket'],
    ['Sec-WebSocket-Version', '13'],
    ['Sec-WebSocket-Key', 'dGhlIHNhbXBsZSBub25jZQ=='],
  ],
  http2: [['Upgrade', 'h2c']],
};

/** Returns the headers of an operation whose only success is an upgraded connection; none for the others. */
export function upgradeHeaders({ responses }: Pick<Operation, 'responses'>): readonly (readonly [string, string])[] {
  if (responses.some(({ status }) => /^2/.test(status))) return [];
  const kind = responses.find(({ status }) => status === '101')?.stream?.kind;
  const headers = kind && upgrades[kind];
  return headers === undefined ? [] : [['Connection', 'Upgrade'], ...headers];
}

export interface QueryPair {
  readonly name: string;
  readonly text: string;
}

/** Returns the name and the text of each value of a query parameter, not encoded. */
export function queryPairs(parameter: Parameter, value: Json): readonly QueryPair[] {
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
export function isForm({ encoding }: Parameter): boolean {
  return typeof encoding === 'object' && 'mediaType' in encoding && /form-urlencoded/i.test(encoding.mediaType);
}

export function formPairs(value: Json): readonly QueryPair[] {
  return Object.entries(isObject(value) ? value : {}).flatMap(([name, entry]) =>
    (isArray(entry) ? entry : [entry]).map((one) => ({ name, text: plain(one) })),
  );
}

export function percentEncoded({ name, text }: QueryPair): string {
  return `${percent(name)}=${percent(text)}`;
}

const separators: ReadonlyMap<string, string> = new Map([
  ['spaceDelimited', ' '],
  ['tabDelimited', '\t'],
  ['pipeDelimited', '|'],
]);

export function encoded({ encoding }: Parameter, value: Json): readonly string[] {
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

export function plain(value: Json): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Percent-encodes a text. A lone surrogate, which has no encoding, is replaced. */
export function percent(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'));
}
