/** The decoders of responses; generated code names one for each operation. */
import type { Duplex, Readable } from 'node:stream';
import { Attachment, JsonStream, Output, TarStream, type ResponseHeaders } from '../stream/index.js';
import { ProtocolError } from '../error/index.js';
import type { CallContext, StreamDecoder, UpgradeDecoder, WholeDecoder } from './operation.js';

/** Whether a call changed something; false if it had no effect (304). */
export interface Outcome {
  readonly changed: boolean;
}

/** Decodes one JSON value. */
export function json<T>(): WholeDecoder<T> {
  return jsonDecoder as WholeDecoder<T>;
}

/** Decodes plain text. */
export const text: WholeDecoder<string> = { kind: 'whole', decode: (body) => body };

/** Decodes a response without content. */
export const nothing: WholeDecoder<void> = { kind: 'whole', decode: () => undefined };

/** Decodes a status of 204 or 304. */
export const changed: WholeDecoder<Outcome> = {
  kind: 'whole',
  decode: (_text, { response }) => ({ changed: response.status !== 304 }),
};

/** Decodes a response whose information is in its headers. */
export function headersOnly<T>(): WholeDecoder<T> {
  return headersDecoder as WholeDecoder<unknown> as WholeDecoder<T>;
}

/** Decodes a stream of JSON values. */
export function jsonLines<T>(): StreamDecoder<JsonStream<T>> {
  return { kind: 'stream', decode: (body, context) => new JsonStream<T>(body, context) };
}

/** Decodes a stream of JSON values that may contain a failure. */
export function progress<T>(): StreamDecoder<JsonStream<T>> {
  return { kind: 'stream', decode: (body, context) => new JsonStream<T>(body, context, { progress: true }) };
}

/** Decodes the output of a process: two streams in frames, or one from a terminal. */
export const output: StreamDecoder<Output> = {
  kind: 'stream',
  terminal: true,
  decode: (body, context, tty) => new Output(body, context, { tty }),
};

/** Decodes an archive. */
export const tar: StreamDecoder<TarStream> = {
  kind: 'stream',
  binary: true,
  decode: (body, context) => new TarStream(body, context),
};

/** Bytes as a stream, with the headers of their response. */
export interface ByteStream extends Readable, ResponseHeaders {}

/** Decodes bytes that are neither output of a process nor an archive, and so have no end mark. */
export const bytes: StreamDecoder<ByteStream> = {
  kind: 'stream',
  decode: (body, context) => new TarStream(body, context, { guard: false }),
};

/** Decodes the output and input of a process. */
export const attachment: UpgradeDecoder<Attachment> = {
  kind: 'upgrade',
  protocol: 'tcp',
  terminal: true,
  decode: (socket, context, tty) => new Attachment(socket, context, { tty }),
};

/** Decodes a websocket as a duplex stream of bytes. */
export const websocket: UpgradeDecoder<Duplex> = { kind: 'upgrade', protocol: 'websocket', decode: (socket) => socket };

/** Returns the raw connection, on which the engine is an HTTP/2 client. */
export const http2: UpgradeDecoder<Duplex> = { kind: 'upgrade', protocol: 'h2c', decode: (socket) => socket };

const jsonDecoder: WholeDecoder<unknown> = {
  kind: 'whole',
  decode(body, context) {
    try {
      return context.parse(body);
    } catch (cause) {
      throw notJson(body, context, cause);
    }
  },
};

const headersDecoder: WholeDecoder<unknown> = { kind: 'whole', decode: (_text, { response }) => response.headers };

function notJson(body: string, { operation, method, path, response }: CallContext, cause: unknown): ProtocolError {
  const type = response.headers['content-type'] ?? 'no media type';
  const start = body === '' ? 'an empty body' : JSON.stringify(body.slice(0, 80));
  return new ProtocolError(
    'RESPONSE_INVALID',
    `The response of ${operation} (${method} ${path}) is not JSON: ${type}, ${start}. Is this the address of a container engine?`,
    { cause },
  );
}
