/** The values of a request as samples send them: encoded for the URL, for headers and for forms. */
import {
  basePathOf,
  isArray,
  isObject,
  originOf,
  type Api,
  type BodyPart,
  type Json,
  type Operation,
  type Parameter,
  type StreamKind,
} from '../../../emitter/index.js';
import type { RequestExample } from '../example/request.js';
import { versionMark } from '../page.js';

/** Returns the base URL of an operation. A placeholder replaces a segment that is the version, since versions may share the page. */
export function addressOf({ servers: own }: Pick<Operation, 'servers'>, { servers: all, version }: Api): string {
  const servers = own ?? all;
  const origin = originOf(servers) ?? originOf(all) ?? 'http://localhost';
  return `${origin}${markedPath(basePathOf(servers), version)}`;
}

/** Returns the path of the servers of an API, with the placeholder. */
export function markedPath(path: string, version: string): string {
  return path
    .split('/')
    .map((part) => {
      return part === version ? versionMark : part === `v${version}` ? `v${versionMark}` : part;
    })
    .join('/');
}

/** Returns the path of an operation with the values of its parameters. */
export function filledPath(path: string, parameters: RequestExample['parameters']): string {
  return path.replace(/\{([^{}]*)\}/g, (_match, name: string) => {
    const given = parameters.find(({ parameter }) => parameter.in === 'path' && parameter.name === name);
    const text = given === undefined ? percent(name) : styledText(given.parameter, given.value, percent);
    // Names may contain colons, which servers accept unencoded, and slashes where the document says so.
    const readable = text.replaceAll('%3A', ':');
    return given?.parameter.slashes === true ? readable.replaceAll('%2F', '/') : readable;
  });
}

/** Returns the text of a parameter in a header. */
export function headerText(parameter: Parameter, value: Json): string {
  return styledText(parameter, value, (text) => text);
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
  /** The encoded text of several items, whose commas are not encoded: servers read an encoded one as part of an item. */
  readonly joined?: string;
}

/** Returns the name and the text of each value of a query parameter, a cookie or the field of a form, not encoded. */
export function queryPairs(
  { name, encoding }: Pick<Parameter, 'name' | 'encoding'>,
  value: Json,
): readonly QueryPair[] {
  const content = contentText(encoding, value);
  if (content !== undefined) return [{ name, text: content }];
  // Without a style, an object is JSON.
  if (typeof encoding === 'string' && isObject(value)) return [{ name, text: plain(value) }];
  const { style, explode } = styleOf(encoding);
  const items = partsOf(value);
  if (style === 'deepObject' && isObject(value)) return deepPairs(name, value);
  if (items === undefined) return [{ name, text: plain(value) }];
  if (explode !== true) {
    const [, , separator] = separatorsOf(style);
    const texts = items.flat().map(String);
    const joined = texts.length > 1 && separator === ',' ? { joined: texts.map(percent).join(separator) } : {};
    return [{ name, text: texts.join(separator), ...joined }];
  }
  return items.map(([first, second]) => (second === undefined ? { name, text: first } : { name: first, text: second }));
}

/** Returns a pair for each value at any depth; the items of an array repeat their name. */
function deepPairs(name: string, value: Json): readonly QueryPair[] {
  if (isArray(value)) return value.map((item) => ({ name, text: plain(item) }));
  if (!isObject(value)) return [{ name, text: plain(value) }];
  return Object.entries(value).flatMap(([key, item]) => deepPairs(`${name}[${key}]`, item));
}

/** Whether a parameter that is the whole query has the media type of forms. */
export function isForm({ encoding }: Parameter): boolean {
  return typeof encoding === 'object' && 'mediaType' in encoding && /form-urlencoded/i.test(encoding.mediaType);
}

/** Returns the fields of a form. Arrays repeat their name and objects are JSON, unless their encodings say otherwise. */
export function formPairs(value: Json, parts: readonly BodyPart[] = []): readonly QueryPair[] {
  return Object.entries(isObject(value) ? value : {}).flatMap(([name, item]) => {
    const encoding = parts.find((part) => part.name === name)?.encoding;
    return item === null
      ? []
      : queryPairs({ name, encoding: encoding ?? (isArray(item) ? 'repeated' : 'plain') }, item);
  });
}

export function percentEncoded({ name, text, joined }: QueryPair): string {
  return `${percent(name)}=${joined ?? percent(text)}`;
}

/** Returns the text of content: JSON, or a string of another media type; undefined for a style. */
function contentText(encoding: Parameter['encoding'], value: Json): string | undefined {
  if (encoding === 'json') return JSON.stringify(value);
  if (encoding === 'base64url-json') return Buffer.from(JSON.stringify(value)).toString('base64url');
  return typeof encoding === 'object' && 'mediaType' in encoding ? plain(value) : undefined;
}

type Style = Extract<Parameter['encoding'], { readonly style: unknown }>;

function styleOf(encoding: Parameter['encoding']): Style {
  if (typeof encoding === 'object' && 'style' in encoding) return encoding;
  return encoding === 'repeated' ? { style: 'form', explode: true } : { style: 'simple' };
}

/** Returns the items of an array, or the names and values of an object; undefined for a scalar. */
function partsOf(value: Json): readonly (readonly [string, string?])[] | undefined {
  if (isArray(value)) return value.map((item) => [plain(item)]);
  return isObject(value) ? Object.entries(value).map(([name, item]) => [name, plain(item)]) : undefined;
}

/** The text before a value, what separates the items of an exploded one, and what separates those of another one. */
const separators: Readonly<Record<string, readonly [prefix: string, exploded: string, joined: string]>> = {
  label: ['.', '.', ','],
  matrix: [';', ';', ','],
  spaceDelimited: ['', ' ', ' '],
  tabDelimited: ['', '\t', '\t'],
  pipeDelimited: ['', '|', '|'],
};

function separatorsOf(style: Style['style']): readonly [prefix: string, exploded: string, joined: string] {
  return separators[style] ?? ['', ',', ','];
}

/** Returns a value in a path or in a header, where no name precedes it except in the style `matrix`. */
function styledText({ name, encoding }: Parameter, value: Json, escape: (text: string) => string): string {
  const content = contentText(encoding, value);
  if (content !== undefined) return escape(content);
  if (typeof encoding === 'string' && isObject(value)) return escape(plain(value));
  const { style, explode } = styleOf(encoding);
  const escaped = (text: string) => (style === 'label' ? escape(text).replaceAll('.', '%2E') : escape(text));
  const named = style === 'matrix' ? `${escape(name)}=` : '';
  const [prefix, exploded, joined] = separatorsOf(style);
  const items = partsOf(value);
  if (items === undefined) return `${prefix}${named}${escaped(plain(value))}`;
  const separator = explode === true ? exploded : joined;
  // What no path may contain is encoded, too.
  const between = /[ \t|]/.test(separator) ? escape(separator) : separator;
  const texts = items.map(([first, second]) => {
    if (second === undefined) return `${explode === true ? named : ''}${escaped(first)}`;
    return `${escaped(first)}${explode === true ? '=' : between}${escaped(second)}`;
  });
  return `${prefix}${explode === true ? '' : named}${texts.join(between)}`;
}

export function plain(value: Json): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Percent-encodes a text. A lone surrogate, which has no encoding, is replaced. */
export function percent(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'));
}
