/** Every limit of sizes and numbers, one below it, at it, and one above it: over real HTTP. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { any, bytes, object, optional } from '@lading/runtime-wire';
import { describe, expect, it, vi } from 'vitest';
import type { Call, Limits, ReceivedFile } from '../../src/index.js';
import { contractOf, listening } from '../standard/testing.js';

const json = { kind: 'json', schema: any } as const;
const form = {
  kind: 'bytes',
  content: { 'multipart/form-data': { schema: object({ file: optional(bytes) }) } },
} as const;
const responses = { 200: { kind: 'json' } } as const;
const contract = contractOf({
  read: { method: 'GET', path: '/read', responses },
  wait: { method: 'GET', path: '/wait', responses },
  put: { method: 'POST', path: '/put', body: json, responses },
  send: { method: 'POST', path: '/send', body: form, responses },
});
const limits: Partial<Limits> = {
  body: 1000,
  file: 5000,
  depth: 10,
  values: 50,
  url: 200,
  headers: 4000,
  pipelined: 5,
  pipelinedInAll: 8,
  connections: 6,
};

let letGo: () => void = () => undefined;
let gate = Promise.resolve();
const handlers = {
  read: () => null,
  put: () => null,
  wait: () => gate.then(() => null),
  send: async ({ body }: Call) => {
    for await (const piece of (body as { readonly file: ReceivedFile }).file) void piece;
    return null;
  },
};
const base = await listening(contract, handlers, { limits });
const port = Number(new URL(base).port);

async function status(path: string, init: RequestInit = {}, url = base): Promise<number> {
  const response = await fetch(`${url}${path}`, { headers: { connection: 'close' }, ...init });
  await response.arrayBuffer();
  return response.status;
}

function put(body: string | ReadableStream, url = base): Promise<number> {
  const headers = { 'content-type': 'application/json', connection: 'close' };
  return status('/put', { method: 'POST', headers, body, duplex: 'half' } as RequestInit, url);
}

/** A connection, and what it has received. */
async function connected(): Promise<{ readonly socket: Socket; readonly statuses: () => number[] }> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (piece: Buffer) => (received += piece.toString('latin1'))).on('error', () => undefined);
  await once(socket, 'connect');
  return { socket, statuses: () => [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, code]) => Number(code)) };
}

const around = (limit: number): number[] => [limit - 1, limit, limit + 1];

/** Bodies of any size, as far as all of them together have room. */
const bodies = await listening(contract, handlers, { limits: { body: 0, bodiesInAll: 200_000 } });

describe.each<[string, number, (size: number) => Promise<number>, number]>([
  ['a body with a length', 1000, (size) => put(`"${'x'.repeat(size - 2)}"`), 413],
  ['a body in chunks', 1000, (size) => put(new Blob([`"${'x'.repeat(size - 2)}"`]).stream()), 413],
  ['all bodies together', 200_000, (size) => put(new Blob([`"${'x'.repeat(size - 2)}"`]).stream(), bodies), 503],
  ['the depth of a body', 10, (size) => put('['.repeat(size) + ']'.repeat(size)), 400],
  ['the values of a body', 50, (size) => put(JSON.stringify(Array.from({ length: size - 1 }, () => 0))), 400],
  ['a URL', 200, (size) => status(`/read?${'a'.repeat(size - '/read?'.length)}`), 414],
  ['a streamed file', 5000, (size) => status('/send', { method: 'POST', body: formOf(size) }), 413],
])('%s', (_, limit, request, refused) => {
  it('is accepted up to the limit, and refused above it', async () => {
    const statuses: number[] = [];
    for (const size of around(limit)) statuses.push(await request(size));
    expect(statuses).toEqual([200, 200, refused]);
  });
});

function formOf(size: number): FormData {
  const data = new FormData();
  data.append('file', new Blob([new Uint8Array(size)]), 'a');
  return data;
}

it('has room for all headers up to the limit', async () => {
  const { host, rest } = { host: `host: 127.0.0.1:${port}`, rest: 'a: ' };
  const sent = async (size: number): Promise<number> => {
    const { socket, statuses } = await connected();
    socket.end(`GET /read HTTP/1.1\r\n${host}\r\n${rest}${'x'.repeat(size - `${host}\r\n${rest}\r\n`.length)}\r\n\r\n`);
    await once(socket, 'close');
    return statuses()[0] ?? 0;
  };
  // The parser of Node counts the URL with the headers, and not every byte.
  expect([await sent(3999), await sent(4000), await sent(4000 + 200 + 100)]).toEqual([200, 200, 431]);
});

/** Requests of one connection of which the first is answered when the gate opens. */
async function pipeline(waiting: number): Promise<Awaited<ReturnType<typeof connected>>> {
  const one = await connected();
  one.socket.write('GET /wait HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(1 + waiting));
  return one;
}

it.each([
  ['of one connection', 5, (waiting: number) => [waiting]],
  // Each of two connections has fewer than it may have.
  ['of all connections', 8, (waiting: number) => [4, waiting - 4]],
])('lets as many requests %s wait as the limit says', async (_, limit, split) => {
  for (const waiting of around(limit)) {
    gate = new Promise((resolve) => (letGo = resolve));
    const all: Awaited<ReturnType<typeof connected>>[] = [];
    for (const one of split(waiting)) all.push(await pipeline(one));
    // A connection with more has been closed by the time that the server answers another one.
    expect(await status('/read')).toBe(200);
    letGo();
    const wanted = split(waiting).map((one) => 1 + one);
    const isOver = waiting > limit;
    await vi.waitFor(() => {
      const counts = all.map(({ statuses }) => statuses().length);
      expect(all.at(-1)?.socket.closed === true && counts.at(-1) === 0).toBe(isOver);
      if (!isOver) expect(counts).toEqual(wanted);
    }, 5000);
    for (const { socket } of all) socket.destroy();
    await Promise.all(all.map(async ({ socket }) => socket.closed || once(socket, 'close')));
  }
});

it('lets as many connections be open as the limit says', async () => {
  const sockets: Socket[] = [];
  const answers: boolean[] = [];
  for (let count = 1; count <= 7; count += 1) {
    const { socket, statuses } = await connected();
    sockets.push(socket);
    socket.write('GET /read HTTP/1.1\r\nhost: x\r\n\r\n');
    await vi.waitFor(() => expect(socket.closed || statuses().length === 1).toBe(true), 5000);
    answers.push(statuses().length === 1);
  }
  for (const socket of sockets) socket.destroy();
  expect(answers).toEqual([true, true, true, true, true, true, false]);
});
