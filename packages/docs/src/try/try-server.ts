/**
 * The part of the site's server that sends the requests of "Try it": to the sandbox of a visitor, or to one other server.
 *
 * Only pages of the site reach it: a session needs a request of the same origin, and every call its token in a header, which no
 * other origin can send. A response is always 200, with that of the target in the header `x-lading-head`, since a browser reports
 * others as errors of the page.
 */
import { randomBytes } from 'node:crypto';
import {
  request as requestHttp,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestOptions,
  type ServerResponse,
} from 'node:http';
import { request as requestHttps } from 'node:https';
import { PassThrough, type Duplex } from 'node:stream';
import type { Sandboxes } from './sandboxes.js';
import { frameOf, frameReader, webSocketHeaders } from './web-socket-frames.js';

/** Where requests go: to a sandbox of each visitor, or to the URL of a server. */
export type TryTarget = { readonly sandboxes: Sandboxes } | { readonly server: string };

/** What a page asks for, in the header `x-lading-request`. */
interface TriedRequest {
  readonly method: string;
  /** The path without the version, with its query. */
  readonly path: string;
  readonly version: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the connection may become a stream in both directions, of bytes or of a WebSocket. */
  readonly upgrades?: boolean | 'websocket';
}

/** A connection that became a stream, and whose it is. */
interface TriedStream {
  readonly token: string;
  readonly socket: Duplex;
  readonly isWebSocket: boolean;
}

const prefix = '/-/try/';
/** The largest body of a request. */
const maxBody = 16 * 1024 * 1024;
/** How many calls of a visitor run at a time, streams included. */
const maxCalls = 16;
/** Headers between the page and its server, or of one connection. */
const ownHeaders =
  /^(connection|content-length|expect|host|keep-alive|origin|proxy-.*|referer|te|trailer|transfer-encoding|upgrade|sec-.*|x-lading-.*)$/i;

export class TryServer {
  /** The tokens of visitors of another server, and the calls of all. */
  readonly #calls = new Map<string, number>();
  readonly #streams = new Map<string, TriedStream>();

  constructor(readonly target: TryTarget) {}

  /** A script that tells the pages of the site that they can send requests. It has no secret, since other sites can load it. */
  get script(): string {
    return `document.documentElement.dataset.try = '${'sandboxes' in this.target ? 'engine' : 'server'}';\n`;
  }

