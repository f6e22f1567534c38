/** Sends one request and reads the whole response. */
import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import type { Duplex, Readable } from 'node:stream';
import WebSocket from 'ws';
import type { Address } from './address.js';

export interface ScenarioRequest {
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
  /** The time from the request to the end of the response. */
  readonly seconds: number;
}

type UntimedResponse = Omit<Response, 'seconds'>;

const TIMEOUT = 60_000;

/** Sends a request. @throws Error when there is no response within a minute */
export async function send(address: Address, sent: ScenarioRequest): Promise<Response> {
  const begin = performance.now();
  const response = await sendUntimed(address, sent);
  return { ...response, seconds: (performance.now() - begin) / 1000 };
}

function sendUntimed(address: Address, sent: ScenarioRequest): Promise<UntimedResponse> {
  if (sent.upgrade === 'websocket') return sendWebSocket(address, sent);
  return new Promise((resolve, reject) => {
    const { upgrade, body } = sent;
    const request = httpRequest({
      ...address.options,
      agent: false,
      method: sent.method,
      path: sent.path,
      timeout: TIMEOUT,
      headers: {
        host: 'engine',
        ...(upgrade && { connection: 'Upgrade', upgrade }),
        ...(body && { 'content-length': body.length }),
        ...sent.headers,
      },
    });
    request.once('timeout', () => request.destroy(new Error(`no response within ${TIMEOUT / 1000} s`)));
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
    // Without an upgrade, bytes after the head are the body, which the process reads as its input.
    if (sent.stdin !== undefined && upgrade === undefined) request.flushHeaders();
    else request.end(body);
  });
}

/** Reads to the end, or until the scenario leaves the stream. */
function collect(
  head: IncomingMessage,
  source: Readable | Duplex,
  { leave }: ScenarioRequest,
  end: () => void,
): Promise<UntimedResponse> {
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
      reject(new Error(`the response does not end within ${TIMEOUT / 1000} s`));
    }, leave.after ?? TIMEOUT);
    source.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (leave.items !== undefined && itemsOf(Buffer.concat(chunks)).length >= leave.items) response();
    });
    source.once('end', response);
    source.once('error', (error) => (chunks.length > 0 ? response() : reject(error)));
    source.once('close', response);
  });
}

function sendWebSocket({ options }: Address, sent: ScenarioRequest): Promise<UntimedResponse> {
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
  return bytes
    .toString()
    .split(/[\x1e\n]/)
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
