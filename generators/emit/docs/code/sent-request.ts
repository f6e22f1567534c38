/** What the sample of an operation sends, in the parts that each language spells: the address, the parameters, the credentials, the body. */
import {
  isArray,
  isObject,
  sentPath,
  type BodyPart,
  type Json,
  type Operation,
  type Parameter,
} from '../../../emitter/index.js';
import type { RequestExample } from '../example/request.js';
import type { PageContext } from '../page-context.js';
import { credentialsOf, isReplaced, type SampleCredential } from './credentials.js';
import {
  addressOf,
  filledPath,
  formPairs,
  headerText,
  isForm,
  percent,
  plain,
  queryPairs,
  upgradeHeaders,
  type QueryPair,
} from './sent-values.js';

export interface SentRequest {
  readonly method: string;
  /** The address of the API, and the path with its values. */
  readonly address: string;
  readonly path: string;
  readonly query: readonly SentPair[];
  /** A whole query that is no form, encoded. */
  readonly wholeQuery?: string;
  /** The headers of parameters, and those that ask for an upgrade. */
  readonly headers: readonly SentHeader[];
  readonly cookies: readonly QueryPair[];
  readonly credentials: readonly SampleCredential[];
  readonly body?: SentBody;
}

export interface SentPair extends QueryPair {
  /** The value of which the text is the JSON. */
  readonly json?: Json;
}

export interface SentHeader extends QueryPair {
  readonly encoding: Parameter['encoding'];
  readonly value: Json;
}

export type SentBody =
  | { readonly kind: 'file'; readonly mediaType: string; readonly file: string }
  | { readonly kind: 'json' | 'text'; readonly mediaType: string; readonly json: Json }
  | { readonly kind: 'form'; readonly fields: readonly QueryPair[] }
  | { readonly kind: 'parts'; readonly parts: readonly SentPart[] };

export interface SentPart {
  readonly name: string;
  readonly mediaType?: string;
  readonly text: string;
  /** The name of the file that is sent, in place of a text. */
  readonly file?: string;
}

export function sentRequest(
  operation: Operation,
  request: RequestExample,
  { api }: Pick<PageContext, 'api'>,
): SentRequest {
  const { method, path } = operation;
  const { parameters, body } = request;
  const credentials = sentOnce(credentialsOf(operation, api));
  const within = (place: Parameter['in']) =>
    parameters.filter(({ parameter }) => parameter.in === place && !isReplaced(parameter, credentials));
  const [whole] = within('querystring');
  const isWholeForm = whole !== undefined && isForm(whole.parameter);
  return {
    method,
    address: addressOf(operation, api),
    path: filledPath(sentPath(path), parameters),
    query: [
      ...within('query').flatMap(({ parameter, value }): readonly SentPair[] => {
        const pairs = queryPairs(parameter, value);
        return parameter.encoding === 'json' ? pairs.map((pair) => ({ ...pair, json: value })) : pairs;
      }),
      ...(isWholeForm ? formPairs(whole.value) : []),
    ],
    ...(whole !== undefined && !isWholeForm && { wholeQuery: percent(plain(whole.value)) }),
    headers: [
      ...upgradeHeaders(operation).map(([name, text]): SentHeader => ({ name, text, encoding: 'plain', value: text })),
      ...within('header').map(({ parameter, value }): SentHeader => {
        return { name: parameter.name, text: headerText(parameter, value), encoding: parameter.encoding, value };
      }),
    ],
    cookies: within('cookie').flatMap(({ parameter, value }) => queryPairs(parameter, value)),
    credentials,
    ...(body && { body: sentBody(body) }),
  };
}

/** A header, parameter or cookie takes the credential of one scheme, if an operation requires two with the same one. */
function sentOnce(credentials: readonly SampleCredential[]): readonly SampleCredential[] {
  const placeOf = ({ in: place, name }: SampleCredential) =>
    /^(?:basic|digest)$/.test(place) ? 'header authorization' : `${place} ${name.toLowerCase()}`;
  const places = credentials.map(placeOf);
  return credentials.filter((one, at) => places.indexOf(placeOf(one)) === at);
}

function sentBody(body: NonNullable<RequestExample['body']>): SentBody {
  const { json, parts = [], files } = body;
  const mediaType = typeInRange(body.mediaType);
  if (json === undefined) return { kind: 'file', mediaType, file: fileNameOf(mediaType) };
  if (isObject(json) && /^application\/x-www-form-urlencoded\b/i.test(mediaType))
    return { kind: 'form', fields: formPairs(json, parts) };
  if (isObject(json) && /^multipart\//i.test(mediaType))
    return {
      kind: 'parts',
      parts: Object.entries(json).flatMap(([name, value]) => sentParts(name, value, parts, files)),
    };
  return { kind: typeof json === 'string' && !/[/+]json\b/i.test(mediaType) ? 'text' : 'json', mediaType, json };
}

/** Returns the parts of a property: one for each item of an array. */
function sentParts(
  name: string,
  value: Json,
  parts: readonly BodyPart[],
  files: ReadonlySet<string> = new Set(),
): readonly SentPart[] {
  const declared = parts.find((part) => part.name === name)?.mediaTypes?.find((one) => !one.includes('*'));
  return (isArray(value) ? value : [value]).flatMap((item): readonly SentPart[] => {
    if (files.has(name))
      return [{ name, text: '', file: fileNameOf(declared), ...(declared !== undefined && { mediaType: declared }) }];
    const mediaType = declared ?? (isArray(item) || isObject(item) ? 'application/json' : undefined);
    return item === null ? [] : [{ name, text: plain(item), ...(mediaType !== undefined && { mediaType }) }];
  });
}

/** Returns a media type in a range: `image/png` for `image/*`; any other as it is. */
export function typeInRange(mediaType: string): string {
  if (mediaType === '*/*') return 'application/octet-stream';
  const usual = ['audio/mpeg', 'image/png', 'text/plain', 'video/mp4'].find((one) =>
    one.startsWith(mediaType.replace(/\*$/, '')),
  );
  return mediaType.includes('*') ? (usual ?? mediaType.replace('*', 'octet-stream')) : mediaType;
}

/** The extensions of files, by their media types. */
const extensions: Readonly<Record<string, string>> = {
  'application/gzip': 'gz',
  'application/json': 'json',
  'application/pdf': 'pdf',
  'application/xml': 'xml',
  'application/zip': 'zip',
  'image/gif': 'gif',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/svg+xml': 'svg',
  'text/csv': 'csv',
  'text/plain': 'txt',
  'text/xml': 'xml',
};

/** Returns the name of a file with content of a media type: `data.png`. */
export function fileNameOf(mediaType = ''): string {
  const [type = ''] = mediaType.toLowerCase().split(/[; ]/);
  if (type === 'application/x-tar') return 'archive.tar';
  return `data.${Object.hasOwn(extensions, type) ? extensions[type] : 'bin'}`;
}
