/** Tests connections: they are reused, closed with an aborted call, and limited in number. */
import { createServer, type Socket } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { engineAt, type EngineConnection } from '../../src/codegen.js';
import { listening, endAfterTests } from '../connect/temporary.js';
import { response, operations, rawEngine, until } from '../call/raw-engine.js';

endAfterTests();

const { inspect, events, attach } = operations;
const ok = (socket: Socket) => socket.write(response('200 OK', {}, '{}'));
const hang = () => undefined;

test('one connection serves calls that follow each other with a pause', async () => {
  const { engine, received } = await rawEngine(ok);
  for (let call = 0; call < 5; call += 1) {
    await engine.call(inspect, { id: 'a' });
    await after(5);
  }
  expect(received.length).toBe(1);
});

describe('an abort', () => {
  test.each([
    ['a complete response', inspect],
    ['a stream', events],
    ['an upgrade', attach],
  ])('of %s leaves no connection, and opens none', async (_what, operation) => {
    const { engine, open, received } = await rawEngine(hang);
    const aborts = new AbortController();
    const calls = [1, 2, 3].map((id) =>
      engine.call(operation as typeof inspect, { id: String(id) }, { signal: aborts.signal }),
    );
    const settled = Promise.allSettled(calls);
    await until(() => received.length === 3 && received.every((text) => text !== ''));
    aborts.abort(new Error('enough'));
    expect(await settled).toEqual(
      calls.map(() => expect.objectContaining({ reason: aborts.signal.reason as Error }) as unknown),
    );
    await after(150);
    expect([open.size, received.length]).toEqual([0, 3]);
  });

  test('within a complete response leaves none either', async () => {
    const { engine, open, received } = await rawEngine((socket) =>
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{"a'),
    );
    const aborts = new AbortController();
    const call = engine.call(inspect, { id: 'a' }, { signal: aborts.signal, onResponse: () => undefined });
    const settled = expect(call).rejects.toThrow('enough');
    await until(() => received.length === 1);
    await after(20);
    aborts.abort(new Error('enough'));
    await settled;
    await after(150);
    expect([open.size, received.length]).toEqual([0, 1]);
  });

  test('leaves the connections of other calls alone', async () => {
    const { engine, open } = await rawEngine((socket, request) => {
      if (request.includes('/slow/')) setTimeout(() => ok(socket), 100);
    });
    const aborts = new AbortController();
    const aborted = engine.call(inspect, { id: 'never' }, { signal: aborts.signal });
    const slow = engine.call(inspect, { id: 'slow' });
    const settled = expect(aborted).rejects.toThrow('enough');
    await until(() => open.size === 2);
    aborts.abort(new Error('enough'));
    await settled;
    expect(await slow).toEqual({});
    expect(open.size).toBe(1);
  });

  test.each([
    ['a complete response', inspect],
    ['a stream', events],
    ['an upgrade', attach],
  ])('of %s ends an opening that hangs', async (_what, operation) => {
    const open = new Set<Socket>();
    const server = createServer((socket) => {
      open.add(socket);
      socket.on('error', () => undefined).on('close', () => open.delete(socket));
      socket.resume();
    });
    const port = await listening(server, 0);
    // Never responds to the handshake.
    const target = { kind: 'tcp', address: 'tcp://x', host: '127.0.0.1', port, tls: {}, basePath: '' } as const;
    const engine = engineAt<EngineConnection>('1.44', {}, target);
    const aborts = new AbortController();
    const call = engine.call(operation as typeof inspect, { id: 'a' }, { signal: aborts.signal });
    const settled = expect(call).rejects.toThrow('enough');
    await until(() => open.size === 1);
    aborts.abort(new Error('enough'));
    await settled;
    await until(() => open.size === 0);
    await engine.close();
  });
});

describe('with a maximum of connections', () => {
  const at = (host: string, connections: number) =>
    engineAt<EngineConnection>(
      '1.44',
      {},
      { kind: 'unix', address: `unix://${host}`, socketPath: host, basePath: '' },
      { connections },
    );

  test('calls wait for one, in order', async () => {
    const order: string[] = [];
    const { path, open } = await rawEngine((socket, request) => {
      order.push(/containers\/(\d+)/.exec(request)?.[1] ?? '');
      setTimeout(() => ok(socket), 5);
    });
    const engine = at(path, 2);
    const ids = ['1', '2', '3', '4', '5', '6', '7', '8'];
    let most = 0;
    await Promise.all(
      ids.map((id) => engine.call(inspect, { id }, { onResponse: () => (most = Math.max(most, open.size)) })),
    );
    expect(order).toEqual(ids);
    expect(most).toBe(2);
    await engine.close();
  });

  test('a call that leaves the queue sends nothing, and a closed connection is replaced', async () => {
    const { path, received } = await rawEngine((socket, request) => {
      if (request.includes('/breaks/')) setTimeout(() => socket.destroy(), 20);
      else ok(socket);
    });
    const engine = at(path, 1);
    const aborts = new AbortController();
    const breaks = engine.call(inspect, { id: 'breaks' });
    const leaves = engine.call(inspect, { id: 'leaves' }, { signal: aborts.signal });
    const stays = engine.call(inspect, { id: 'stays' });
    const settled = Promise.allSettled([breaks, leaves, stays]);
    aborts.abort(new Error('enough'));
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
    expect(received.join('')).not.toContain('leaves');
    await engine.close();
  });

  test('waiting calls fail when the engine is closed', async () => {
    const { path, received } = await rawEngine(hang);
    const engine = at(path, 1);
    const calls = [1, 2, 3].map((id) => engine.call(inspect, { id: String(id) }));
    const settled = Promise.allSettled(calls);
    await until(() => received.length === 1);
    await engine.close();
    const closed = expect.objectContaining({ reason: expect.objectContaining({ code: 'CLOSED' }) as unknown });
    expect(await settled).toEqual([closed, closed, closed]);
  });
});

test('a connection that the engine closed while it was idle is not used again', async () => {
  const { engine, open, received } = await rawEngine(ok);
  await engine.call(inspect, { id: 'a' });
  for (const socket of open) socket.end();
  await until(() => open.size === 0);
  expect(await engine.call(inspect, { id: 'a' })).toEqual({});
  expect(received.length).toBe(2);
});
