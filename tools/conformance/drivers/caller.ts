// Plain HTTP with the paths of one API version: the client for requests that the other clients do not send.

import { jsonOf } from '../recorder/exchange.js';
import { type SentRequest, send, type ServerAddress } from './send.js';

export interface CallOptions extends Pick<SentRequest, 'body' | 'upgrade' | 'stdin' | 'inputAfter'> {
  readonly json?: unknown;
  /** The content type of a body that is not JSON. */
  readonly type?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Closes a stream after this many milliseconds, if it does not end by itself. */
  readonly leaveAfter?: number | undefined;
}

interface CallResponse {
  /** 0 without a response, of which the bytes are the reason: what happened until then is recorded, and a driver continues. */
  readonly status: number;
  readonly bytes: Buffer;
  /** The body as JSON; undefined if it is none. */
  readonly json: unknown;
}

export type Caller = (method: string, path: string, call?: CallOptions) => Promise<CallResponse>;

export interface CallerLimits {
  /** The milliseconds without a byte after which a request is cut off. @default 30000 */
  readonly idle?: number;
  /** Called with each request that was cut off. */
  readonly onCutOff?: (request: string) => void;
}

/** @param server the path of a socket, or another address */
export function caller(server: string | ServerAddress, prefix: string, limits: CallerLimits = {}): Caller {
  const { idle = 30_000, onCutOff } = limits;
  const address = typeof server === 'string' ? { socketPath: server } : server;
  return async (method, path, { json, body, type, headers, leaveAfter, inputAfter = 'upgrade', ...others } = {}) => {
    const isUpgrade = others.upgrade !== undefined;
    const contentType = type ?? (json === undefined ? undefined : 'application/json');
    const sent: SentRequest = {
      ...others,
      method,
      path: path.startsWith('!') ? path.slice(1) : `${prefix}${path}`,
      headers: { ...(contentType !== undefined && { 'Content-Type': contentType }), ...headers },
      body: json === undefined ? body : JSON.stringify(json),
      inputAfter,
      leave: { after: isUpgrade ? (leaveAfter ?? 500) : undefined },
      idle,
      signal: leaveAfter === undefined || isUpgrade ? undefined : AbortSignal.timeout(leaveAfter),
    };
    try {
      const { status, bytes } = await send(address, sent, () => onCutOff?.(`${method} ${path}`));
      return { status, bytes, json: jsonOf(bytes.toString('utf8')) };
    } catch (error) {
      return { status: 0, bytes: Buffer.from(String(error)), json: undefined };
    }
  };
}
