/** Sends requests to the engine. Each ends with the connection of its client. */
import type { Socket } from 'node:net';
import { openSocket, type OpenOptions, type Target } from '@lading/runtime-client';
import { forwardedHeaders, type Headers } from '../message/headers.js';
import { KeptConnections } from './kept-connections.js';
import type { KeptConnection } from './kept-connection.js';
import { badGateway, discard, isClosed, type EngineRequest, type EngineResponse } from './engine-message.js';
import { pooledRequest } from './pooled-request.js';
import { requestHead } from './request-head.js';
import type { ResponseHandler } from './response-handler.js';
import { singleRequest } from './single-request.js';

/** How long to wait for a connection, in milliseconds. */
const connectTimeout = 10_000;

/** The headers that engines add to each response, refusals included. */
const engineHeaders = ['docker-experimental', 'ostype', 'server'];

export class EngineConnections {
  readonly #reused: KeptConnections;
  /** Those of the last response, decoded or as received. */
  #lastHeaders: Headers | readonly string[] = {};
  #asksForBodies = true;

  constructor(private readonly target: Target) {
    this.#reused = new KeptConnections((signal, onread) => open(target, { signal, onread }));
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

  /**
   * Sends a request without a body on a connection that is used again.
   *
   * @param headers names and values in turn
   * @returns the connection, by which the request is aborted
   * @throws TypeError for a request that is not HTTP
   */
  dispatch(method: string, url: string, headers: readonly string[], handler: ResponseHandler): KeptConnection {
    const head = requestHead(method, `${this.target.basePath}${url}`, headers);
    return this.#reused.send(head, method === 'HEAD', handler);
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
      return await pooledRequest(this.#reused, path, request);
    } catch (error) {
      try {
        if (isClosed(error) && !request.signal.aborted) return await pooledRequest(this.#reused, path, request);
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
async function open(target: Target, own: Pick<OpenOptions, 'signal' | 'onread'> = {}): Promise<Socket> {
  // One half of an upgraded connection may end before the other.
  return (await openSocket(target, { ...own, timeout: connectTimeout, allowHalfOpen: true })) as Socket;
}
