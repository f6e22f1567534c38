// Plain HTTP over a unix socket: the client for requests that the other clients do not send.

import { request, type IncomingMessage } from 'node:http';

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
  /** When the input is sent: with the upgrade, the default, or when the first output has arrived. */
  readonly inputAfter?: 'upgrade' | 'output';
}

interface CallResponse {
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

export function caller(socketPath: string, prefix: string, { idle = 30_000, onCutOff }: CallerLimits = {}): Caller {
  return (method, path, call = {}) =>
    new Promise<CallResponse>((resolve) => {
      const body = call.json === undefined ? call.raw : JSON.stringify(call.json);
      const type = call.type ?? (call.json === undefined ? undefined : 'application/json');
      const out = request({
        socketPath,
        method,
        path: path.startsWith('!') ? path.slice(1) : `${prefix}${path}`,
        agent: false,
        headers: {
          Host: 'engine',
          ...(type === undefined ? {} : { 'Content-Type': type }),
          ...(body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }),
          ...(call.upgrade === undefined ? {} : { Connection: 'Upgrade', Upgrade: call.upgrade }),
          ...call.headers,
        },
      });
      const parts: Buffer[] = [];
      let status = 0;
      const finish = (): void => {
        const bytes = Buffer.concat(parts);
        resolve({ status, bytes, json: parse(bytes.toString('utf8')) });
      };
      out.setTimeout(idle, () => {
        onCutOff?.(`${method} ${path}`);
        out.destroy();
      });
      // A refused or dropped connection is recorded up to that point, and the driver continues.
      out.on('error', finish);
      out.on('close', finish);
      out.on('response', (response: IncomingMessage) => {
        status = response.statusCode ?? 0;
        response.on('data', (chunk: Buffer) => parts.push(chunk));
        response.on('error', finish);
        response.on('close', finish);
      });
      out.on('upgrade', (response, socket, first) => {
        status = response.statusCode ?? 0;
        parts.push(first);
        socket.on('data', (chunk: Buffer) => parts.push(chunk));
        socket.on('error', finish);
        socket.on('close', finish);
        const { input } = call;
        const send = (): unknown => input !== undefined && socket.write(input);
        if (call.inputAfter === 'output' && first.length === 0) socket.once('data', send);
        else send();
        setTimeout(() => socket.destroy(), call.leaveAfter ?? 500);
      });
      if (call.leaveAfter !== undefined && call.upgrade === undefined) setTimeout(() => out.destroy(), call.leaveAfter);
      out.end(body);
    });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** A property of a JSON response, or undefined: an earlier step may have failed to create what a driver asks for. */
export function member(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (at, step) =>
      typeof at === 'object' && at !== null ? (at as Readonly<Record<string | number, unknown>>)[step] : undefined,
    value,
  );
}

export function text(value: unknown, ...path: readonly (string | number)[]): string {
  const found = member(value, ...path);
  return typeof found === 'string' || typeof found === 'number' ? String(found) : 'missing';
}
