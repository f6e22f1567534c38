/** The limit for the large bodies of many clients at the same time. */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEngineServer, type EngineServer } from '../../src/index.js';
import { contract } from '../conformance/contract.js';
import { engine } from '../conformance/engine.js';
import { connect, json, type Target } from '../conformance/target.js';

let server: EngineServer;
let target: Target;

beforeAll(async () => {
  const limits = { bodiesInAll: 1_000_000 };
  server = createEngineServer(contract, engine({ calls: [], abortedCalls: [] }), { limits, onError: () => undefined });
  const { port, close } = await server.listen({ port: 0 });
  target = { port, close };
});
afterAll(() => server.close({ timeout: 0 }));

/** Sends two thirds of a body of 300,000 bytes. */
async function stall(): Promise<{ readonly text: () => string; readonly leave: () => Promise<unknown> }> {
  const socket = connect(target);
  let text = '';
  socket.on('error', () => undefined).on('data', (piece: Buffer) => (text += piece.toString('latin1')));
  await once(socket, 'connect');
  socket.write(
    'POST /containers/create HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 300000\r\n\r\n',
  );
  socket.write(' '.repeat(200_000));
  return {
    text: () => text,
    leave: () => {
      const over = once(socket, 'close');
      socket.destroy();
      return over;
    },
  };
}

it('rejects bodies above the limit, accepts small bodies, and releases the memory of closed connections', async () => {
  for (let round = 0; round < 3; round += 1) {
    const clients = await Promise.all(Array.from({ length: 8 }, stall));
    for (let tries = 0; tries < 100 && !clients.some(({ text }) => text() !== ''); tries += 1) await sleep(10);
    await sleep(50);
    const refused = clients.filter(({ text }) => text().startsWith('HTTP/1.1 503 '));
    expect(refused.length).toBeGreaterThanOrEqual(2);
    expect(refused.length).toBeLessThanOrEqual(4);
    expect((await json(target, '/containers/create', { Image: 'x' })).status).toBe(201);
    await Promise.all(clients.map(({ leave }) => leave()));
    await sleep(50);
  }
  expect((await json(target, '/containers/create', { Image: 'x'.repeat(900_000) })).status).toBe(201);
});
