/** Sends requests to an engine: a connection each, which ends with the client that the request is for. */
import { request as requestTo, type ClientRequest, type IncomingMessage } from 'node:http';
import { connect, type NetConnectOpts } from 'node:net';
import { finished, type Duplex, type Readable } from 'node:stream';
import { HttpError, type RawHeaders } from '@lading/server';
import type { EngineRequest } from './engine-request.js';

/** How long an engine may take to ask for a body, in milliseconds; there are servers that never do. */
const patience = 1000;

export interface EngineResponse {
  readonly status: number;
  readonly headers: RawHeaders;
  /** Of a 101, the connection. */
  readonly body: IncomingMessage | Duplex;
}

export class EngineConnection {
  readonly #target: NetConnectOpts;

  /** @throws TypeError for an address that is none */
  constructor(address: string) {
    this.#target = targetOf(address);
  }

  /** @throws HttpError 502 where the engine cannot be reached, or breaks off before its head */
  send({ method, url, headers, body, upgrade }: EngineRequest, signal: AbortSignal): Promise<EngineResponse> {
    return new Promise((resolve, reject) => {
      const call = requestTo({
        method,
        path: url,
        headers: {
          host: 'engine',
          ...(headers as Record<string, string | string[]>),
          ...(body !== undefined && upgrade === undefined && { expect: '100-continue' }),
          ...(upgrade !== undefined && { connection: 'Upgrade', upgrade }),
        },
        // One half of an upgraded connection may end before the other.
        createConnection: () => connect({ ...this.#target, allowHalfOpen: true }),
      });
      const stop = (): void => {
        incoming?.destroy(signal.reason as Error);
        call.destroy(signal.reason as Error);
      };
      let incoming: IncomingMessage | undefined;
      if (signal.aborted) stop();
      signal.addEventListener('abort', stop, { once: true });
      call.on('error', (error: NodeJS.ErrnoException) => {
        reject(
          signal.aborted ? error : new HttpError(502, `the engine does not respond: ${error.code ?? error.message}`),
        );
      });
      call.on('close', () => reject(new HttpError(502, 'the engine broke the connection off')));
      call.on('response', (response) => {
        // One that switches protocols without saying to which.
        if (response.statusCode === 101) return stop();
        incoming = response;
        resolve({ status: response.statusCode ?? 502, headers: headersOf(response), body: response });
      });
      call.on('upgrade', (response, socket: Duplex, head) => {
        signal.removeEventListener('abort', stop);
        socket.unshift(head);
        resolve({ status: 101, headers: headersOf(response), body: socket });
      });
      if (body === undefined) call.end();
      else if (upgrade === undefined) sendWhenWanted(body, call);
      else send(body, call);
    });
  }
}

function targetOf(address: string): NetConnectOpts {
  const [, path] = /^unix:\/\/(\/.+)$/.exec(address) ?? [];
  if (path !== undefined) return { path };
  const [, host, port] = /^(?:tcp|http):\/\/(\[[^\]]+\]|[^/:]+):(\d+)\/?$/.exec(address) ?? [];
  if (host !== undefined) return { host: host.replace(/[[\]]/g, ''), port: Number(port) };
  throw new TypeError(`'${address}' is no address of an engine: write unix:///path or tcp://host:port`);
}

/**
 * An engine that refuses a request without reading its body closes the connection, and its response would be lost
 * behind a write that fails: the body is sent when the engine asks for it.
 */
function sendWhenWanted(body: Readable | string, call: ClientRequest): void {
  const timer = setTimeout(begin, patience);
  call.once('continue', begin).once('response', stop).once('close', stop);
  call.flushHeaders();

  function begin(): void {
    clearTimeout(timer);
    call.off('continue', begin).off('response', stop).off('close', stop);
    send(body, call);
  }

  function stop(): void {
    clearTimeout(timer);
    call.off('continue', begin);
    if (typeof body !== 'string') body.resume();
  }
}

/** One that the client cuts off must not look whole to the engine. */
function send(body: Readable | string, call: ClientRequest): void {
  if (typeof body === 'string') return void call.end(body);
  finished(body, { writable: false }, (error) => {
    if (error) call.destroy();
  });
  // What the engine does not read any more, since it has responded, nobody needs.
  call.on('error', () => body.unpipe(call).resume());
  body.pipe(call);
}

/** Names as the engine writes them; what it sends several times stays apart. */
function headersOf({ rawHeaders }: IncomingMessage): RawHeaders {
  const names = new Map<string, string>();
  const headers: Record<string, string[]> = {};
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    const key = name.toLowerCase();
    const first = names.get(key) ?? name;
    names.set(key, first);
    (headers[first] ??= []).push(rawHeaders[index + 1] as string);
  }
  return Object.fromEntries(
    Object.entries(headers).map(([name, all]) => [name, all.length === 1 ? (all[0] as string) : all]),
  );
}