  /** @returns whether the request is one of "Try it" */
  handle(request: IncomingMessage, response: ServerResponse): boolean {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (!pathname.startsWith(prefix)) return false;
    const refuse = (status: number, text: string) =>
      void response.writeHead(status, { 'content-type': 'text/plain' }).end(`${text}\n`);
    if (request.method !== 'POST' || !isSameOrigin(request)) {
      refuse(403, 'Only pages of this site can use it.');
      return true;
    }
    const token = headerOf(request, 'x-lading-token');
    const action = pathname.slice(prefix.length);
    if (action === 'session') {
      void this.#session(response, token, searchParams.has('keep')).catch(() =>
        refuse(503, 'The sandbox cannot be started.'),
      );
    } else if (!this.#calls.has(token)) {
      refuse(403, 'The session has ended.');
    } else if (action === 'input') {
      void bodyOf(request)
        .then((body) => this.#input(response, this.#streams.get(searchParams.get('stream') ?? ''), token, body))
        .catch(() => response.destroy());
    } else if (action === 'call') {
      void bodyOf(request)
        .then((body) => this.#call(request, response, token, body))
        .catch(() => response.destroy());
    } else refuse(404, 'There is no such action.');
    return true;
  }

  async close(): Promise<void> {
    for (const { socket } of this.#streams.values()) socket.destroy();
    if ('sandboxes' in this.target) await this.target.sandboxes.close();
  }

  /** Starts a session. That of a former token goes on if it is to be kept, and ends otherwise, with its sandbox. */
  async #session(response: ServerResponse, former: string, keeps: boolean): Promise<void> {
    const isOpen = this.#calls.has(former) && !('sandboxes' in this.target && !this.target.sandboxes.socketOf(former));
    if (keeps && isOpen) return this.#writeToken(response, former);
    if (this.#calls.delete(former) && 'sandboxes' in this.target) await this.target.sandboxes.end(former);
    const token =
      'sandboxes' in this.target ? await this.target.sandboxes.start() : randomBytes(24).toString('base64url');
    if (token !== undefined) this.#calls.set(token, 0);
    this.#writeToken(response, token);
  }

  #writeToken(response: ServerResponse, token: string | undefined): void {
    response
      .writeHead(token === undefined ? 503 : 200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
      .end(JSON.stringify(token === undefined ? {} : { token }));
  }

  #call(request: IncomingMessage, response: ServerResponse, token: string, body: Buffer | undefined): void {
    const calls = this.#calls.get(token) ?? 0;
    const fail = (error: string) => {
      if (response.headersSent) response.destroy();
      else writeHead(response, { error });
      response.end();
    };
    if (body === undefined) return fail(`A request has at most ${maxBody / 1024 / 1024} MB.`);
    if (calls >= maxCalls) return fail('Too many requests of this page are open.');
    let tried: TriedRequest;
    let options: RequestOptions;
    try {
      tried = JSON.parse(decodeURIComponent(headerOf(request, 'x-lading-request'))) as TriedRequest;
      options = this.#optionsOf(tried, token);
    } catch (error) {
      return fail(error instanceof Error ? error.message : String(error));
    }
    this.#calls.set(token, calls + 1);
    const send = 'server' in this.target && this.target.server.startsWith('https:') ? requestHttps : requestHttp;
    let outgoing: ReturnType<typeof send>;
    try {
      outgoing = send(options);
    } catch (error) {
      this.#calls.set(token, calls);
      return fail(error instanceof Error ? error.message : String(error));
    }
    response.once('close', () => {
      outgoing.destroy();
      const open = this.#calls.get(token);
      if (open !== undefined) this.#calls.set(token, open - 1);
    });
    outgoing.on('error', (error) => fail(error.message));
    outgoing.on('response', (incoming) => {
      writeHead(response, headOf(incoming));
      incoming.on('error', () => response.destroy()).pipe(response);
    });
    outgoing.on('upgrade', (incoming, socket, first) => {
      const stream = randomBytes(12).toString('base64url');
      const isWebSocket = tried.upgrades === 'websocket';
      this.#streams.set(stream, { token, socket, isWebSocket });
      socket.once('close', () => this.#streams.delete(stream));
      response.once('close', () => socket.destroy());
      writeHead(response, { ...headOf(incoming), stream });
      socket.on('error', () => response.destroy());
      const output = isWebSocket ? frameReader((frame) => socket.write(frame)) : new PassThrough();
      output.on('error', () => response.destroy()).once('end', () => socket.end());
      output.pipe(response);
      output.write(first);
      socket.pipe(output);
    });
    outgoing.end(body);
  }

  /** @throws Error if the session has ended, or the path leads elsewhere */
  #optionsOf({ method, path, version, headers, upgrades }: TriedRequest, token: string): RequestOptions {
    const sent = Object.fromEntries(Object.entries(headers).filter(([name]) => !ownHeaders.test(name)));
    const common = {
      method,
      headers: { ...sent, ...upgradeHeaders(upgrades) },
      agent: false,
    } as const;
    if ('sandboxes' in this.target) {
      const socketPath = this.target.sandboxes.socketOf(token);
      if (socketPath === undefined) throw new Error('The sandbox has ended. Reset it to begin again.');
      return { ...common, socketPath, path: `/v${version}${path}` };
    }
    const base = this.target.server.replace(/\/$/, '');
    const url = new URL(base + path);
    if (!path.startsWith('/') || !url.href.startsWith(`${new URL(base).href.replace(/\/$/, '')}/`))
      throw new Error('The path leads elsewhere.');
    return {
      ...common,
      hostname: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port,
      path: url.pathname + url.search,
    };
  }

  /** Sends input to a stream: the body; without one, its end. */
  #input(response: ServerResponse, stream: TriedStream | undefined, token: string, body: Buffer | undefined): void {
    const own = stream?.token === token && body !== undefined ? stream : undefined;
    const { socket } = own ?? {};
    if (own?.isWebSocket && body !== undefined) own.socket.write(frameOf(body));
    else if (body?.length === 0) socket?.end();
    else socket?.write(body ?? '');
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ sent: socket !== undefined }));
  }
}

function upgradeHeaders(upgrades: TriedRequest['upgrades']): OutgoingHttpHeaders {
  if (upgrades === 'websocket') return webSocketHeaders();
  return upgrades === true ? { connection: 'Upgrade', upgrade: 'tcp' } : {};
}

function isSameOrigin(request: IncomingMessage): boolean {
  const { host = '' } = request.headers;
  const site = headerOf(request, 'sec-fetch-site');
  const origin = headerOf(request, 'origin');
  return (site === '' || site === 'same-origin') && (origin === `http://${host}` || origin === `https://${host}`);
}

function headerOf({ headers }: IncomingMessage, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}

function headOf({ statusCode = 0, statusMessage = '', rawHeaders }: IncomingMessage) {
  const headers = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? '']] : []));
  return { status: statusCode, statusText: statusMessage, headers };
}

function writeHead(response: ServerResponse, head: object): void {
  response.writeHead(200, {
    'content-type': 'application/octet-stream',
    'content-security-policy': 'sandbox',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'x-lading-head': encodeURIComponent(JSON.stringify(head)),
  });
  response.flushHeaders();
}

/** Returns the body of a request; undefined if it is longer than the limit. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    // The rest is read too, so that the page gets the response.
    if (size <= maxBody) chunks.push(chunk);
    else chunks.length = 0;
  }
  return size > maxBody ? undefined : Buffer.concat(chunks);
}
