/** Readers of requests: they decode and check a request of an operation, and report all problems together. */
import { Readable } from 'node:stream';
import { type OperationContract, type ParameterContract, WireError, readQuery } from '@lading/runtime-wire';
import { BadRequest, HttpError } from '../error/index.js';
import type { HostRequest } from '../host/index.js';
import { Problems } from '../schema/index.js';
import { operationRules } from './operation-rules.js';
import { parameterReader, type ParameterReader } from './parameter-reader.js';
import { credentialsReader, headerReader, type HeaderReader } from './read-header.js';
import { jsonBodyReader, type ReadBody } from './read-json-body.js';
import { readWhole } from './read-whole.js';
import type { ReadOptions } from './limits.js';
import type { Socket } from 'node:net';
import { deadline } from './deadline.js';

type ParameterValues = Record<string, unknown>;

export interface ReadRequest {
  readonly path: ParameterValues;
  readonly query: ParameterValues;
  readonly headers: ParameterValues;
  readonly cookies?: ParameterValues;
  readonly body: unknown;
}

/** The path parameters by name; undefined if their escapes are malformed. */
export type PathStrings = Readonly<Record<string, string | undefined>>;

/** The strings of each query parameter, in the order of the parameters. */
type QueryStrings = readonly (readonly string[] | undefined)[];

const noStrings: QueryStrings = [];

/** The methods of which engines read forms. */
const methodsWithForms: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

export type RequestReader = (
  request: HostRequest,
  path: PathStrings,
  query: string,
) => ReadRequest | Promise<ReadRequest>;

/**
 * Returns the reader of an operation's requests.
 *
 * @throws (the reader, or its promise) BadRequest with all problems in one message; HttpError if the body cannot be
 * read
 */
export function requestReader(operation: OperationContract, options: ReadOptions): RequestReader {
  const { parameters = {}, body } = operation;
  const paths = parameterReaders('path', parameters.path);
  const queries = parameterReaders('query', parameters.query);
  const headers = Object.entries(parameters.headers ?? {}).map(([name, parameter]) =>
    parameter.encoding === 'base64url-json' ? credentialsReader(name, parameter) : headerReader(name, parameter),
  );
  const rules = operationRules(operation);
  const readBody: ReadBody =
    body === undefined
      ? (_request, _problems, use) => use(undefined)
      : body.kind === 'json'
        ? jsonBodyReader(operation.id, body, options)
        : bytesBodyReader(options);
  const readsForm = body?.kind !== 'json' && methodsWithForms.has(operation.method);

  /** Reads the head. Returns a function that adds the body and returns the request. */
  const readHead = (
    request: HostRequest,
    path: PathStrings,
    texts: QueryStrings,
    problems: Problems,
  ): ((body: unknown) => ReadRequest) => {
    const read = {
      path: paths.length === 0 ? {} : pathValues(paths, path, problems),
      query: queries.length === 0 ? {} : queryValues(queries, texts, problems),
      headers: headers.length === 0 ? {} : headerValues(headers, request.headers, problems),
      body: undefined as unknown,
    };
    return (body) => {
      read.body = body;
      if (rules !== undefined) rules(read, problems);
      if (problems.count === 0) return read;
      const report = problems.areRules ? options.onInvalid : options.onMistyped;
      report?.(operation.id, { ...read, contract: operation, url: request.url });
      throw new BadRequest(problems.toString());
    };
  };

  return (request, path, query) => {
    const problems = new Problems(options.typesOnly, options.exact);
    if (readsForm && isForm(request.headers['content-type'])) {
      const stream = request.body();
      if (stream !== null) {
        return readWhole(stream, options, request.headers['content-length'], (form) => {
          const finish = readHead(request, path, queryStrings(queries, query, form.toString('utf8')), problems);
          return finish(body && Readable.from([]));
        });
      }
    }
    return readBody(request, problems, readHead(request, path, queryStrings(queries, query), problems));
  };
}

function parameterReaders(
  place: string,
  parameters: Readonly<Record<string, ParameterContract>> = {},
): ParameterReader[] {
  return Object.entries(parameters).map(([name, parameter]) => parameterReader(place, name, parameter));
}

function pathValues(readers: readonly ParameterReader[], texts: PathStrings, problems: Problems): ParameterValues {
  const values: ParameterValues = {};
  for (const { name, read } of readers) {
    const text = texts[name];
    if (text === undefined) throw new BadRequest('invalid URL escape in path');
    values[name] = read([text], problems);
  }
  return values;
}

function queryValues(readers: readonly ParameterReader[], texts: QueryStrings, problems: Problems): ParameterValues {
  const values: ParameterValues = {};
  for (let index = 0; index < readers.length; index += 1) {
    const { name, read } = readers[index] as ParameterReader;
    const value = read(texts[index], problems);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

function headerValues(
  readers: readonly HeaderReader[],
  headers: Readonly<Record<string, string>>,
  problems: Problems,
): ParameterValues {
  const values: ParameterValues = {};
  for (const { name, key, read } of readers) {
    const value = read(headers[key], problems);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

/** Collects the strings of the parameters. Those of a form precede those of the query. */
function queryStrings(readers: readonly ParameterReader[], query: string, form = ''): QueryStrings {
  // Engines do not parse the query of an operation without query parameters.
  if (readers.length === 0 || (query === '' && form === '')) return noStrings;
  const texts: string[][] = [];
  const take = (name: string, text: string): void => {
    for (let index = 0; index < readers.length; index += 1) {
      if (readers[index]?.name !== name) continue;
      const strings = texts[index];
      if (strings === undefined) texts[index] = [text];
      else strings.push(text);
    }
  };
  try {
    readQuery(form, take);
    readQuery(query, take);
  } catch (error) {
    throw error instanceof WireError ? new BadRequest(error.message) : error;
  }
  return texts;
}

function isForm(type: string | undefined): boolean {
  return type !== undefined && /^application\/x-www-form-urlencoded\s*(;|$)/i.test(type);
}

/** Returns a reader that passes the stream of the body on, or an empty stream if there is no body. */
function bytesBodyReader({ pause }: Pick<ReadOptions, 'pause'>): ReadBody {
  return (request, _problems, use) => {
    const body = request.body();
    if (body === null) return use(Readable.from([]));
    limitPauses(body, request.socket, pause);
    return use(body);
  };
}

/**
 * Destroys the body, and with it the connection, if no byte arrives for `milliseconds` while there is room for more. A
 * handler that does not read in the meantime is no pause of the client.
 *
 * @param socket undefined in hosts without `node:http`, which limit pauses themselves
 */
function limitPauses(body: Readable, socket: Socket | undefined, milliseconds: number): void {
  if (milliseconds <= 0 || socket === undefined) return;
  let received = socket.bytesRead;
  let cancel = (): void => undefined;
  const check = (): void => {
    const isWaiting = socket.bytesRead === received && body.readableLength === 0;
    received = socket.bytesRead;
    if (isWaiting) body.destroy(new HttpError(408, `no byte of the request body arrived for ${milliseconds} ms`));
    else cancel = deadline(milliseconds, check);
  };
  cancel = deadline(milliseconds, check);
  const stop = (): void => cancel();
  body.once('end', stop).once('close', stop);
}
