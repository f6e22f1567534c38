/** The results of clients as results of handlers. They are told apart by their members, so that no client is loaded. */
import { Duplex, Readable, type Writable } from 'node:stream';
import { rawResponse, reply, session, terminal, type RawHeaders, type Connection } from '@lading/runtime-server';
import type { ClientAttachment, ClientHead, ClientOutput } from './client-results.js';
import { itemsOf } from './items-of.js';

/** Headers that the server sends itself. */
const ownHeaders: ReadonlySet<string> = new Set([
  'api-version',
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'ostype',
  'server',
  'transfer-encoding',
]);

export async function resultOf(value: unknown, head: ClientHead | undefined): Promise<unknown> {
  const status = head?.status ?? 200;
  if (value instanceof Duplex) return session(({ raw }) => joinDuplexes(raw, value));
  // The headers tell the media type, and describe an archive.
  if (value instanceof Readable) return rawResponse(status, head && headersOf(head), value);
  if (isOutput(value)) return outputOf(value, status);
  if (isItems(value)) return itemsOf(value);
  // A response without a body, whose information is in its headers.
  if (value !== undefined && value === head?.headers) return rawResponse(status, head && headersOf(head));
  if (isOutcome(value)) return value.changed ? undefined : reply(304);
  return reply(status, value, head && headersOf(head, ownHeaders));
}

async function outputOf(output: ClientOutput, status: number): Promise<unknown> {
  if (isAttachment(output)) {
    // An engine that starts a process without attaching to it responds with 200 and without output.
    if (status !== 101) {
      await output.done();
      return reply(200);
    }
    return session((connection) => runAttachment(output, connection), { tty: output.tty });
  }
  return output.tty ? terminal(bytesOf(output)) : itemsOf(output);
}

async function* bytesOf(output: ClientOutput): AsyncGenerator<Uint8Array> {
  for await (const { data } of itemsOf(output)) yield data as Uint8Array;
}

/** Returns the headers of a response, except for some. Headers that were sent several times have an array of values. */
function headersOf({ headersDistinct }: ClientHead, except?: ReadonlySet<string>): RawHeaders {
  const entries = Object.entries(headersDistinct).filter(([name]) => except?.has(name) !== true);
  return Object.fromEntries(entries.map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]));
}

function isOutput(value: unknown): value is ClientOutput {
  return isItems(value) && 'tty' in value && 'lines' in value;
}

function isAttachment(value: ClientOutput): value is ClientAttachment {
  return 'stdin' in value;
}

function isItems(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

function isOutcome(value: unknown): value is { readonly changed: boolean } {
  return typeof value === 'object' && value !== null && 'changed' in value && Object.keys(value).length === 1;
}

/** Joins the connections. Each direction ends separately. The promise resolves when the engine's output has ended. */
function joinDuplexes(client: Duplex, engine: Duplex): Promise<void> {
  return new Promise((resolve) => {
    client.on('error', () => engine.destroy());
    client.on('close', () => {
      // Data that the client sent before it disconnected is still delivered.
      if (!client.readableEnded || engine.writableFinished) engine.destroy();
      else engine.once('finish', () => engine.destroy());
      resolve();
    });
    engine.on('error', () => client.destroy());
    engine.on('close', () => {
      if (!engine.readableEnded) client.destroy();
      resolve();
    });
    engine.on('end', resolve);
    client.pipe(engine);
    engine.pipe(client, { end: false });
  });
}

/** Forwards input and output. Settles when the process's output has ended, and ends the attachment with the connection. */
async function runAttachment(attachment: ClientAttachment, connection: Connection): Promise<void> {
  const { stdin, stdout, stderr, signal } = connection;
  const close = (): void => attachment.close();
  signal.addEventListener('abort', close, { once: true });
  if (signal.aborted) close();
  stdin.pipe(attachment.stdin);
  try {
    for await (const { stream, data } of itemsOf(attachment))
      await written(stream === 'stderr' ? stderr : stdout, data);
  } finally {
    signal.removeEventListener('abort', close);
    stdin.unpipe(attachment.stdin);
    close();
  }
}

/** Waits while the connection is full, so that a client that does not read holds back the process. */
function written(output: Writable, data: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    output.write(data, (error) => (error ? reject(error) : resolve()));
  });
}
