/** The ways in which an answer is read; generated code names one for each operation. */
import type { Duplex, Readable } from 'node:stream';
import { Attachment, JsonStream, Output, TarStream, type ResponseHeaders } from '../stream/index.js';
import { ProtocolError } from '../error/index.js';
import type { CallContext, StreamDecoder, UpgradeDecoder, WholeDecoder } from './operation.js';

/** Whether a call changed something: false where the engine said that it was so already (304). */
export interface Outcome {
  readonly changed: boolean;
}

/** One JSON value. */
export function json<T>(): WholeDecoder<T> {
  return jsonDecoder as WholeDecoder<T>;
}

/** Text as it is. */
export const text: WholeDecoder<string> = { kind: 'whole', decode: (body) => body };

/** Nothing but success. */
export const nothing: WholeDecoder<void> = { kind: 'whole', decode: () => undefined };

/** 204 or 304. */
export const changed: WholeDecoder<Outcome> = {
  kind: 'whole',
  decode: (_text, { status }) => ({ changed: status !== 304 }),
};

/** An answer that is all in its headers. */
export function headersOnly<T>(): WholeDecoder<T> {
  return headersDecoder as WholeDecoder<unknown> as WholeDecoder<T>;
}

/** One JSON value after another. */
export function jsonLines<T>(): StreamDecoder<JsonStream<T>> {
  return { kind: 'stream', decode: (body, context) => new JsonStream<T>(body, context) };
}

/** One JSON value after another, among which may be the failure of the whole. */
export function progress<T>(): StreamDecoder<JsonStream<T>> {
  return { kind: 'stream', decode: (body, context) => new JsonStream<T>(body, context, { progress: true }) };
}

/** What a process writes: two streams in frames, or one from a terminal. */
export const output: StreamDecoder<Output> = {
  kind: 'stream',
  terminal: true,
  decode: (body, context, tty) => new Output(body, context, { tty }),
};

/** An archive. */
export const tar: StreamDecoder<TarStream> = {
  kind: 'stream',
  binary: true,
  decode: (body, context) => new TarStream(body, context),
};

/** Bytes as they come, with the headers of their answer. */
export interface ByteStream extends Readable, ResponseHeaders {}

/** Bytes that are neither what a process writes nor an archive: any of them may be the last. */
export const bytes: StreamDecoder<ByteStream> = {
  kind: 'stream',
  decode: (body, context) => new TarStream(body, context, { guard: false }),
};

/** What a process writes, and what it reads. */
export const attachment: UpgradeDecoder<Attachment> = {
  kind: 'upgrade',
  protocol: 'tcp',
  terminal: true,
  decode: (socket, context, tty) => new Attachment(socket, context, { tty }),
};

/** Messages in both directions, as one stream of bytes. */
export const websocket: UpgradeDecoder<Duplex> = { kind: 'upgrade', protocol: 'websocket', decode: (socket) => socket };

/** The bare connection, on which the engine is the client of HTTP/2. */
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

const headersDecoder: WholeDecoder<unknown> = { kind: 'whole', decode: (_text, { headers }) => headers };

function notJson(body: string, { operation, method, path, headers }: CallContext, cause: unknown): ProtocolError {
  const type = headers['content-type'] ?? 'no media type';
  const start = body === '' ? 'an empty body' : JSON.stringify(body.slice(0, 80));
  return new ProtocolError(
    'ANSWER_INVALID',
    `The answer of ${operation} (${method} ${path}) is no JSON: ${type}, ${start}. Is this the address of a container engine?`,
    { cause },
  );
}
