/** Integers beyond 2^53 through a server: from client to handler and back, in every version, with all their digits. */
import { join } from 'node:path';
import * as client141 from '@lading/client-v1.41/exact';
import * as client144 from '@lading/client-v1.44/exact';
import { contracts } from '@lading/conversions/contracts';
import { createServer, type EngineServer, type Handlers } from '@lading/server/exact';
import { fromClient } from '@lading/server/from-client';
import { expect, it, onTestFinished } from 'vitest';

async function listen(server: EngineServer): Promise<string> {
  const folder = temporaryFolder();
  const { address } = await server.listen({ path: join(folder, 's') });
  onTestFinished(() => server.close({ timeout: 0 }));
  return address;
}

const values = [0n, 6_291_456n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 63n - 1n];
/** The list of contracts begins with the newest one. */
const [newest = ''] = Object.keys(contracts);
const newestClient = (await import(`@lading/client-v${newest}/exact`)) as typeof client144;
const clients = { '1.41': client141, '1.44': client144, [newest]: newestClient };

/** A server that keeps what it receives in containers, and the last version of an updated service. */
function keeper(seen: unknown[]): Handlers {
  return {
    container: {
      create: ({ body }) => {
        seen.push(body.HostConfig?.Memory);
        return { Id: String(seen.length - 1), Warnings: [] };
      },
      inspect: ({ path: { id } }) => ({ Id: id, SizeRw: seen[Number(id)], HostConfig: {} }) as never,
      stats: () => [{ precpu_stats: {}, memory_stats: { usage: seen.at(-1) } }] as never,
    },
    volume: {
      update: ({ query: { version } }) => void seen.push(version),
    },
  };
}

it.each(Object.entries(clients))('keeps all digits of a client of %s', async (_version, { connect }) => {
  const seen: unknown[] = [];
  const host = await listen(createServer(keeper(seen), { checkResponses: 'off' }));
  await using engine = await connect({ host, env: {} });
  for (const Memory of values) {
    const { Id: id } = await engine.container.create({ body: { Image: 'a', HostConfig: { Memory } } });
    expect(seen.at(-1)).toBe(Memory);
    expect((await engine.container.inspect({ id, size: true })).SizeRw).toBe(Memory);
  }
  for await (const { memory_stats: memory } of await engine.container.stats({ id: '1', stream: false })) {
    expect(memory?.usage).toBe(2n ** 63n - 1n);
  }
});

it('keeps those of parameters, and of properties given twice', async () => {
  const seen: unknown[] = [];
  const server = createServer(keeper(seen));
  const host = await listen(server);
  await using engine = await newestClient.connect({ host, env: {} });
  await engine.volume.update({ name: 'a', version: 2n ** 63n - 1n, body: {} });
  const body = '{"Image":"a","HostConfig":{"Memory":1},"HostConfig":{"memory":9007199254740993}}';
  await server.fetch(new Request('http://x/containers/create', { method: 'POST', headers: json, body }));
  expect(seen).toEqual([2n ** 63n - 1n, 2n ** 53n + 1n]);
});

const json = { 'content-type': 'application/json' };

it('rejects an integer beyond its format', async () => {
  const body = '{"Image":"a","HostConfig":{"Memory":9223372036854775808}}';
  const server = createServer(keeper([]));
  const response = await server.fetch(
    new Request('http://x/containers/create', { method: 'POST', headers: json, body }),
  );
  expect([response.status, await response.text()]).toEqual([
    400,
    '{"message":"/body/HostConfig/Memory must be at most 9223372036854775807"}\n',
  ]);
});

it('passes them on through a gateway', async () => {
  const seen: unknown[] = [];
  const host = await listen(createServer(keeper(seen), { checkResponses: 'off' }));
  const inner = await newestClient.connect({ host, env: {} });
  onTestFinished(() => inner.close());
  const gateway = await listen(createServer(fromClient(inner) as never, { checkResponses: 'off' }));
  await using engine = await client144.connect({ host: gateway, env: {} });
  const Memory = 2n ** 53n + 1n;
  const { Id: id } = await engine.container.create({ body: { Image: 'a', HostConfig: { Memory } } });
  expect((await engine.container.inspect({ id, size: true })).SizeRw).toBe(Memory);
  expect(seen).toEqual([Memory]);
});
