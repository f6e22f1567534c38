/** The exact entry points of the generated clients: `bigint` in both directions, for every property that the contract names. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as client41 from '@lading/client-v1.41';
import * as exact41 from '@lading/client-v1.41/exact';
import * as client44 from '@lading/client-v1.44';
import * as exact44 from '@lading/client-v1.44/exact';
import { bytes } from '@lading/runtime-client/codegen';
import * as types44 from '@lading/types-v1.44';
import * as exactTypes44 from '@lading/types-v1.44/exact';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';

const big = 2n ** 53n + 1n;
const folder = mkdtempSync(join(tmpdir(), 'lading-exact-'));
const socket = join(folder, 'engine.sock');
const asked: { readonly line: string; readonly body: string }[] = [];
let responseBody = '';
let server: Server;

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const line = `${request.method ?? ''} ${request.url ?? ''}`;
      if (!line.includes('_ping')) asked.push({ line, body: Buffer.concat(chunks).toString() });
      response.writeHead(200, { 'API-Version': '1.44', 'Content-Type': 'application/json' });
      // In two chunks; the first ends within a number.
      response.write(responseBody.slice(0, responseBody.length / 2));
      setTimeout(() => response.end(responseBody.slice(responseBody.length / 2)), 5);
    });
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
});
beforeEach(() => asked.splice(0));
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});

describe.each([
  ['1.44', exact44.connect],
  ['1.41', exact41.connect as unknown as typeof exact44.connect],
])('client %s', (version, connect) => {
  let engine: exact44.Engine;
  beforeAll(async () => {
    engine = await connect({ host: `unix://${socket}`, env: {} });
  });
  afterAll(() => engine.close());

  it('sends bodies', async () => {
    responseBody = '{"Id":"a","Warnings":[]}';
    const HostConfig = { Memory: big, NanoCpus: 5n, BlkioDeviceReadBps: [{ Path: '/dev/a', Rate: 2n ** 64n - 1n }] };
    await engine.container.create({ body: { Image: 'a', HostConfig } });
    expect(asked[0]?.body).toBe(
      '{"Image":"a","HostConfig":{"Memory":9007199254740993,"NanoCpus":5,"BlkioDeviceReadBps":[{"Path":"/dev/a","Rate":18446744073709551615}]}}',
    );
  });

  it('reads responses', async () => {
    responseBody = `{"Id":"a","SizeRw":9007199254740993,"HostConfig":{"NanoCpus":5,"ShmSize":1e3,"OomScoreAdj":5,"MemorySwappiness":null}}`;
    const { Id, SizeRw, HostConfig } = await engine.container.inspect({ id: 'a' });
    const size: bigint | undefined = SizeRw;
    const score: number | undefined = HostConfig?.OomScoreAdj;
    expect({ Id, size, score }).toEqual({ Id: 'a', size: big, score: 5 });
    expect(HostConfig).toEqual({ NanoCpus: 5n, ShmSize: 1000n, OomScoreAdj: 5, MemorySwappiness: null });
    responseBody = '[{"Id":"a","Created":5,"SizeRootFs":9007199254740993}]';
    expect(await engine.container.list()).toEqual([{ Id: 'a', Created: 5n, SizeRootFs: big }]);
  });

  it('reads the items of streams', async () => {
    responseBody = '{"Type":"container","time":5,"timeNano":1700000000123456789}\n{"Type":"image","timeNano":7}\n';
    const events = await (await engine.system.events()).toArray();
    expect(events).toEqual([
      { Type: 'container', time: 5n, timeNano: 1_700_000_000_123_456_789n },
      { Type: 'image', timeNano: 7n },
    ]);
    responseBody =
      '{"cpu_stats":{"system_cpu_usage":9007199254740993,"online_cpus":2},"networks":{"a":{"rx_bytes":5}}}';
    const [stats] = await (await engine.container.stats({ id: 'a' })).toArray();
    expect(stats).toEqual({ cpu_stats: { system_cpu_usage: big, online_cpus: 2 }, networks: { a: { rx_bytes: 5n } } });
  });

  it('writes parameters', async () => {
    responseBody = '{}';
    await engine.service.update({ id: 'a', version: big, body: { TaskTemplate: {} } });
    await (await engine.image.build({ ulimits: [{ Name: 'nofile', Soft: big }] })).done();
    expect(asked.map(({ line }) => line)).toEqual([
      `POST /v${version}/services/a/update?version=9007199254740993`,
      `POST /v${version}/build?ulimits=${encodeURIComponent('[{"Name":"nofile","Soft":9007199254740993}]')}`,
    ]);
  });

  it('round-trips values', async () => {
    const spec = { Name: 'a', TaskTemplate: { Resources: { Limits: { NanoCPUs: big, MemoryBytes: 5n } } } };
    responseBody = '{"ID":"a"}';
    await engine.service.create({ body: spec });
    responseBody = `{"ID":"a","Version":{"Index":9007199254740993},"Spec":${asked[0]?.body ?? ''}}`;
    const { Version, Spec } = await engine.service.inspect({ id: 'a' });
    expect([Version?.Index, Spec]).toEqual([big, spec]);
  });

  it('reads operations given as data', async () => {
    responseBody = '{"Id":"a","SizeRw":9007199254740993}';
    const inspect = version === '1.44' ? exact44.containerInspect : exact41.containerInspect;
    expect(await engine.call(inspect as typeof exact44.containerInspect, { id: 'a' })).toEqual({
      Id: 'a',
      SizeRw: big,
    });
    responseBody = 'no archive, and no output of a process';
    const stream = await engine.call({ id: 'Raw', method: 'GET', path: '/raw', response: bytes });
    expect(stream.headers['api-version']).toBe('1.44');
    expect(Buffer.concat((await stream.toArray()) as Buffer[]).toString()).toBe(responseBody);
  });
});

test('both entry points export the same names, and equal operations', () => {
  const own = ['codec', 'places'];
  for (const [plain, exact] of [
    [client41, exact41],
    [client44, exact44],
    [types44, exactTypes44],
  ] as const) {
    const names = Object.keys(exact).filter((name) => !own.includes(name));
    expect(names.sort()).toEqual(Object.keys(plain).sort());
    for (const [name, value] of Object.entries(exact)) {
      if ([...own, 'connect', 'engineAt', 'groups'].includes(name)) continue;
      // Decoders are functions, which differ between entry points.
      expect(JSON.stringify(value), name).toBe(JSON.stringify(Reflect.get(plain, name)));
    }
  }
});
