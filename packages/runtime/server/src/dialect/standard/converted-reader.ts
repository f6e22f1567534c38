/** Reads requests that were converted from another version, as the contract of the handlers declares them. */
import { placeText, type RequestLoss, type RequestMessage } from '@lading/runtime-conversion';
import type { OperationContract, ParameterContract } from '@lading/runtime-wire';
import { Readable } from 'node:stream';
import { operationRules, type ConvertedReader, type ReadOptions, type RequestPart } from '../../request/index.js';
import { Problems } from '../../schema/index.js';
import { checkBody, contentFor, contentOf, isText, schemaOf, unsupportedType } from './read-body.js';
import { valuesOf } from './request-reader.js';

type ParameterPart = Exclude<RequestPart, 'body'>;
type Parameters = Readonly<Record<string, ParameterContract>>;

/** Each part has the parameters that the operation declares, and no others. */
export function convertedReader(operation: OperationContract, options: ReadOptions): ConvertedReader {
  const { path = {}, query = {}, querystring = {}, headers = {}, cookies = {} } = operation.parameters ?? {};
  const parameters: Readonly<Record<ParameterPart, Parameters>> = {
    path,
    query: { ...query, ...querystring },
    headers,
    cookies,
  };
  const rules = operationRules(operation);
  const readBody = bodyReader(operation);
  return (request, isKept, mediaType) => {
    const problems = new Problems(options.typesOnly, options.exact);
    const losses: RequestLoss[] = [];
    const lose = (id: string): void => {
      losses.push({ id, message: 'The version of the server does not have it.', isHeaderOnly: true });
    };
    const read = (part: ParameterPart): unknown => {
      const given = request[part] ?? {};
      if (isKept(part)) return given;
      const isHeader = part === 'headers';
      const found = declared(given, parameters[part], isHeader);
      for (const name of Object.keys(given)) if (!found.isDeclared(name)) lose(placeOf(part, name));
      return valuesOf(part, Object.entries(parameters[part]), problems, (name) => found.values.get(name));
    };
    const input = {
      path: read('path'),
      query: read('query'),
      headers: read('headers'),
      cookies: read('cookies'),
      body: isKept('body') ? request.body : readBody(request, mediaType, problems, lose),
    };
    if (rules !== undefined) rules(input, problems);
    return { input, problems, losses };
  };
}

interface DeclaredValues {
  readonly values: ReadonlyMap<string, unknown>;
  readonly isDeclared: (name: string) => boolean;
}

/** Returns the given values of declared parameters. The names of headers are case-insensitive. */
function declared(given: object, parameters: Parameters, isHeader: boolean): DeclaredValues {
  const keyOf = (name: string): string => (isHeader ? name.toLowerCase() : name);
  const byKey = new Map(Object.entries(given).map(([name, value]) => [keyOf(name), value as unknown]));
  const names = Object.keys(parameters);
  const keys = new Set(names.map(keyOf));
  return {
    values: new Map(names.map((name) => [name, byKey.get(keyOf(name))])),
    // A conversion may name the media type of the body that it has written.
    isDeclared: (name) => keys.has(keyOf(name)) || (isHeader && name.toLowerCase() === 'content-type'),
  };
}

function placeOf(part: ParameterPart, name: string): string {
  if (part === 'query') return placeText({ query: name });
  if (part === 'headers') return placeText({ header: name });
  return part === 'path' ? `path ${name}` : `cookie ${name}`;
}

type ReadConvertedBody = (
  request: RequestMessage,
  mediaType: string | undefined,
  problems: Problems,
  lose: (id: string) => void,
) => unknown;

function bodyReader({ body: contract }: OperationContract): ReadConvertedBody {
  if (contract === undefined) {
    return ({ body }, _mediaType, _problems, lose) => {
      if (body instanceof Readable) body.destroy();
      if (body !== undefined) lose('body');
      return undefined;
    };
  }
  const content = contentOf(contract);
  const accepted = Object.keys(content);
  return ({ body, headers }, received, problems) => {
    if (body === undefined) {
      if (contract.required === true) problems.addRule('is required', '/body');
      return undefined;
    }
    const written = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
    const type = typeof written === 'string' ? written : (received ?? accepted[0] ?? 'application/octet-stream');
    const found = contentFor(content, type);
    if (found === undefined) throw unsupportedType(type, accepted);
    const schema = schemaOf(found, type);
    const isBytes = body instanceof Readable || body instanceof Uint8Array;
    if (schema === undefined) {
      if (!isBytes) problems.add('must be bytes', '/body');
      return body;
    }
    if (isBytes) {
      problems.add('must not be bytes', '/body');
      return body;
    }
    return checkBody(schema, body, problems, isText(found, type));
  };
}
