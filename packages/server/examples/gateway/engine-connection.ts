/** Sends requests to an engine, each on its own connection, which closes when the client disconnects. */
import { request as requestTo, type ClientRequest, type IncomingMessage } from 'node:http';
import { connect, type NetConnectOpts } from 'node:net';
import { finished, type Duplex, type Readable } from 'node:stream';
import { HttpError, type RawHeaders } from '@lading/server';
import type { EngineRequest } from './engine-request.js';

/** The time to wait for `100 Continue` before the body is sent anyway, in milliseconds; some servers never send it. */
const continueTimeout = 1000;

export interface EngineResponse {
  readonly status: number;
  readonly headers: RawHeaders;
  /** The body; for status 101, the connection. */
  readonly body: IncomingMessage | Duplex;
}

export class EngineConnection {
  readonly #target: NetConnectOpts;

  /** @throws TypeError if the address is invalid */
  constructor(address: string) {
    this.#target = targetOf(address);
  }

  /** Sends a request. @throws HttpError 502 if the engine is unreachable, or disconnects before the response head */
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
        // One direction of an upgraded connection may end before the other.
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
      call.on('close', () => reject(new HttpError(502, 'the engine closed the connection')));
      call.on('response', (response) => {
        // The engine switches protocols without naming one.
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
      else if (upgrade === undefined) sendAfterContinue(body, call);
      else send(body, call);
    });
  }
}

function targetOf(address: string): NetConnectOpts {
  const [, path] = /^unix:\/\/(\/.+)$/.exec(address) ?? [];
  if (path !== undefined) return { path };
  const [, host, port] = /^(?:tcp|http):\/\/(\[[^\]]+\]|[^/:]+):(\d+)\/?$/.exec(address) ?? [];
  if (host !== undefined) return { host: host.replace(/[[\]]/g, ''), port: Number(port) };
  throw new TypeError(`'${address}' is not an engine address; use unix:///path or tcp://host:port`);
}

/**
 * Sends the body when the engine asks for it. An engine that rejects a request without reading its body closes the
 * connection, and the failing write would hide its response.
 */
function sendAfterContinue(body: Readable | string, call: ClientRequest): void {
  const timer = setTimeout(begin, continueTimeout);
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

/** Sends a body. If the client aborts it, destroys the request to the engine, which would otherwise look complete. */
function send(body: Readable | string, call: ClientRequest): void {
  if (typeof body === 'string') return void call.end(body);
  finished(body, { writable: false }, (error) => {
    if (error) call.destroy();
  });
  // An engine that has responded may stop reading; the rest of the body is discarded.
  call.on('error', () => body.unpipe(call).resume());
  body.pipe(call);
}

/** Returns the headers with the engine's spelling of names; repeated headers remain separate values. */
function headersOf({ rawHeaders }: IncomingMessage): RawHeaders {
  const names = new Map<string, string>();
  const headers: Record<string, string[]> = {};
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    const key = name.toLowerCase();
    const firstSpelling = names.get(key) ?? name;
    names.set(key, firstSpelling);
    (headers[firstSpelling] ??= []).push(rawHeaders[index + 1] as string);
  }
  return Object.fromEntries(
    Object.entries(headers).map(([name, all]) => [name, all.length === 1 ? (all[0] as string) : all]),
  );
}
