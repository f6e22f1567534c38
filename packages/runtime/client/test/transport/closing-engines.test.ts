/** Tests calls on connections that the engine closes while they are idle, or as they are used again. */
import { createServer, Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { setImmediate as turn, setTimeout as after } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import fc from 'fast-check';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { engineAt, type EngineConnection } from '../../src/codegen.js';
import { ConnectionLost } from '../../src/error/index.js';
import { watchSocket } from '../../src/transport/watched-socket.js';
import { listening, temporaryFolder, endAfterTests } from '../connect/temporary.js';
import { operations, response } from '../call/raw-engine.js';

endAfterTests();

const { inspect, start, create } = operations;
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

interface ClosingEngine {
  readonly engine: EngineConnection;
  readonly open: Set<Socket>;
  /** How often each request was received, by method and name. */
  readonly effects: Map<string, number>;
}

/** @param served called after each response */
async function scene(
  kind: 'unix' | 'tcp',
  served: (socket: Socket, name: string) => boolean | undefined,
): Promise<ClosingEngine> {
  const [open, effects] = [new Set<Socket>(), new Map<string, number>()];
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
    let pending = '';
    socket.on('data', (chunk) => {
      pending += chunk.toString('latin1');
      for (let end = pending.indexOf('\r\n\r\n'); end >= 0; end = pending.indexOf('\r\n\r\n')) {
        const head = pending.slice(0, end);
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
        if (pending.length < end + 4 + length) return;
        pending = pending.slice(end + 4 + length);
        const name = /^\w+ \/v1\.44\/containers\/([\w?=]+)/.exec(head)?.[1] ?? '';
        effects.set(name, (effects.get(name) ?? 0) + 1);
        if (served(socket, name) !== false) socket.write(response('200 OK', {}, '{}'));
      }
    });
  });
  const socketPath = kind === 'unix' ? `${await temporaryFolder()}/engine.sock` : undefined;
  const port = await listening(server, socketPath ?? 0);
  const place = socketPath === undefined ? { host: '127.0.0.1', port } : { socketPath };
  const target = { kind, address: `${kind}://engine`, basePath: '', ...place } as const;
  const engine = engineAt<EngineConnection>('1.44', {}, target);
  ends.push(async () => {
    await engine.close();
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return { engine, open, effects };
}

describe.each(['unix', 'tcp'] as const)('by %s', (kind) => {
  test.each([
    ['without a body', (engine: EngineConnection) => engine.call(start, { id: 'second' })],
    [
      'with one',
      (engine: EngineConnection) => engine.call(create, { name: 'second', body: { Image: 'a'.repeat(50_000) } }),
    ],
  ])(
    'a request %s is sent once, on another connection, if the engine had closed the first one before',
    async (_, call) => {
      const { engine, open, effects } = await scene(kind, () => true);
      await engine.call(start, { id: 'first' });
      await after(5);
      const [socket] = open;
      // The HTTP client looks for the end of a connection, and writes in the next phase of the event loop: after this.
      setImmediate(() => socket?.destroy());
      await call(engine);
      expect([...effects.values()]).toEqual([1, 1]);
    },
  );

  test('a request that was sent is not sent again, and the error says what may have happened', async () => {
    const { engine, effects } = await scene(kind, (socket, name) => {
      if (name !== 'second') return true;
      socket.destroy();
      return false;
    });
    await engine.call(start, { id: 'first' });
    await after(5);
    const error: unknown = await engine.call(start, { id: 'second' }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ConnectionLost);
    expect(error).toMatchObject({ code: 'NO_RESPONSE', retryable: false });
    expect(String(error)).toContain('may have received the request');
    expect(effects.get('second')).toBe(1);
  });

  test('a request that only reads is sent again where another one has used the connection, and no more than that', async () => {
    const { engine, open, effects } = await scene(kind, (socket, name) => {
      if (name === 'first' || (name === 'second' && effects.get('second') === 2)) return true;
      socket.destroy();
      return false;
    });
    await engine.call(start, { id: 'first' });
    await after(5);
    await engine.call(inspect, { id: 'second' });
    expect(effects.get('second')).toBe(2);
    for (const socket of open) socket.destroy();
    await after(5);
    await expect(engine.call(inspect, { id: 'third' })).rejects.toMatchObject({ code: 'NO_RESPONSE', retryable: true });
    expect(effects.get('third')).toBe(1);
  });

  test('whenever connections are closed, no request is received twice, and none is lost that was not received', async () => {
    // How long after its last response each connection is closed: immediate turns, or milliseconds.
    const closing = fc.oneof(
      fc.nat(6).map((turns) => ({ turns })),
      fc.nat(4).map((wait) => ({ wait })),
    );
    const pause = fc.oneof(fc.constant(0), fc.nat(4));
    let number = 0;
    let unreadInAll = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(closing, pause), { minLength: 20, maxLength: 40 }), async (steps) => {
        const unread = new Set<string>();
        let step = 0;
        const { engine, effects } = await scene(kind, (socket) => {
          const [how] = steps[step % steps.length] ?? [];
          if (how === undefined) return true;
          const close = async (): Promise<void> => {
            if ('wait' in how) await after(how.wait);
            else for (let turns = how.turns; turns > 0; turns -= 1) await turn();
            socket.destroy();
          };
          void close();
          return true;
        });
        for (step = 0; step < steps.length; step += 1) {
          const name = `c${(number += 1)}`;
          await after(steps[step]?.[1] ?? 0);
          await engine.call(start, { id: name }).catch((error: unknown) => {
            expect(error).toMatchObject({ name: 'ConnectionLost', code: 'NO_RESPONSE', retryable: false });
            // A write that failed has written nothing.
            expect((error as { cause?: unknown }).cause).not.toMatchObject({ syscall: 'write' });
            unread.add(name);
          });
          if (!unread.has(name)) expect(effects.get(name)).toBe(1);
          else expect(effects.get(name) ?? 0).toBeLessThan(2);
        }
        unreadInAll += unread.size;
        for (const end of ends.splice(0)) await end();
      }),
      { numRuns: inject('isFullRun') ? 100 : 4, seed: inject('seed') },
    );
    // The engine has closed after such a request was written and before it read it: a few of all, and most of some unlucky draws.
    expect(unreadInAll).toBeLessThanOrEqual(number / 4);
  });
});

test.each([
  ['a plain socket', () => new Socket(), true],
  // Others write its bytes, and a byte that is read from it is missing in a record.
  ['a socket with TLS', () => new TLSSocket(new Socket()), false],
  ['the streams of a program', () => new Duplex(), false],
] as const)('whether anything was sent is known of %s', (_name, open, isKnown) => {
  expect(watchSocket(open(), () => ({ isSent: true, isChecked: false }))).toBe(isKnown);
});
