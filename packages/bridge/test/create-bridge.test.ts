/** Tests the bridge inside a server of the user, beside other routes. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBridge, type RequestEntry } from '../src/index.js';

const entries: RequestEntry[] = [];
const engine = createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(request.url === '/v1.44/images/json' ? '[{"Id":"i","Size":5}]' : '{}');
});
let own: Server;
let url = '';

beforeAll(async () => {
  const bridge = await createBridge({
    engine: `tcp://127.0.0.1:${await portOf(engine)}`,
    as: '1.44',
    onRequest: (entry) => entries.push(entry),
  });
  own = createServer((request, response) => {
    if (request.url === '/health') response.end('well');
    else void bridge.handle(request, response);
  });
  url = `http://127.0.0.1:${await portOf(own)}`;
});
afterAll(async () => {
  for (const server of [own, engine]) await new Promise((resolve) => server.close(resolve).closeAllConnections());
});

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

it('serves what the server passes to it, and tells what became of it', async () => {
  expect(await (await fetch(`${url}/health`)).text()).toBe('well');
  expect(await (await fetch(`${url}/v1.24/images/json`)).json()).toMatchObject([{ VirtualSize: 5 }]);
  await expect.poll(() => entries).toMatchObject([{ client: '1.24', converted: 'ImageList', status: 200 }]);
});

it.each([
  [{ engine: 'ftp://a' }, 'is not the address of an engine'],
  [{}, 'pass its address, or a context'],
  [{ context: 'missing-context' }, 'missing-context'],
  [{ engine: 'tcp://a', serve: { oldest: '1.1', newest: '1.2' }, as: '1.44' }, 'no version from 1.1 to 1.2'],
])('rejects %j when it is created', async (options, message) => {
  await expect(createBridge(options)).rejects.toThrow(message);
});
