/** Readers of requests, which follow the contract and the standards alone. */
import { setProperty } from '@lading/runtime-wire/json';
import { preferredMediaType, type OperationContract, type ParameterContract, WireError } from '@lading/runtime-wire';
import { BadRequest, HttpError } from '../../error/index.js';
import type { HostRequest } from '../../host/index.js';
import { decodePath } from '../../route/match.js';
import { operationRules, type ReadOptions, type RequestReader } from '../../request/index.js';
import { Problems, readerOf, unwrapSchema } from '../../schema/index.js';
import { decodePairs, decodeText } from './decode-styles.js';
import { bodyReader } from './read-body.js';
import { readForm } from './read-form.js';
import { cookiePairs, queryPairs } from './wire-pairs.js';

type Values = Record<string, unknown>;

/**
 * Returns the reader of an operation's requests.
 *
 * @throws (the reader, or its promise) BadRequest with all problems in one message; HttpError 406 if the client accepts no
 * response, 415 for a body of another media type, 413 and 408 for a body beyond the limits
 */
export function standardReader(operation: OperationContract, options: ReadOptions): RequestReader {
  const { parameters = {} } = operation;
  const places = {
    path: Object.entries(parameters.path ?? {}),
    query: Object.entries(parameters.query ?? {}),
    headers: Object.entries(parameters.headers ?? {}),
    cookies: Object.entries(parameters.cookies ?? {}),
    querystring: Object.entries(parameters.querystring ?? {}),
  };
  const names = { query: Object.keys(parameters.query ?? {}), cookies: Object.keys(parameters.cookies ?? {}) };
  const rules = operationRules(operation);
  const readBody = bodyReader(operation, options);
  const mediaTypes = responseTypes(operation);

  return (request, path, query) => {
    const { accept } = request.headers;
    if (mediaTypes.length > 0 && preferredMediaType(accept, mediaTypes) === undefined) {
      throw new HttpError(406, `the response is ${mediaTypes.join(' or ')}, which the header Accept excludes`);
    }
    const problems = new Problems(options.typesOnly, options.exact);
    const pairs = places.query.length === 0 ? [] : queryPairs(query);
    const cookies = places.cookies.length === 0 ? [] : cookiePairs(request.headers['cookie']);
    const read = {
      path: valuesOf('path', places.path, problems, (name, one) => fromPath(name, one, path[name])),
      query: {
        ...valuesOf('query', places.query, problems, (name, one) => decodePairs(name, one, pairs, names.query)),
        ...valuesOf('query', places.querystring, problems, (name, one) => fromQuery(name, one, query)),
      },
      headers: valuesOf('headers', places.headers, problems, (name, one) => fromHeaders(name, one, request)),
      cookies: valuesOf('cookies', places.cookies, problems, (name, one) =>
        decodePairs(name, one, cookies, names.cookies),
      ),
      body: undefined as unknown,
    };
    const finish = (body: unknown) => {
      read.body = body;
      if (rules !== undefined) rules(read, problems);
      if (problems.count > 0) throw new BadRequest(problems.toString());
      return read;
    };
    const body = readBody(request, problems);
    return body instanceof Promise ? body.then(finish) : finish(body);
  };
}

function fromPath(name: string, parameter: ParameterContract, text: string | undefined): unknown {
  return text === undefined ? undefined : decodeText(name, parameter, text, decodedPath);
}

/** @throws BadRequest for escapes that are malformed */
function decodedPath(text: string): string {
  const decoded = decodePath(text);
  if (decoded === undefined) throw new BadRequest('invalid URL escape in path');
  return decoded;
}

function fromHeaders(name: string, parameter: ParameterContract, { headers }: HostRequest): unknown {
  const key = name.toLowerCase();
  // A name may be a property of Object.prototype.
  const text = Object.hasOwn(headers, key) ? headers[key] : undefined;
  return text === undefined ? undefined : decodeText(name, parameter, text, (part) => part.trim());
}

/** Reads the parameter that is the whole query: a form, or another media type. */
function fromQuery(name: string, parameter: ParameterContract, query: string): unknown {
  if (query === '') return undefined;
  const { encoding } = parameter;
  const isForm = typeof encoding === 'object' && 'mediaType' in encoding && /form-urlencoded/.test(encoding.mediaType);
  if (!isForm && (typeof encoding === 'string' || 'mediaType' in encoding)) {
    return decodePairs(name, parameter, [{ name, text: query }]);
  }
  return readForm(query, { schema: parameter.schema });
}

type Decode = (name: string, parameter: ParameterContract) => unknown;

/** Reads the parameters of a place. Those with problems are left out. */
export function valuesOf(
  place: string,
  parameters: readonly (readonly [name: string, parameter: ParameterContract])[],
  problems: Problems,
  decode: Decode,
): Values {
  const values: Values = {};
  for (const [name, parameter] of parameters) {
    const before = problems.list.length;
    const value = valueOf(name, parameter, problems, decode);
    if (problems.list.length > before) {
      problems.within(name, before);
      problems.within(place, before);
    } else if (value !== undefined) setProperty(values, name, value);
  }
  return values;
}

function valueOf(name: string, parameter: ParameterContract, problems: Problems, decode: Decode): unknown {
  try {
    const given = decode(name, parameter);
    if (given === undefined && parameter.required !== true) return undefined;
    const value = given === undefined ? emptyValue(parameter) : given;
    if (value !== undefined) return readerOf(parameter.schema, 'strict')(value, problems);
    problems.addRule('is required');
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    problems.add(error.code === 'JSON_INVALID' ? 'must be JSON' : 'is malformed');
  }
  return undefined;
}

/** Returns what is no parameter at all in the styles that repeat the name, or that send the properties. */
function emptyValue({ encoding, schema }: ParameterContract): unknown {
  if (encoding === 'json' || encoding === 'base64url-json') return undefined;
  if (typeof encoding === 'object' && 'mediaType' in encoding) return undefined;
  const bare = unwrapSchema(schema);
  if (bare.kind === 'array') return [];
  const isObject = bare.kind === 'object' && !Object.values(bare.fields).some(({ required }) => required);
  return bare.kind === 'map' || isObject ? {} : undefined;
}

/** Returns the media types of successes, if every success has some: then the client must accept one. */
function responseTypes({ responses }: OperationContract): readonly string[] {
  const types: string[] = [];
  for (const [status, { kind, mediaType, content }] of Object.entries(responses)) {
    if (!status.startsWith('2')) return [];
    if (kind !== 'json' && kind !== 'text' && content === undefined) return [];
    types.push(...(content === undefined ? [mediaType ?? usualTypes[kind] ?? '*/*'] : Object.keys(content)));
  }
  return types;
}

const usualTypes: Readonly<Record<string, string>> = { json: 'application/json', text: 'text/plain' };
