/** Serves the requests of a server of Node. */
import { ServerResponse, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex, Readable } from 'node:stream';
import type { BridgeCore } from '../bridge-core.js';
import { forwardedHeaders, type Headers } from '../message/headers.js';
import { errorOf } from '../message/http-error.js';
import { jsonResponse } from '../message/messages.js';
import { sendInformation, sendResponse } from './send.js';
import { readUpgradeBody } from './upgrade-body.js';

/** Serves a request. Never rejects. */
export async function serveRequest(
  core: BridgeCore,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const timer = core.timerOf(request.method ?? 'GET', request.url ?? '/');
  response.once('close', () => timer?.end(response.statusCode));
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

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
}
