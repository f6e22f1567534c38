/** An engine that writes raw bytes to its connections. */
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import {
  attachment,
  changed,
  engineAt,
  headersOnly,
  json,
  jsonLines,
  nothing,
  output,
  progress,
  tar,
  type EngineConnection,
  type Operation,
} from '../../src/codegen.js';

type Loose<Result> = Operation<Record<string, unknown>, Result>;

/** Operations for every way of reading a response. */
export const operations = {
  inspect: {
    id: 'ContainerInspect',
    method: 'GET',
    path: '/containers/{id}/json',
    query: { size: 'plain', filters: 'json' },
    response: json<Record<string, unknown>>(),
  } satisfies Loose<Record<string, unknown>>,
  start: { id: 'ContainerStart', method: 'POST', path: '/containers/{id}/start', response: changed },
  remove: { id: 'ContainerDelete', method: 'DELETE', path: '/containers/{id}', response: nothing },
  create: {
    id: 'ContainerCreate',
    method: 'POST',
    path: '/containers/create',
    query: { name: 'plain' },
    body: ['application/json'],
    response: json<{ Id: string }>(),
  } satisfies Loose<{ Id: string }>,
  push: {
    id: 'ImagePush',
    method: 'POST',
    path: '/images/{name}/push',
    slashes: true,
    headers: { 'X-Registry-Auth': 'base64url-json' },
    response: progress<{ status?: string }>(),
  } satisfies Loose<unknown>,
  load: {
    id: 'ImageLoad',
    method: 'POST',
    path: '/images/load',
    body: ['application/x-tar'],
    response: progress<unknown>(),
  },
  events: { id: 'SystemEvents', method: 'GET', path: '/events', response: jsonLines<{ n: number }>() },
  logs: { id: 'ContainerLogs', method: 'GET', path: '/containers/{id}/logs', response: output },
  attach: { id: 'ContainerAttach', method: 'POST', path: '/containers/{id}/attach', response: attachment },
  archive: { id: 'ContainerArchive', method: 'GET', path: '/containers/{id}/archive', response: tar },
  ping: { id: 'SystemPingHead', method: 'HEAD', path: '/_ping', response: headersOnly<Record<string, string>>() },
} as const;

export interface RawEngine {
  readonly engine: EngineConnection;
  /** The path of its socket. */
  readonly path: string;
  /** The received text of each connection. */
  readonly received: string[];
  readonly open: Set<Socket>;
  /** The first connection; the HTTP client may open others, and keeps idle ones for a while. */
  readonly first: () => Socket | undefined;
}

/** @param response called when the head of a request is complete */
export async function rawEngine(
  response: (socket: Socket, request: string) => void,
  version = '1.44',
): Promise<RawEngine> {
  const folder = temporaryFolder();
  const socketPath = join(folder, 'engine.sock');
  const open = new Set<Socket>();
  const received: string[] = [];
  let first: Socket | undefined;
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    open.add(socket);
    first ??= socket;
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
    const index = received.push('') - 1;
    let pending = '';
    socket.on('data', (chunk) => {
      received[index] += chunk.toString('latin1');
      pending += chunk.toString('latin1');
      const [head, ...rest] = pending.split('\r\n\r\n');
      // Bodies are short and arrive with their heads.
      if (head === undefined || rest.length === 0) return;
      pending = '';
      response(socket, `${head}\r\n\r\n${rest.join('\r\n\r\n')}`);
    });
    // Later than what a test does at that moment.
    socket.on('end', () => setImmediate(() => socket.end()));
  });
  await new Promise<void>((resolve) => server.listen(socketPath, resolve));
  const target = { kind: 'unix', address: `unix://${socketPath}`, socketPath, basePath: '' } as const;
  const engine = engineAt<EngineConnection>(version, {}, target);
  onTestFinished(async () => {
    await engine.close();
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return { engine, path: socketPath, received, open, first: () => first };
}

/** Returns a response as one string. */
export function response(status: string, headers: Readonly<Record<string, string>>, body = ''): string {
  const lines = Object.entries({ 'content-length': String(Buffer.byteLength(body)), ...headers });
  return `HTTP/1.1 ${status}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
}

/** Waits until a condition holds. */
export async function until(condition: () => boolean): Promise<void> {
  for (let waited = 0; !condition(); waited += 5) {
    if (waited > 5000) throw new Error('the condition did not hold in time');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
