/** Sends requests to the engine. Each ends with the connection of its client. */
import type { Socket } from 'node:net';
import { openSocket, type Target } from '@lading/runtime-client';
import { Pool, type Dispatcher } from 'undici';
import { forwardedHeaders, type Headers } from '../message/headers.js';
import { badGateway, discard, isClosed, type EngineRequest, type EngineResponse } from './engine-message.js';
import { pooledRequest } from './pooled-request.js';
import { singleRequest } from './single-request.js';

/** How long to wait for a connection, in milliseconds. */
const connectTimeout = 10_000;

/** The headers that engines add to each response, refusals included. */
const engineHeaders = ['docker-experimental', 'ostype', 'server'];

export class EngineConnections {
  /** Connections that are used again. */
  readonly #pool: Pool;
  /** Those of the last response, decoded or as received. */
  #lastHeaders: Headers | readonly string[] = {};
  #asksForBodies = true;

  constructor(private readonly target: Target) {
    this.#pool = new Pool('http://engine', {
      connect: (_options, done) =>
        void open(target).then(
          (socket) => done(null, socket),
          (error: Error) => done(error, null),
        ),
      // The engine may take any time.
      headersTimeout: 0,
      bodyTimeout: 0,
      pipelining: 1,
      // After an aborted request undici opens a connection for the next one, which may never come.
      keepAliveTimeout: 1000,
      keepAliveMaxTimeout: 1000,
    });
  }

  /** The headers of the engine's last response that describe the engine; none before its first response. */
  get headers(): Headers {
    const last = isRaw(this.#lastHeaders) ? forwardedHeaders(this.#lastHeaders) : this.#lastHeaders;
    return Object.fromEntries(
      engineHeaders.flatMap((name) => {
        const value = last[name];
        return value === undefined ? [] : [[name, value]];
      }),
    );
  }

  /**
   * Sends a request.
   *
   * @throws HttpError 502 if the engine cannot be reached, or closes the connection before the response head
   */
  async request(request: EngineRequest): Promise<EngineResponse> {
    const { method, body, upgrade, signal } = request;
    const changesNothing = (method === 'GET' || method === 'HEAD') && body === undefined && upgrade === undefined;
    const path = `${this.target.basePath}${request.url}`;
    const response = changesNothing ? await this.#sendAgain(path, request) : await this.#sendOnce(path, request);
    this.#lastHeaders = response.headers;
    if (signal.aborted && !(response.body instanceof Uint8Array)) response.body.destroy();
    return response;
  }

  /** Sends a request without a body on a connection that is used again. */
  dispatch(method: string, url: string, headers: string[], handler: Dispatcher.DispatchHandler): void {
    this.#pool.dispatch({ method: method as 'GET', path: `${this.target.basePath}${url}`, headers }, handler);
  }

  /** Keeps the headers of a response, names and values in turn. */
  noteHeaders(headers: readonly string[]): void {
    this.#lastHeaders = headers;
  }

  /** Whether the engine responds. */
  async isHealthy(signal: AbortSignal): Promise<boolean> {
    const { status, body } = await this.request({ method: 'GET', url: '/_ping', headers: {}, signal });
    discard(body);
    return status === 200;
  }

  /** Whether the engine refuses a version with a text rather than JSON, as some do with those that are far too old. */
  async refusesWithText(version: string, signal: AbortSignal): Promise<boolean> {
    const before = this.#lastHeaders;
    const { status, headers, body } = await this.request({
      method: 'GET',
      url: `/v${version}/_ping`,
      headers: {},
      signal,
    });
    // A refusal lacks some of the headers that describe the engine.
    this.#lastHeaders = before;
    discard(body);
    return status === 400 && String(headers['content-type']).startsWith('text/plain');
  }

  /** Sends a request that may be sent twice: the engine may close a connection while it is used again. */
  async #sendAgain(path: string, request: EngineRequest): Promise<EngineResponse> {
    try {
      return await pooledRequest(this.#pool, path, request);
    } catch (error) {
      try {
        if (isClosed(error) && !request.signal.aborted) return await pooledRequest(this.#pool, path, request);
      } catch (second) {
        throw badGateway(second);
      }
      throw badGateway(error);
    }
  }

  #sendOnce(path: string, request: EngineRequest): Promise<EngineResponse> {
    const connection = {
      open: () => open(this.target),
      path,
      asksForBodies: this.#asksForBodies,
      onSilence: () => void (this.#asksForBodies = false),
    };
    return singleRequest(connection, request);
  }
}

function isRaw(headers: Headers | readonly string[]): headers is readonly string[] {
  return Array.isArray(headers);
}

/** Opens a connection. Those by ssh have what is used of a socket. */
async function open(target: Target): Promise<Socket> {
  // One half of an upgraded connection may end before the other.
  return (await openSocket(target, { timeout: connectTimeout, allowHalfOpen: true })) as Socket;
}
