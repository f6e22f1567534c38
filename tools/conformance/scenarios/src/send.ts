/** One request and all that comes back. */
import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import type { Duplex, Readable } from 'node:stream';
import WebSocket from 'ws';
import type { Address } from './address.js';

export interface Sent {
  readonly method: string;
  /** With the version and the query. */
  readonly path: string;
  readonly headers: OutgoingHttpHeaders;
  readonly body?: Uint8Array;
  readonly upgrade?: string;
  readonly stdin?: string;
  readonly leave: { readonly items?: number; readonly after?: number };
}

export interface Response {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  /** From the request to its end. */
  readonly seconds: number;
}

type Exchange = Omit<Response, 'seconds'>;

const PATIENCE = 60_000;

/** @throws Error when nobody answers, or not within a minute */
export async function send(address: Address, sent: Sent): Promise<Response> {
  const begin = performance.now();
  const response = await exchange(address, sent);
  return { ...response, seconds: (performance.now() - begin) / 1000 };
}

function exchange(address: Address, sent: Sent): Promise<Exchange> {
  if (sent.upgrade === 'websocket') return sendWebSocket(address, sent);
  return new Promise((resolve, reject) => {
    const { upgrade, body } = sent;
    const request = httpRequest({
      ...address.options,
      agent: false,
      method: sent.method,
      path: sent.path,
      timeout: PATIENCE,
      headers: {
        host: 'engine',
        ...(upgrade && { connection: 'Upgrade', upgrade }),
        ...(body && { 'content-length': body.length }),
        ...sent.headers,
      },
    });
    request.once('timeout', () => request.destroy(new Error(`no answer within ${PATIENCE / 1000} s`)));
    request.once('error', reject);
    request.once('response', (response) => {
      if (sent.stdin !== undefined) request.end(sent.stdin);
      collect(response, response, sent, () => request.destroy()).then(resolve, reject);
    });
    request.once('upgrade', (response, socket, head) => {
      if (head.length > 0) socket.unshift(head);
      if (sent.stdin !== undefined) socket.end(sent.stdin);
      collect(response, socket, sent, () => socket.destroy()).then(resolve, reject);
    });
    // Without another protocol, what is written after the head is the body, which is then what the process reads.
    if (sent.stdin !== undefined && upgrade === undefined) request.flushHeaders();
    else request.end(body);
  });
}

/** Reads to the end, or until the story leaves. */
function collect(
  head: IncomingMessage,
  source: Readable | Duplex,
  { leave }: Sent,
  end: () => void,
): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const response = () => {
      clearTimeout(timer);
      end();
      resolve({ status: head.statusCode ?? 0, headers: headersOf(head), bytes: Buffer.concat(chunks) });
    };
    const timer = setTimeout(() => {
      if (leave.after !== undefined) return response();
      end();
      reject(new Error(`the answer does not end within ${PATIENCE / 1000} s`));
    }, leave.after ?? PATIENCE);
    source.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (leave.items !== undefined && itemsOf(Buffer.concat(chunks)).length >= leave.items) response();
    });
    source.once('end', response);
    source.once('error', (error) => (chunks.length > 0 ? response() : reject(error)));
    source.once('close', response);
  });
}

function sendWebSocket({ options }: Address, sent: Sent): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    const base = 'socketPath' in options ? `ws+unix://${options.socketPath}:` : `ws://${options.host}:${options.port}`;
    const socket = new WebSocket(base + sent.path, { headers: sent.headers as Record<string, string> });
    const chunks: Buffer[] = [];
    let headers = {};
    const timer = setTimeout(() => socket.terminate(), sent.leave.after ?? PATIENCE);
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

/** The JSON values of a stream; a last one that is cut is left out. */
export function itemsOf(bytes: Buffer): readonly unknown[] {
  return bytes
    .toString()
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as unknown];
      } catch {
        return [];
      }
    });
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
