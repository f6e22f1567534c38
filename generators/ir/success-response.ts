/** Successful responses, as servers write and clients read them. */
import type { Api } from './api.js';
import { isJsonContent, preferredContent } from './content-form.js';
import type { Content, Header, Operation, Response } from './operation.js';
import type { Type } from './type.js';
import type { Schema } from './schema.js';

/**
 * The kind of content: `json` is a single JSON value; `json-lines` a stream of values, `progress` one whose values may report a
 * failure; `text`; `nothing`; `output` the output of a process, raw or in frames; `tar` an archive; `bytes` other bytes;
 * `upgrade`, `websocket` and `http2` a hijacked connection.
 */
export type ResponseKind =
  | 'json'
  | 'json-lines'
  | 'progress'
  | 'text'
  | 'nothing'
  | 'output'
  | 'tar'
  | 'bytes'
  | 'upgrade'
  | 'websocket'
  | 'http2';

export interface SuccessResponse {
  readonly status: number;
  readonly kind: ResponseKind;
  /** The media type, if it is not the usual one of the kind; for `output` and `upgrade`, that of raw bytes. */
  readonly mediaType?: string;
  /** The media type of frames, if the version has separate media types for frames and raw bytes. */
  readonly framesType?: string;
  /** The headers, with case-insensitive names: a header that is declared twice occurs once. */
  readonly headers: readonly Header[];
  /** The type of the JSON value, or of one item of a stream. */
  readonly type?: Type;
  /** The content of all media types, of which `kind` describes the preferred one. */
  readonly content: readonly Content[];
}

/** The statuses whose responses never have a body, whatever a document declares. */
const statusesWithoutBody: ReadonlySet<number> = new Set([204, 205, 304]);

/** Whether responses of a status never have a body, whatever a document declares. */
export function hasNoBody({ status }: Pick<Response, 'status'>): boolean {
  return statusesWithoutBody.has(Number(status));
}

/**
 * Returns the successful responses by status, including 101 and 304. If the operation declares no success but `2XX` or
 * `default`, that is 200.
 */
export function successResponses(operation: Operation, api: Api): readonly SuccessResponse[] {
  return responsesOf(operation, successesOf(operation), api);
}

/** The response of all statuses that begin with a digit, or that no other response covers. */
export interface RangeResponse extends SuccessResponse {
  readonly range: string;
}

/** Returns the successful responses that are declared for a range: `1XX` to `3XX`, and `default` unless it is an error. */
export function rangeResponses(operation: Operation, api: Api): readonly RangeResponse[] {
  const usual = successesOf(operation).map(([, response]) => response);
  const ranges = operation.responses.filter(
    (response) => /^[123]XX$/i.test(response.status) || (response.status === 'default' && usual.includes(response)),
  );
  return ranges.flatMap((response) =>
    responsesOf(operation, [[200, response]], api).map((one) => ({ ...one, range: rangeOf(response.status) })),
  );
}

function rangeOf(status: string): string {
  return status.replace('x', 'X').replace('x', 'X');
}

/** Returns the keys of responses that take precedence over a range or `default`: exact statuses, and ranges. */
export function narrowerStatuses(status: string, declared: readonly Response[]): readonly string[] {
  const all = declared.map((one) => rangeOf(one.status));
  if (status === 'default') return all.filter((one) => one !== 'default');
  return all.filter((one) => /^\d+$/.test(one) && one[0] === status[0]);
}

function responsesOf(
  operation: Operation,
  successes: readonly (readonly [status: number, response: Response])[],
  api: Api,
): readonly SuccessResponse[] {
  const hijacked = successes.find(([status, { stream }]) => status === 101 && stream !== undefined)?.[1].stream?.kind;
  return successes.map(([status, response]) => {
    const { content } = response;
    const first = preferredContent(content);
    const read =
      hijacked !== undefined
        ? { kind: hijackedKind(hijacked), ...outputTypes(successes.flatMap(([, other]) => other.content)) }
        : // A response to HEAD never has a body.
          first === undefined || operation.method === 'HEAD' || statusesWithoutBody.has(status)
          ? { kind: 'nothing' as const }
          : contentKind(first, content, api);
    return { status, headers: distinctHeaders(response), content: read.kind === 'nothing' ? [] : content, ...read };
  });
}

