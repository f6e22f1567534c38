/** The host for `Request → Response`. */
import { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FetchEnvironment } from '../../server/api-server.js';
import type { Core } from '../../server/core.js';
import { discard } from '../../stream/iterate.js';
import type { HostResponse, HostRequest, FlowingBody } from '../host-message.js';
import { hijack } from '../node/hijack.js';
import { NodeRequest } from '../node/node-request.js';
import type { NodeHost } from '../node/node-host.js';
import { WebDuplex } from './web-duplex.js';

/** The header with which Hono does not send a response. */
const alreadySent = { 'x-hono-already-sent': 'true' };

/** Handles a request. Never rejects. */
export async function serveFetch(
  core: Core,
  host: NodeHost,
  request: Request,
  env: FetchEnvironment = {},
): Promise<Response> {
  const { incoming, outgoing } = env;
  if (isNodeRequest(incoming, outgoing)) {
    await new Promise<void>((resolve) => host.queue.add(incoming, outgoing as ServerResponse, resolve));
  }
  const plain = new FetchRequest(request);
  const upgradeRequest = nodeUpgradeRequest(core, host, plain, env);
  const call = upgradeRequest ?? plain;
  const reply = (await core.handle(call)) ?? (await core.respondWithoutOperation(call));
  if (reply.hijack === undefined || upgradeRequest === undefined) return responseTo(reply, request, plain);
  hijack(reply, upgradeRequest);
  return new Response(null, { headers: alreadySent });
}

/** Returns Node's request if the host runs on `node:http` and the connection is to be upgraded. */
function nodeUpgradeRequest(
  core: Core,
  { open }: NodeHost,
  { method, url }: HostRequest,
  { incoming, outgoing }: FetchEnvironment,
): NodeRequest | undefined {
  if (!isNodeRequest(incoming, outgoing)) return undefined;
  if (incoming.headers.upgrade === undefined || !core.mayUpgrade(method, url)) return undefined;
  return new NodeRequest(incoming, outgoing as ServerResponse, url, open);
}

function isNodeRequest(incoming: unknown, outgoing: unknown): incoming is IncomingMessage {
  return incoming instanceof IncomingMessage && outgoing instanceof ServerResponse;
}

function responseTo(reply: HostResponse, request: Request, call: FetchRequest): Response {
  const { status, body, hijack, onFailure, onEnd } = reply;
  const headers = toHeaders(reply.headers);
  if (hijack !== undefined) {
    const duplex = new WebDuplex(call.body());
    void hijack.run(duplex).finally(() => duplex.end());
    duplex.once('close', () => onEnd?.({ bytes: duplex.writtenBytes, isComplete: duplex.writableFinished }));
    request.signal.addEventListener('abort', () => duplex.destroy(), { once: true });
    return new Response(duplex.output, { status, headers });
  }
  if (body === undefined || request.method === 'HEAD') {
    discard(body);
    onEnd?.({ bytes: 0, isComplete: true });
    return new Response(null, { status, headers });
  }
  if (typeof body === 'string' || body instanceof Uint8Array) {
    // The host sends it without reporting when.
    onEnd?.({ bytes: Buffer.byteLength(body), isComplete: true });
    return new Response(typeof body === 'string' ? body : Uint8Array.from(body), { status, headers });
  }
  return new Response(webStream(body, onFailure, onEnd), { status, headers });
}

function toHeaders(headers: HostResponse['headers']): Headers {
  const result = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    for (const one of typeof value === 'string' ? [value] : value) result.append(name, one);
  }
  return result;
}

class FetchRequest implements HostRequest {
  readonly method: string;
  readonly url: string;
  readonly duplexSupport = 'stream';
  readonly #request: Request;
  #headers: Record<string, string> | undefined;

  constructor(request: Request) {
    const { pathname, search } = new URL(request.url);
    this.method = request.method;
    this.url = pathname + search;
    this.#request = request;
  }

  get headers(): Readonly<Record<string, string>> {
    return (this.#headers ??= Object.fromEntries(this.#request.headers));
  }

  /** One value for each name, since `Request` joins repeated headers. */
  get headersDistinct(): Readonly<Record<string, readonly string[]>> {
    return Object.fromEntries(Object.entries(this.headers).map(([name, value]) => [name, [value]]));
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }

  /** Returns null if the body has been read. */
  body(): Readable | null {
    const { body, bodyUsed } = this.#request;
    if (body === null || bodyUsed || body.locked) return null;
    // A reader receives the error itself. Without a reader, a client that disconnects must not end the process.
    return Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]).on('error', () => undefined);
  }
}

/** Converts a streamed body to a web stream. */
function webStream(
  body: FlowingBody,
  onFailure?: (error: unknown) => void,
  onEnd?: HostResponse['onEnd'],
): ReadableStream<Uint8Array> {
  const iterator = body[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  let bytes = 0;
  let isCanceled = false;
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const piece = await iterator.next();
          if (isCanceled) return;
          if (piece.done === true) {
            controller.close();
            onEnd?.({ bytes, isComplete: true });
            return;
          }
          const chunk = typeof piece.value === 'string' ? encoder.encode(piece.value) : piece.value;
          bytes += chunk.length;
          controller.enqueue(chunk);
        } catch (error) {
          if (isCanceled) return;
          onFailure?.(error);
          controller.error(error);
          onEnd?.({ bytes, isComplete: false });
        }
      },
      cancel: () => {
        isCanceled = true;
        void Promise.resolve(iterator.return?.()).catch(() => undefined);
        onEnd?.({ bytes, isComplete: false });
      },
    },
    { highWaterMark: 1 },
  );
}
