// Plain HTTP with the paths of one API version: the client for requests that the other clients do not send.

import { type SentRequest, send, type ServerAddress } from './send.js';

export interface CallOptions {
  readonly json?: unknown;
  /** A body that is sent unchanged, with the content type `type`. */
  readonly raw?: Buffer | string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Closes a stream after this many milliseconds, if it does not end by itself. */
  readonly leaveAfter?: number;
  /** The protocol to upgrade to. */
  readonly upgrade?: string;
  /** The bytes to send on the upgraded connection. */
  readonly input?: string;
  /** When the input is sent. @default 'upgrade' */
  readonly inputAfter?: SentRequest['inputAfter'];
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
  return async (
    method,
    path,
    { json, raw, type, headers, leaveAfter, upgrade, input, inputAfter = 'upgrade' } = {},
  ) => {
    const body = json === undefined ? raw : JSON.stringify(json);
    const contentType = type ?? (json === undefined ? undefined : 'application/json');
    const isUpgrade = upgrade !== undefined;
    const sent: SentRequest = {
      method,
      path: path.startsWith('!') ? path.slice(1) : `${prefix}${path}`,
      headers: { ...(contentType !== undefined && { 'Content-Type': contentType }), ...headers },
      leave: { ...(isUpgrade && { after: leaveAfter ?? 500 }) },
      idle,
      ...(body !== undefined && { body: Buffer.from(body) }),
      ...(isUpgrade && { upgrade, inputAfter, ...(input !== undefined && { stdin: input }) }),
      ...(leaveAfter !== undefined && !isUpgrade && { signal: AbortSignal.timeout(leaveAfter) }),
    };
    try {
      const address = typeof server === 'string' ? { socketPath: server } : server;
      const { status, bytes } = await send(address, sent, () => onCutOff?.(`${method} ${path}`));
      return { status, bytes, json: parse(bytes.toString('utf8')) };
    } catch (error) {
      return { status: 0, bytes: Buffer.from(String(error)), json: undefined };
    }
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
