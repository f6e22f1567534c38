// Sends one request to an engine, or to any other server, and reads the whole response.

import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import type { Duplex, Readable } from 'node:stream';
import WebSocket from 'ws';
import { jsonOf } from '../recorder/exchange.js';

export interface SentRequest {
  readonly method: string;
  /** With the version and the query. */
  readonly path: string;
  readonly headers: OutgoingHttpHeaders;
  readonly body?: string | Uint8Array | undefined;
  readonly upgrade?: string | undefined;
  /** The input that is written to the upgraded connection, or follows the head of a request without upgrade. */
  readonly stdin?: string | undefined;
  /** Whether the connection stays open after the input, which is sent with the upgrade or after the first output. */
  readonly inputAfter?: 'upgrade' | 'output' | undefined;
  /** Ends the response after this many JSON values, or milliseconds. */
  readonly leave: { readonly items?: number; readonly after?: number | undefined };
  /** Ends the request, and its response with what has arrived. */
  readonly signal?: AbortSignal | undefined;
  /** The milliseconds without a byte after which the request fails. @default 60000 */
  readonly idle?: number;
}

/** The request options of node:http for the address of a server. */
export type ServerAddress = { readonly socketPath: string } | { readonly host: string; readonly port: number };

export interface Response {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  /** The time from the request to the end of the response. */
  readonly seconds: number;
}

type UntimedResponse = Omit<Response, 'seconds'>;

/** Parses an address: `unix:///run/docker.sock`, `tcp://127.0.0.1:2375`, `http://…`. @throws Error when it has none of the supported forms */
export function addressOf(text: string): ServerAddress {
  const [, path] = /^unix:\/\/(\/.+)$/.exec(text) ?? [];
  if (path !== undefined) return { socketPath: path };
  const [, host, port] = /^(?:tcp|http):\/\/(\[[^\]]+\]|[^/:]+):(\d+)\/?$/.exec(text) ?? [];
  if (host !== undefined) return { host: host.replace(/[[\]]/g, ''), port: Number(port) };
  throw new Error(`'${text}' is not an address: write unix:///path or tcp://host:port`);
}

const TIMEOUT = 60_000;

/** Sends a request. @param onIdle called when it fails for lack of bytes @throws Error when there is no response within a minute */
export async function send(
  address: ServerAddress,
  sent: SentRequest,
  onIdle = (): void => undefined,
): Promise<Response> {
  const begin = performance.now();
  const response = await sendUntimed(address, sent, onIdle);
  return { ...response, seconds: (performance.now() - begin) / 1000 };
}

function sendUntimed(address: ServerAddress, sent: SentRequest, onIdle: () => void): Promise<UntimedResponse> {
  if (sent.upgrade === 'websocket') return sendWebSocket(address, sent);
  return new Promise((resolve, reject) => {
    const { upgrade, body, stdin, inputAfter, idle = TIMEOUT } = sent;
    const request = httpRequest({
      ...address,
      agent: false,
      method: sent.method,
      path: sent.path,
      timeout: idle,
      ...(sent.signal && { signal: sent.signal }),
      headers: {
        Host: 'engine',
        ...(upgrade !== undefined && { Connection: 'Upgrade', Upgrade: upgrade }),
        ...(body !== undefined && { 'Content-Length': Buffer.byteLength(body) }),
        ...sent.headers,
      },
    });
    request.once('timeout', () => {
      onIdle();
      request.destroy(new Error(`no response within ${idle / 1000} s`));
    });
    request.once('error', reject);
    request.once('response', (response) => {
      if (stdin !== undefined && upgrade === undefined) request.end(stdin);
      collect(response, response, sent, () => request.destroy()).then(resolve, reject);
    });
    request.once('upgrade', (response, socket, head) => {
      if (head.length > 0) socket.unshift(head);
      collect(response, socket, sent, () => socket.destroy()).then(resolve, reject);
      if (stdin === undefined) return;
      if (inputAfter === undefined) socket.end(stdin);
      else if (inputAfter === 'upgrade') socket.write(stdin);
      else socket.once('data', () => socket.write(stdin));
    });
    // Without an upgrade, bytes after the head are the body, which the process reads as its input.
    if (stdin !== undefined && upgrade === undefined) request.flushHeaders();
    else request.end(body);
  });
}

/** Reads to the end, or until the request leaves the stream. */
function collect(
  head: IncomingMessage,
  source: Readable | Duplex,
  { leave, signal, idle }: SentRequest,
  end: () => void,
): Promise<UntimedResponse> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const response = () => {
      clearTimeout(timer);
      end();
      resolve({ status: head.statusCode ?? 0, headers: headersOf(head), bytes: Buffer.concat(chunks) });
    };
    const tooLong = () => {
      end();
      reject(new Error(`the response does not end within ${TIMEOUT / 1000} s`));
    };
    const isLimited = leave.after === undefined && idle === undefined;
    const timer = isLimited ? setTimeout(tooLong, TIMEOUT) : leave.after && setTimeout(response, leave.after);
    source.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (leave.items !== undefined && itemsOf(Buffer.concat(chunks)).length >= leave.items) response();
    });
    source.once('end', response);
    source.once('error', (error) => (chunks.length > 0 || signal?.aborted ? response() : reject(error)));
    source.once('close', response);
  });
}

function sendWebSocket(options: ServerAddress, sent: SentRequest): Promise<UntimedResponse> {
  return new Promise((resolve, reject) => {
    const base = 'socketPath' in options ? `ws+unix://${options.socketPath}:` : `ws://${options.host}:${options.port}`;
    const socket = new WebSocket(base + sent.path, { headers: sent.headers as Record<string, string> });
    const chunks: Buffer[] = [];
    let headers = {};
    const timer = setTimeout(() => socket.terminate(), sent.leave.after ?? TIMEOUT);
    socket.on('upgrade', (response) => (headers = headersOf(response)));
    socket.on('open', () => sent.stdin !== undefined && socket.send(sent.stdin));
    socket.on('message', (data: Buffer) => chunks.push(data));
    socket.on('error', reject);
    socket.on('unexpected-response', (_request, response) => {
      clearTimeout(timer);
      collect(response, response, sent, () => response.destroy()).then(resolve, reject);
    });
    socket.on('close', () => {
      clearTimeout(timer);
      resolve({ status: 101, headers, bytes: Buffer.concat(chunks) });
    });
  });
}

/** The JSON values of a stream. A truncated last value is left out. */
export function itemsOf(bytes: Buffer): readonly unknown[] {
  const values = bytes
    .toString()
    .split(/[\x1e\n]/)
    .map(jsonOf);
  return values.filter((value) => value !== undefined);
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
