/**
 * The part of the site's server that sends the requests of "Try it": to the sandbox of a visitor, or to one other server.
 *
 * Only pages of the site reach it: a session needs a request of the same origin, and every call its token in a header, which no
 * other origin can send. A response is always 200, with that of the target in the header `x-lading-head`, since a browser reports
 * others as errors of the page.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { askMocks, openWebSocket, sendRequest, type ExchangeHandlers, type ExchangeOptions } from './exchange.js';
import type { Sandboxes } from './sandboxes.js';

/** Responds to a request of a page of a version; undefined if nothing does. */
export type TryResponder = (request: Request, version: string) => Promise<Response | undefined>;

/** Where requests go: to a sandbox of each visitor, to the URL of a server, or to mocks, which begin anew for each visitor. */
export type TryTarget =
  { readonly sandboxes: Sandboxes } | { readonly server: string } | { readonly mocks: () => TryResponder };

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
}

const prefix = '/-/try/';
/** The largest body of a request. */
const maxBody = 16 * 1024 * 1024;
/** How many calls of a visitor run at a time, streams included. */
const maxCalls = 16;
/** How many visitors have mocks with a state of their own at a time. */
const maxMocks = 100;
/** Headers between the page and its server, or of one connection. */
const ownHeaders =
  /^(connection|content-length|expect|host|keep-alive|origin|proxy-.*|referer|te|trailer|transfer-encoding|upgrade|sec-.*|x-lading-.*)$/i;

export class TryServer {
  /** The tokens of visitors of another server, and the calls of all. */
  readonly #calls = new Map<string, number>();
  readonly #streams = new Map<string, TriedStream>();
  readonly #mocks = new Map<string, TryResponder>();

  constructor(readonly target: TryTarget) {}

  /** A script that tells the pages of the site that they can send requests. It has no secret, since other sites can load it. */
  get script(): string {
    const kind = 'sandboxes' in this.target ? 'engine' : 'server' in this.target ? 'server' : 'mocks';
    return `document.documentElement.dataset.try = '${kind}';\n`;
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
    this.#mocks.delete(former);
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
    this.#calls.set(token, calls + 1);
    response.once('close', () => {
      const open = this.#calls.get(token);
      if (open !== undefined) this.#calls.set(token, open - 1);
    });
    const handlers: ExchangeHandlers = {
      onResponse: (head, incoming) => {
        writeHead(response, head);
        incoming.on('error', () => response.destroy()).pipe(response);
      },
      onStream: (head, socket, first) => {
        const stream = randomBytes(12).toString('base64url');
        this.#streams.set(stream, { token, socket });
        socket.on('error', () => response.destroy());
        socket.once('close', () => this.#streams.delete(stream));
        response.once('close', () => socket.destroy());
        writeHead(response, { ...head, stream });
        response.write(first);
        socket.pipe(response);
      },
      onError: (error) => fail(error.message),
    };
    this.#send(headerOf(request, 'x-lading-request'), token, body, handlers)
      .then((end) => (response.closed ? end() : response.once('close', end)))
      .catch((error: unknown) => fail(error instanceof Error ? error.message : String(error)));
  }

  /** @returns a function that ends the exchange */
  async #send(header: string, token: string, body: Buffer, handlers: ExchangeHandlers): Promise<() => void> {
    const tried = JSON.parse(decodeURIComponent(header)) as TriedRequest;
    const options = this.#optionsOf(tried, token);
    if ('mocks' in this.target) {
      const respond = this.#mocksOf(token, this.target.mocks);
      return askMocks((request) => respond(request, tried.version), options, body, handlers);
    }
    return tried.upgrades === 'websocket' ? openWebSocket(options, handlers) : sendRequest(options, body, handlers);
  }

  /** Returns the mocks of a visitor. Those of the one whose began first make room for them. */
  #mocksOf(token: string, begin: () => TryResponder): TryResponder {
    const mocks = this.#mocks.get(token) ?? begin();
    const [first = ''] = this.#mocks.keys();
    if (this.#mocks.set(token, mocks).size > maxMocks) this.#mocks.delete(first);
    return mocks;
  }

  /** @throws Error if the session has ended, or the path leads elsewhere */
  #optionsOf({ method, path, version, headers, upgrades }: TriedRequest, token: string): ExchangeOptions {
    const sent = Object.fromEntries(Object.entries(headers).filter(([name]) => !ownHeaders.test(name)));
    const common = {
      method,
      headers: upgrades === true ? { ...sent, connection: 'Upgrade', upgrade: 'tcp' } : sent,
      agent: false,
    } as const;
    if ('sandboxes' in this.target) {
      const socketPath = this.target.sandboxes.socketOf(token);
      if (socketPath === undefined) throw new Error('The sandbox has ended. Reset it to begin again.');
      return { ...common, isSecure: false, socketPath, path: `/v${version}${path}` };
    }
    const base = ('server' in this.target ? this.target.server : 'http://localhost').replace(/\/$/, '');
    const url = new URL(base + path);
    if (!path.startsWith('/') || !url.href.startsWith(`${new URL(base).href.replace(/\/$/, '')}/`))
      throw new Error('The path leads elsewhere.');
    return {
      ...common,
      isSecure: url.protocol === 'https:',
      hostname: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port,
      path: url.pathname + url.search,
    };
  }

  /** Sends input to a stream: the body; without one, its end. */
  #input(response: ServerResponse, stream: TriedStream | undefined, token: string, body: Buffer | undefined): void {
    const own = stream?.token === token && body !== undefined ? stream : undefined;
    const { socket } = own ?? {};
    if (body?.length === 0) socket?.end();
    else socket?.write(body ?? '');
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ sent: socket !== undefined }));
  }
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
