/**
 * Clients that disconnect at any time, whatever the handler does with the body and the signal: the process continues.
 */
import { once } from 'node:events';
import { Writable, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createEngineServer, reply, type Call, type EngineServer } from '../../src/index.js';
import { contract } from '../conformance/contract.js';
import { hosts } from '../conformance/hosts.js';
import { ask, connect, type Target } from '../conformance/target.js';

type Upload = Call<{ id: string }, unknown, unknown, Readable>;

const slow = (): Writable => new Writable({ write: (_chunk, _encoding, done) => void setTimeout(done, 2) });

/** Handlers that use the body and the signal in different ways. */
const handlers: Readonly<Record<string, (call: Upload) => unknown>> = {
  'pipes the body, with the signal': ({ body, signal }) => pipeline(body, slow(), { signal }),
  'pipes the body, and uses the signal afterwards': async ({ body, ...call }) => {
    await pipeline(body, slow()).catch(() => undefined);
    return void (call.signal.aborted, call.request.remoteAddress);
  },
  'uses the signal late': async (call) => {
    await sleep(10);
    return void (call.signal.aborted, call.request.remoteAddress);
  },
  'stops reading early': async ({ body }) => {
    for await (const _chunk of body) break;
    return reply(200);
  },
  'destroys the body': async (call) => {
    call.body.destroy();
    await sleep(5);
    return void (call.signal.aborted, call.request.remoteAddress);
  },
  'reads nothing and responds immediately': () => reply(200),
  'waits for the signal': ({ signal }) => (signal.aborted ? undefined : once(signal, 'abort').then(() => undefined)),
};

const length = 200_000;
const head = `PUT /containers/a/archive?path=/ HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n`;

/** The number of bytes of the body that a client sends before it disconnects. */
const bytesSent = { 'after the head': 0, 'in the middle of the body': 70_000, 'after the body': length };

const disconnections = ['close', 'reset', 'half-close'] as const;

describe.each(hosts.filter(({ name }) => !/TLS|prefix/.test(name)))('on $name', ({ name, open }) => {
  let server: EngineServer;
  let target: Target;
  let handle: (call: Upload) => unknown;

  beforeAll(async () => {
    server = createEngineServer(
      contract,
      { container: { list: () => [], putArchive: (call: Upload) => handle(call) } },
      { onError: () => undefined },
    );
    target = await open(server);
  });
  afterAll(async () => {
    await server.close({ timeout: 0 });
    await target.close();
  });

  it('still serves requests', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(handlers)),
        fc.constantFrom(...Object.keys(bytesSent)),
        fc.constantFrom(...disconnections),
        fc.boolean(),
        fc.integer({ min: 0, max: 15 }),
        async (handler, moment, departure, upgrades, wait) => {
          handle = handlers[handler] as (call: Upload) => unknown;
          const socket = connect(target);
          socket.on('error', () => undefined);
          await once(socket, 'connect');
          socket.write(`${head}${upgrades ? 'Connection: Upgrade\r\nUpgrade: tcp\r\n' : ''}\r\n`);
          socket.write(Buffer.alloc(bytesSent[moment as keyof typeof bytesSent]));
          await sleep(wait);
          if (departure === 'half-close') socket.end();
          else if (departure === 'close' || target.path !== undefined) socket.destroy();
          else socket.resetAndDestroy();
          await sleep(15);
          socket.destroy();
          expect((await ask(target, '/_ping')).status).toBe(200);
        },
      ),
      { numRuns: inject('isFullRun') ? 40 : 8 },
    );
  });

  it.runIf(name === 'a port')('aborts a signal that is first used when the client has disconnected', async () => {
    const socket = connect(target);
    const isAborted = new Promise((resolve) => {
      handle = async (call) => {
        const closed = once(call.request.socket ?? socket, 'close');
        socket.destroy();
        await closed;
        resolve(call.signal.aborted);
      };
    });
    await once(socket, 'connect');
    socket.write('PUT /containers/a/archive?path=/ HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n');
    expect(await isAborted).toBe(true);
  });

  // It is slow, so it runs on one of the hosts that share its code.
  it.runIf(name === 'a port')('closes a connection whose body is not read to its end', async () => {
    handle = handlers['stops reading early'] as (call: Upload) => unknown;
    const socket = connect(target);
    socket.on('error', () => undefined).once('end', () => socket.end());
    socket.resume();
    const over = once(socket, 'close');
    socket.write(`${head}\r\n${'x'.repeat(1000)}`);
    await over;
    expect((await ask(target, '/_ping')).status).toBe(200);
  });
});
