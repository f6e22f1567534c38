/** Addresses that a bridge listens on without certificates of clients: those that only this machine reaches. */
import { createServer, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { listen } from '../src/index.js';

const options = { engine: 'unix:///nowhere.sock', as: '1.44' };

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

it.each(['127.0.0.1', '127.9.8.7', 'localhost', '[::1]', '[0:0:0:0:0:0:0:1]'])('listens on %s', async (host) => {
  const listening = listen({ ...options, address: `tcp://${host}:${await freePort()}` });
  // A machine without IPv6 has no such address, which the system says, and not the bridge.
  const found = await listening.catch((error: Error) => error);
  if (found instanceof Error) expect(found).toMatchObject({ code: 'EADDRNOTAVAIL' });
  else await found.close();
});

it.each([
  '0.0.0.0',
  '[::]',
  '[::ffff:127.0.0.1]',
  '10.0.0.1',
  '127.evil.example',
  'localhost.example',
  '128.0.0.1',
  '0',
])('does not listen on %s', async (host) => {
  const listening = listen({ ...options, address: `tcp://${host}:2375` });
  await expect(listening).rejects.toThrow('anyone who reaches it would control the engine');
});

it.each([
  'tcp://127.0.0.1:0',
  'tcp://127.0.0.1',
  'tcp://user@127.0.0.1:2375',
  'http://127.0.0.1:2375',
  '/run/a.sock',
  '',
])('refuses the address "%s"', async (address) => {
  await expect(listen({ ...options, address })).rejects.toThrow(`listen "${address}": pass a socket such as`);
});
