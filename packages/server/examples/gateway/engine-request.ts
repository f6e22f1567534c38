/** The request to the engine: written anew from what hooks have seen, never the bytes that the client sent. */
import { Readable } from 'node:stream';
import { encodeHeader, encodeQuery, fillPath, type Encoding } from '@lading/runtime-wire';
import type { Call, OperationContract, ParameterContract, RawHeaders } from '@lading/server';

export interface EngineRequest {
  readonly method: string;
  /** With the version and the query. */
  readonly url: string;
  readonly headers: RawHeaders;
  readonly body: Readable | string | undefined;
  /** The protocol that the connection is to be upgraded to. */
  readonly upgrade: string | undefined;
}

type Values = Readonly<Record<string, unknown>>;

/** They are of one connection, or written anew. */
const ofConnection =
  /^(connection|keep-alive|proxy-authenticate|proxy-authorization|proxy-connection|te|trailer|transfer-encoding|upgrade|expect|host|content-length)$/;

export function engineRequest(operation: OperationContract, version: string, call: Call): EngineRequest {
  const { parameters = {} } = operation;
  const path = fillPath(operation.path, texts(call.path as Values), { slashes: operation.slashes === true });
  const query = encodeQuery(encodings(parameters.query), call.query as Values);
  const body = bodyOf(call);
  return {
    method: operation.method,
    url: `/v${version}${path}${query}`,
    headers: {
      ...otherHeaders(call, parameters.headers, body),
      ...ownHeaders(call, parameters.headers),
    },
    body,
    upgrade: protocolOf(operation),
  };
}

function texts(values: Values): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}

function encodings(parameters: Readonly<Record<string, ParameterContract>> = {}): Record<string, Encoding> {
  return Object.fromEntries(Object.entries(parameters).map(([name, { encoding }]) => [name, encoding]));
}

/** A form was read as part of the query. */
function bodyOf({ body, request }: Call): Readable | string | undefined {
  if (body === undefined) return undefined;
  if (!(body instanceof Readable)) return JSON.stringify(body);
  const { 'content-type': type = '', 'content-length': length, 'transfer-encoding': coding } = request.headers;
  const isThere = coding !== undefined || (length !== undefined && length !== '0');
  return isThere && !/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type) ? body : undefined;
}

/** Those that the operation names, encoded again. */
function ownHeaders(
  { headers: values, request }: Call,
  parameters: Readonly<Record<string, ParameterContract>> = {},
): RawHeaders {
  const headers: Record<string, string | readonly string[]> = {};
  for (const [name, { encoding }] of Object.entries(parameters)) {
    const value = (values as Values)[name] ?? undefined;
    if (value === undefined) {
      // Credentials that say nothing stand for none, and some operations of engines want the header all the same.
      const isSent = encoding === 'base64url-json' && request.headers[name.toLowerCase()] !== undefined;
      if (isSent) headers[name.toLowerCase()] = encodeHeader(name, encoding, {});
      continue;
    }
    // Engines take each item from a header of its own.
    headers[name.toLowerCase()] = Array.isArray(value)
      ? value.map((item) => encodeHeader(name, 'plain', item))
      : encodeHeader(name, encoding, value);
  }
  return headers;
}

/** All others, as they came. */
function otherHeaders(
  { request }: Call,
  parameters: Readonly<Record<string, ParameterContract>> = {},
  body: Readable | string | undefined,
): RawHeaders {
  const named = new Set(Object.keys(parameters).map((name) => name.toLowerCase()));
  const { connection = '', 'content-length': length } = request.headers;
  const listed = new Set(connection.toLowerCase().split(/\s*,\s*/));
  const headers = Object.entries(request.headersDistinct).filter(
    ([name]) => !ofConnection.test(name) && !named.has(name) && !listed.has(name) && name !== 'content-type',
  );
  const type = typeof body === 'string' ? 'application/json' : body && request.headers['content-type'];
  return {
    ...Object.fromEntries(headers),
    ...(type !== undefined && { 'content-type': type }),
    ...(typeof body === 'string' && { 'content-length': String(Buffer.byteLength(body)) }),
    ...(body instanceof Readable && length !== undefined && { 'content-length': length }),
  };
}

/** Whether the client's own connection is upgraded is between it and the server. */
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
