/** Encodes the request to the engine from the decoded call that hooks have seen, never from the client's bytes. */
import { Readable } from 'node:stream';
import { encodeHeader, encodeQuery, fillPath, type Encoding } from '@lading/runtime-wire';
import type { Call, OperationContract, ParameterContract, RawHeaders } from '@lading/server';

export interface EngineRequest {
  readonly method: string;
  /** The path and query, with the version prefix. */
  readonly url: string;
  readonly headers: RawHeaders;
  readonly body: Readable | string | undefined;
  /** The protocol to upgrade the connection to. */
  readonly upgrade: string | undefined;
}

type ParameterValues = Readonly<Record<string, unknown>>;

/** Headers that belong to one connection, or that the request sets itself. */
const hopByHop =
  /^(connection|keep-alive|proxy-authenticate|proxy-authorization|proxy-connection|te|trailer|transfer-encoding|upgrade|expect|host|content-length)$/;

export function engineRequest(operation: OperationContract, version: string, call: Call): EngineRequest {
  const { parameters = {} } = operation;
  const path = fillPath(operation.path, asStrings(call.path as ParameterValues), {
    slashes: operation.slashes === true,
  });
  const query = encodeQuery(encodings(parameters.query), call.query as ParameterValues);
  const body = bodyOf(call);
  return {
    method: operation.method,
    url: `/v${version}${path}${query}`,
    headers: {
      ...otherHeaders(call, parameters.headers, body),
      ...parameterHeaders(call, parameters.headers),
    },
    body,
    upgrade: protocolOf(operation),
  };
}

function asStrings(values: ParameterValues): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}

function encodings(parameters: Readonly<Record<string, ParameterContract>> = {}): Record<string, Encoding> {
  return Object.fromEntries(Object.entries(parameters).map(([name, { encoding }]) => [name, encoding]));
}

/** Returns the body of the request to the engine. The server has already read a form as part of the query. */
function bodyOf({ body, request }: Call): Readable | string | undefined {
  if (body === undefined) return undefined;
  if (!(body instanceof Readable)) return JSON.stringify(body);
  const { 'content-type': type = '', 'content-length': length, 'transfer-encoding': coding } = request.headers;
  const hasBody = coding !== undefined || (length !== undefined && length !== '0');
  return hasBody && !/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type) ? body : undefined;
}

/** Returns the headers that are parameters of the operation, encoded from the call. */
function parameterHeaders(
  { headers: values, request }: Call,
  parameters: Readonly<Record<string, ParameterContract>> = {},
): RawHeaders {
  const headers: Record<string, string | readonly string[]> = {};
  for (const [name, { encoding }] of Object.entries(parameters)) {
    const value = (values as ParameterValues)[name] ?? undefined;
    if (value === undefined) {
      // Empty credentials are decoded as none, but engines require the header for some operations.
      const isSent = encoding === 'base64url-json' && request.headers[name.toLowerCase()] !== undefined;
      if (isSent) headers[name.toLowerCase()] = encodeHeader(name, encoding, {});
      continue;
    }
    // Engines read each item from a separate header.
    headers[name.toLowerCase()] = Array.isArray(value)
      ? value.map((item) => encodeHeader(name, 'plain', item))
      : encodeHeader(name, encoding, value);
  }
  return headers;
}

/** Returns all other headers unchanged. */
function otherHeaders(
  { request }: Call,
  parameters: Readonly<Record<string, ParameterContract>> = {},
  body: Readable | string | undefined,
): RawHeaders {
  const parameterNames = new Set(Object.keys(parameters).map((name) => name.toLowerCase()));
  const { connection = '', 'content-length': length } = request.headers;
  const connectionOptions = new Set(connection.toLowerCase().split(/\s*,\s*/));
  const headers = Object.entries(request.headersDistinct).filter(
    ([name]) =>
      !hopByHop.test(name) && !parameterNames.has(name) && !connectionOptions.has(name) && name !== 'content-type',
  );
  const type = typeof body === 'string' ? 'application/json' : body && request.headers['content-type'];
  return {
    ...Object.fromEntries(headers),
    ...(type !== undefined && { 'content-type': type }),
    ...(typeof body === 'string' && { 'content-length': String(Buffer.byteLength(body)) }),
    ...(body instanceof Readable && length !== undefined && { 'content-length': length }),
  };
}

/** Returns the protocol that the operation upgrades to. Whether the client's connection is upgraded is independent. */
function protocolOf({ responses }: OperationContract): string | undefined {
  switch (responses[101]?.kind) {
    case 'upgrade':
      return 'tcp';
    case 'websocket':
      return 'websocket';
    case 'http2':
      return 'h2c';
    default:
      return undefined;
  }
}
