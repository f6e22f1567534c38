/** Serves the requests of a server of Node. */
import { ServerResponse, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex, Readable } from 'node:stream';
import type { BridgeCore } from '../bridge-core.js';
import { forwardedHeaders, type Headers } from '../message/headers.js';
import { errorOf } from '../message/http-error.js';
import { jsonResponse } from '../message/messages.js';
import { passThrough } from './pass-through.js';
import { sendInformation, sendResponse } from './send.js';
import { readUpgradeBody } from './upgrade-body.js';

/** Serves a request. Never rejects. */
export async function serveRequest(
  core: BridgeCore,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const timer = core.timerOf(request.method ?? 'GET', request.url ?? '/');
  if (timer !== undefined) response.once('close', () => timer.end(response.statusCode));
  const passage = isSimple(request) ? core.passageOf(request.method, request.url ?? '/') : undefined;
  if (passage !== undefined) return passThrough(core, passage, request, response, timer);
  await serveWith(core, request, hasBody(request) ? request : undefined, response, timer);
}

/** Serves an upgrade request. Its body is still unread, and its response is an ordinary one unless it is a 101. */
export async function serveUpgrade(
  core: BridgeCore,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<void> {
  socket.on('error', () => socket.destroy());
  socket.unshift(head);
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  // A server of Node passes its sockets, which are declared as streams here.
  response.assignSocket(socket as Socket);
  response.once('finish', () => socket.end().resume());
  const timer = core.timerOf(request.method ?? 'GET', request.url ?? '/');
  socket.once('close', () => timer?.end(response.headersSent ? response.statusCode : 101));
  try {
    const body = await readUpgradeBody(request, socket as Socket);
    await serveWith(core, request, hasBody(request) ? body : undefined, response, timer, request.headers.upgrade);
  } catch (error) {
    const { status, message } = errorOf(error);
    sendResponse(response, jsonResponse(status, {}, { message }));
  }
}

async function serveWith(
  core: BridgeCore,
  { method = 'GET', url = '/', rawHeaders }: IncomingMessage,
  body: Readable | undefined,
  response: ServerResponse,
  timer: ReturnType<BridgeCore['timerOf']>,
  upgrade?: string,
): Promise<void> {
  const client = new AbortController();
  response.once('close', () => response.writableFinished || client.abort());
  const headers = forwardedHeaders(rawHeaders);
  const onInformation = (status: number, received: Headers): void => sendInformation(response, status, received);
  const { signal } = client;
  sendResponse(response, await core.serve({ method, url, headers, body, upgrade, signal, onInformation }, timer));
}

/** Whether a request has nothing but its head, and may be sent twice. */
function isSimple(request: IncomingMessage): request is IncomingMessage & { readonly method: string } {
  return (request.method === 'GET' || request.method === 'HEAD') && !announcesBody(request.rawHeaders);
}

/** Whether there may be a body. Decoding all headers takes longer. */
function announcesBody(raw: readonly string[]): boolean {
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index];
    if (name?.length === contentLength.length && name.toLowerCase() === contentLength) return true;
    if (name?.length === transferEncoding.length && name.toLowerCase() === transferEncoding) return true;
  }
  return false;
}

const contentLength = 'content-length';
const transferEncoding = 'transfer-encoding';

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
}
