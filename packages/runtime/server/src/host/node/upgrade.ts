/** Requests that ask for an upgrade, as `node:http` hands them over: socket and all. */
import { ServerResponse, type IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Core } from '../../server/core.js';
import type { HostReply, HostRequest } from '../host-message.js';
import { handOver, headOf, patience, runOn } from './hand-over.js';
import { handedOver } from './handed-over.js';
import { gone, plainHeaders, type OpenCalls } from './node-request.js';
import { holdsOptions } from './options-body.js';
import { send } from './send.js';
import { upgradeBody } from './upgrade-body.js';
import { openWebSocket } from './web-socket.js';

/** Never rejects. */
export async function serveUpgrade(
  core: Core,
  request: IncomingMessage,
  socket: Duplex,
  head: Uint8Array,
  url: string,
  open: OpenCalls,
): Promise<void> {
  socket.on('error', () => undefined);
  if (head.length > 0) socket.unshift(head);
  if (socket instanceof Socket) socket.setTimeout(0);
  const call = new UpgradeRequest(request, socket, url, open);
  const reply = (await core.handle(call)) ?? core.otherwise(call);
  if (reply.takeOver === undefined) {
    call.done();
    answerPlainly(reply, request, socket);
    return;
  }
  if (socket.destroyed) return;
  await takeOver(reply, request, socket, call.isBodyRead);
}

async function takeOver(
  reply: HostReply,
  request: IncomingMessage,
  socket: Duplex,
  isBodyRead: boolean,
): Promise<void> {
  const { protocol, run, isAnswered } = reply.takeOver ?? {};
  if (run === undefined) return;
  if (protocol === 'websocket' && isAnswered !== true) {
    const duplex = await openWebSocket(request, socket, reply.headers);
    if (duplex === undefined) return;
    await run(duplex);
    duplex.end();
    setTimeout(() => duplex.destroy(), patience).unref();
    return;
  }
  handedOver.add(socket);
  skipLastChunk(request, socket);
  if (!isBodyRead && holdsOptions(request)) {
    socket.write(headOf(reply));
    await passOver(request, socket);
    await runOn(socket, run);
  } else await handOver(reply, socket);
}

/** Some clients announce chunks, send none, and then speak plainly. */
function skipLastChunk({ headers }: IncomingMessage, socket: Duplex): void {
  if (headers['transfer-encoding'] === undefined) return;
  const begin: unknown = socket.read();
  if (!Buffer.isBuffer(begin)) return;
  const rest = begin.subarray(0, 5).toString('latin1') === '0\r\n\r\n' ? begin.subarray(5) : begin;
  if (rest.length > 0) socket.unshift(rest);
}

async function passOver(request: IncomingMessage, socket: Duplex): Promise<void> {
  const body = upgradeBody(request, socket);
  if (body === null) return;
  // One that is cut off is followed by nothing.
  await finished(body.resume()).catch(() => undefined);
}

/** What asks for an upgrade in vain, or of a route that has none, is answered like any other request. */
function answerPlainly(reply: HostReply, request: IncomingMessage, socket: Duplex): void {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket as Socket);
  socket.on('drain', () => response.emit('drain'));
  response.once('finish', () => {
    response.detachSocket(socket as Socket);
    socket.end();
    socket.resume();
    setTimeout(() => socket.destroy(), patience).unref();
  });
  // Node has read no body of it, and will not.
  request.complete = true;
  send(reply, request, response);
  socket.resume();
}

class UpgradeRequest implements HostRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly headersDistinct: Readonly<Record<string, readonly string[]>>;
  readonly takesOver = 'upgrade';
  isBodyRead = false;
  readonly #request: IncomingMessage;
  readonly #socket: Duplex;
  readonly #controller = new AbortController();
  readonly #open: OpenCalls;
  readonly #leaves = (): void => {
    this.#open.delete(this.#controller);
    this.#controller.abort(gone());
  };

  constructor(request: IncomingMessage, socket: Duplex, url: string, open: OpenCalls) {
    this.method = request.method ?? 'GET';
    this.url = url;
    this.headers = plainHeaders(request);
    this.headersDistinct = request.headersDistinct as Readonly<Record<string, readonly string[]>>;
    this.#request = request;
    this.#socket = socket;
    this.#open = open;
    open.add(this.#controller);
    socket.once('close', this.#leaves);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get remoteAddress(): string {
    return this.#request.socket.remoteAddress ?? '';
  }

  body(): Readable | null {
    this.isBodyRead = true;
    return upgradeBody(this.#request, this.#socket);
  }

  /** There is an answer: who goes now has not gone too early. */
  done(): void {
    this.#socket.off('close', this.#leaves);
    this.#open.delete(this.#controller);
  }
}
