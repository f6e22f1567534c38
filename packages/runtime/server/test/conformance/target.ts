/** The address of a server, and functions that send requests to it. */
import http, { type IncomingHttpHeaders } from 'node:http';
import https from 'node:https';
import net from 'node:net';
import tls from 'node:tls';

export interface Target {
  readonly path?: string;
  readonly port?: number;
  readonly tls?: true;
  /** The prefix of every path. */
  readonly prefix?: string;
  close(): Promise<void>;
}

interface TargetResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

interface TargetRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export function open(
  target: Target,
  path: string,
  { method = 'GET', headers = {} }: TargetRequest = {},
): http.ClientRequest {
  return (target.tls ? https : http).request({
    ...(target.path === undefined ? { port: target.port, host: '127.0.0.1' } : { socketPath: target.path }),
    rejectUnauthorized: false,
    agent: false,
    path: `${target.prefix ?? ''}${path}`,
    method,
    headers,
  });
}

export function ask(target: Target, path: string, options: TargetRequest = {}): Promise<TargetResponse> {
  return new Promise((resolve, reject) => {
    const request = open(target, path, options);
    request.once('error', reject);
    request.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString('latin1'),
        }),
      );
    });
    request.end(options.body);
  });
}

export function json(
  target: Target,
  path: string,
  value: unknown,
  headers: Record<string, string> = {},
): Promise<TargetResponse> {
  const body = JSON.stringify(value);
  return ask(target, path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)), ...headers },
    body,
  });
}

export function connect(target: Target): net.Socket {
  if (target.tls)
    return tls.connect({
      port: target.port ?? 0,
      host: '127.0.0.1',
      rejectUnauthorized: false,
      allowHalfOpen: true,
    } as tls.ConnectionOptions);
  return target.path === undefined
    ? net.connect({ port: target.port ?? 0, host: '127.0.0.1', allowHalfOpen: true })
    : net.connect({ path: target.path, allowHalfOpen: true });
}

/** Sends bytes, half-closes the connection, and returns everything that is received until the server closes it. */
export function talk(
  target: Target,
  pieces: readonly (string | Buffer)[],
  options: { end?: boolean } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(target);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.once('error', reject);
    socket.once('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
    socket.once('end', () => socket.end());
    for (const piece of pieces) socket.write(piece);
    if (options.end !== false) socket.end();
  });
}