function successesOf({ responses }: Operation): readonly (readonly [status: number, response: Response])[] {
  const declared = responses.flatMap((response) =>
    /^[123]\d\d$/.test(response.status) ? [[Number(response.status), response] as const] : [],
  );
  if (declared.some(([status]) => status === 101 || status >= 200)) return declared;
  const range = responses.find(({ status }) => /^2XX$/i.test(status));
  const other = range ?? responses.find(({ status }) => status === 'default');
  return [...declared, [200, other ?? { status: '200', headers: [], content: [] }]];
}

function hijackedKind(stream: string): ResponseKind {
  return stream === 'websocket' || stream === 'http2' ? stream : 'upgrade';
}

function contentKind(
  first: Content,
  content: readonly Content[],
  api: Api,
): Pick<SuccessResponse, 'kind' | 'mediaType' | 'framesType' | 'type'> {
  const { mediaType, type, stream } = first;
  const named = (usual?: string) => (mediaType === usual ? {} : { mediaType });
  if (stream?.kind === 'json-lines') {
    return { kind: reportsFailure(type, api) ? 'progress' : 'json-lines', type, ...named('application/json') };
  }
  if (stream?.kind === 'tar') return { kind: 'tar', ...named() };
  if (isOutput(content)) return { kind: 'output', ...outputTypes(content) };
  if (isJsonContent(first)) return { kind: 'json', type, ...named('application/json') };
  if (type.kind === 'bytes' || stream !== undefined) return { kind: 'bytes', ...named() };
  return { kind: 'text', ...named('text/plain') };
}

/** Whether the bytes are the output of a process, and not a file. */
function isOutput(content: readonly Content[]): boolean {
  return content.some(({ mediaType, stream }) => stream?.kind === 'multiplexed' || /[.-]raw-stream$/.test(mediaType));
}

/** Returns the media types of raw bytes and of frames, if they are distinguished. */
function outputTypes(content: readonly Content[]): Pick<SuccessResponse, 'mediaType' | 'framesType'> {
  const of = (kind: 'raw' | 'multiplexed') => content.find(({ stream }) => stream?.kind === kind)?.mediaType;
  const [mediaType, framesType] = [of('raw'), of('multiplexed')];
  return { ...(mediaType !== undefined && { mediaType }), ...(framesType !== undefined && { framesType }) };
}

function distinctHeaders({ headers }: Response): readonly Header[] {
  return [...new Map(headers.map((field) => [field.name.toLowerCase(), field] as const)).values()];
}

/** Returns the error responses: those from 400 on, their ranges, and `default` unless it is the success. */
export function errorResponses(operation: Operation): readonly Response[] {
  const successes = new Set(successesOf(operation).map(([, response]) => response));
  return operation.responses.filter(
    (response) => /^([45]\d\d|[45]XX|default)$/i.test(response.status) && !successes.has(response),
  );
}

/** Whether an item of the type may report that the operation failed, as in the stream of a build: by `error` or `errorDetail`. */
export function reportsFailure(type: Type, api: Api, depth = 0): boolean {
  if (depth > 20) return false;
  if (type.kind === 'reference') {
    const schema = schemaNamed(api, type.name);
    return schema !== undefined && reportsFailure(schema.type, api, depth + 1);
  }
  if (type.kind !== 'record') return false;
  return (
    type.fields.some(({ name }) => name === 'error' || name === 'errorDetail') ||
    type.bases.some((name) => reportsFailure({ kind: 'reference', name }, api, depth + 1))
  );
}

const schemasByName = new WeakMap<Pick<Api, 'schemas'>, ReadonlyMap<string, Schema>>();

/** Returns the schema of that name. The names are indexed once for each API, since there may be thousands. */
export function schemaNamed(api: Pick<Api, 'schemas'>, name: string): Schema | undefined {
  let schemas = schemasByName.get(api);
  if (schemas === undefined)
    schemasByName.set(api, (schemas = new Map(api.schemas.map((schema) => [schema.name, schema]))));
  return schemas.get(name);
}
