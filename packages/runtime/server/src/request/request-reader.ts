/** Reads a request as one of its operation: everything decoded, everything checked, all mistakes told at once. */
import { Readable } from 'node:stream';
import { type OperationContract, type ParameterContract, WireError, readQuery } from '@lading/runtime-wire';
import { BadRequest } from '../error/index.js';
import type { HostRequest } from '../host/index.js';
import { Problems } from '../schema/index.js';
import { bytesBodyReader } from './read-bytes-body.js';
import { credentialsReader, headerReader, type HeaderReader } from './read-header.js';
import { jsonBodyReader, type ReadBody } from './read-json-body.js';
import type { ReadOptions } from './read-options.js';
import { readWhole } from './read-whole.js';
import { operationRules } from './operation-rules.js';
import { parameterReader, type ParameterReader } from './parameter.js';

type Values = Record<string, unknown>;

export interface ReadRequest {
  readonly path: Values;
  readonly query: Values;
  readonly headers: Values;
  readonly body: unknown;
}

/** What is in the path, by the name of the parameter; undefined where its escapes are none. */
type PathTexts = Readonly<Record<string, string | undefined>>;

/** What was given of each parameter, in their order. */
type Texts = readonly (readonly string[] | undefined)[];

const none: Texts = [];

/** Engines read forms of these alone. */
const formMethods: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

export type RequestReader = (
  request: HostRequest,
  path: PathTexts,
  query: string,
) => ReadRequest | Promise<ReadRequest>;

/** @throws (the reader, or its promise) BadRequest with all mistakes in one message; HttpError for what cannot be read */
export function requestReader(operation: OperationContract, options: ReadOptions): RequestReader {
  const { parameters = {}, body } = operation;
  const paths = readers('path', parameters.path);
  const queries = readers('query', parameters.query);
  const headers = Object.entries(parameters.headers ?? {}).map(([name, parameter]) =>
    parameter.encoding === 'base64url-json' ? credentialsReader(name, parameter) : headerReader(name, parameter),
  );
  const rules = operationRules(operation);
  const readBody: ReadBody =
    body === undefined
      ? (_request, _problems, use) => use(undefined)
      : body.kind === 'json'
        ? jsonBodyReader(operation.id, body, options)
        : bytesBodyReader();
  const takesForm = body?.kind !== 'json' && formMethods.has(operation.method);

  /** Reads the head, and gives what makes a request of it when the body is there. */
  const begin = (
    request: HostRequest,
    path: PathTexts,
    texts: Texts,
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
      if (problems.count > 0) throw new BadRequest(problems.toString());
      return read;
    };
  };

  return (request, path, query) => {
    const problems = new Problems(options.typesOnly);
    if (takesForm && isForm(request.headers['content-type'])) {
      const stream = request.body();
      if (stream !== null) {
        return readWhole(stream, options, request.headers['content-length'], (form) => {
          const finish = begin(request, path, textsOf(queries, query, form.toString('utf8')), problems);
          return finish(body && Readable.from([]));
        });
      }
    }
    return readBody(request, problems, begin(request, path, textsOf(queries, query), problems));
  };
}

function readers(place: string, parameters: Readonly<Record<string, ParameterContract>> = {}): ParameterReader[] {
  return Object.entries(parameters).map(([name, parameter]) => parameterReader(place, name, parameter));
}

function pathValues(readers: readonly ParameterReader[], texts: PathTexts, problems: Problems): Values {
  const values: Values = {};
  for (const { name, read } of readers) {
    const text = texts[name];
    if (text === undefined) throw new BadRequest('invalid URL escape in path');
    values[name] = read([text], problems);
  }
  return values;
}

function queryValues(readers: readonly ParameterReader[], texts: Texts, problems: Problems): Values {
  const values: Values = {};
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
): Values {
  const values: Values = {};
  for (const { name, key, read } of readers) {
    const value = read(headers[key], problems);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

/** What a form posts stands before what the query says. */
function textsOf(readers: readonly ParameterReader[], query: string, form = ''): Texts {
  // Where nothing is wanted of a query, engines do not look at it.
  if (readers.length === 0 || (query === '' && form === '')) return none;
  const texts: string[][] = [];
  const take = (name: string, text: string): void => {
    for (let index = 0; index < readers.length; index += 1) {
      if (readers[index]?.name !== name) continue;
      const given = texts[index];
      if (given === undefined) texts[index] = [text];
      else given.push(text);
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
