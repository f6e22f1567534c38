/** What the engine does for clients of the newest versions: attestations, limits on single devices, addresses of connections. */
import { buffer } from 'node:stream/consumers';
import { connect } from '@lading/client';
import { steps } from '@lading/conversions';
import { contracts } from '@lading/conversions/contracts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { servedVersions } from '../src/http/newest-version.js';
import { archiveWith } from '../src/filesystem/tar.js';
import { startEngine, type StartOptions } from '../src/index.js';
import { attested, slsa, spdx } from './attested-archive.js';
import { machinePlatform } from '../src/distribution/platform.js';

async function open(options: StartOptions = {}) {
  const engine = await startEngine({ images: ['busybox'], publishPorts: false, checkResponses: true, ...options });
  const newest = await connect({ host: engine.address, version: '1.55' });
  const base = await connect({ host: engine.address, version: '1.44' });
  onTestFinished(() => engine.close());
  onTestFinished(() => newest.close());
  onTestFinished(() => base.close());
  return { engine, newest, base };
}

it('serves without the contract of a newer version what no step up to it changes', async () => {
  const unchanged = servedVersions.flatMap((each) => ('unchanged' in each ? (each.unchanged ?? []) : []));
  expect(new Set(unchanged)).toEqual(new Set(['SystemPing', 'SystemPingHead']));
  const [own, newest] = [await contracts['1.44'](), await contracts['1.55']()];
  const between = steps.filter(({ older }) => Number(older.split('.')[1]) >= 44).map((step) => step.newerClients());
  expect(between).toHaveLength(11);
  for (const operation of unchanged) {
    expect(newest.operations[operation]).toEqual(own.operations[operation]);
    for (const conversion of between) expect(conversion.of(operation)).toBeUndefined();
  }
});

describe('attestations', () => {
  it.each([{ withManifest: false }, { withManifest: true }])(
    'of a loaded image are those of its index, with $withManifest',
    async (archive) => {
      const { newest } = await open();
      await (await newest.image.load({ body: await attested(archive) })).toArray();
      const name = 'registry.test/attested:1';
      const all = await newest.image.attestations({ name });
      expect(all.map(({ PredicateType }) => PredicateType)).toEqual([slsa, spdx]);
      expect(all[0]).toEqual({
        PredicateType: slsa,
        Descriptor: expect.objectContaining({
          mediaType: 'application/vnd.in-toto+json',
          annotations: { 'in-toto.io/predicate-type': slsa },
        }) as object,
      });
      const [one, ...others] = await newest.image.attestations({ name, type: [spdx], statement: true });
      expect([one?.Statement, others]).toEqual([
        { _type: 'https://in-toto.io/Statement/v1', predicateType: spdx, predicate: { a: 1 } },
        [],
      ]);
    },
  );

  it('of other images are none', async () => {
    const { newest } = await open();
    const body = await buffer(archiveWith({ Dockerfile: 'FROM busybox\nRUN echo a > /a' }));
    await (await newest.image.build({ t: ['built'], body })).done();
    for (const name of ['built', 'busybox']) expect(await newest.image.attestations({ name })).toEqual([]);
  });

  it('of which the archive lacks the statement have none', async () => {
    const { newest } = await open();
    await (await newest.image.load({ body: await attested({ withStatements: false }) })).toArray();
    const [first] = await newest.image.attestations({ name: 'registry.test/attested:1', statement: true });
    expect([first?.PredicateType, first?.Statement]).toEqual([slsa, undefined]);
  });

  it('are refused for an unknown image, another platform, and several platforms', async () => {
    const { newest } = await open();
    await (await newest.image.load({ body: await attested() })).toArray();
    const name = 'registry.test/attested:1';
    const other = JSON.stringify({ os: 'linux', architecture: 's390x' });
    const own = JSON.stringify(machinePlatform);
    await expect(newest.image.attestations({ name: 'none' })).rejects.toMatchObject({ status: 404 });
    await expect(newest.image.attestations({ name, platform: [other] })).rejects.toMatchObject({ status: 404 });
    await expect(newest.image.attestations({ name, platform: [other, own] })).rejects.toMatchObject({
      status: 400,
    });
    await expect(newest.image.attestations({ name, platform: ['nonsense'] })).rejects.toMatchObject({ status: 400 });
    expect(await newest.image.attestations({ name, platform: [own] })).toHaveLength(2);
  });
});

it('shows aliases of a connection that are empty, and none', async () => {
  const { newest } = await open();
  const { Id: id } = await newest.container.create({ body: { Image: 'busybox' } });
  const requested = { empty: { Aliases: [] }, plain: {}, named: { Aliases: ['a'] } };
  for (const [network, EndpointConfig] of Object.entries(requested)) {
    await newest.network.create({ body: { Name: network } });
    await newest.network.connect({ id: network, body: { Container: id, EndpointConfig } });
  }
  const { Networks } = (await newest.container.inspect({ id })).NetworkSettings;
  expect(Object.entries(Networks ?? {}).map(([name, { Aliases }]) => [name, Aliases])).toEqual(
    expect.arrayContaining([
      ['empty', []],
      ['plain', null],
      ['named', ['a']],
    ]) as unknown,
  );
});

it('an update keeps limits on devices that are absent or null, replaces others, and clears empty ones', async () => {
  const { newest, base } = await open();
  const rate = (Rate: number) => [{ Path: '/dev/sda', Rate }];
  const HostConfig = { BlkioDeviceReadBps: rate(1), BlkioDeviceWriteBps: rate(2), BlkioDeviceReadIOps: rate(3) };
  const { Id: id } = await newest.container.create({ body: { Image: 'busybox', HostConfig } });
  const limits = async () => {
    const { HostConfig: host } = await newest.container.inspect({ id });
    return [host.BlkioDeviceReadBps, host.BlkioDeviceWriteBps, host.BlkioDeviceReadIOps];
  };
  await newest.container.update({ id, body: { BlkioDeviceReadBps: null, BlkioDeviceWriteBps: rate(4) } });
  expect(await limits()).toEqual([rate(1), rate(4), rate(3)]);
  await newest.container.update({ id, body: { BlkioDeviceReadBps: [] } });
  expect(await limits()).toEqual([[], rate(4), rate(3)]);
  // An engine of today does so at every version.
  await base.container.update({ id, body: { BlkioDeviceReadIOps: rate(5) } });
  expect(await limits()).toEqual([[], rate(4), rate(5)]);
});

it('a connection has the address that it asks for', async () => {
  const { newest } = await open();
  await newest.network.create({ body: { Name: 'plain' } });
  const { Id: id } = await newest.container.create({ body: { Image: 'busybox', Cmd: ['sleep', '60'] } });
  await newest.container.start({ id });
  const MacAddress = '02:42:ac:11:00:77';
  await newest.network.connect({ id: 'plain', body: { Container: id, EndpointConfig: { MacAddress } } });
  expect((await newest.container.inspect({ id })).NetworkSettings.Networks?.['plain']?.MacAddress).toBe(MacAddress);
});

it('the Node Resource Interface is shown from 1.53 on, if it is set', async () => {
  const nri = { Info: [['plugin-path', '/opt/nri/plugins']] } as const;
  const { newest, engine } = await open({ nri });
  expect((await newest.system.info()).NRI).toEqual(nri);
  for (const [version, isShown] of [
    ['1.53', true],
    ['1.52', false],
    ['1.44', false],
  ] as const) {
    const path = engine.address.replace('unix://', '');
    expect([version, 'NRI' in (await json(path, `/v${version}/info`))]).toEqual([version, isShown]);
  }
  expect((await (await open()).newest.system.info()).NRI).toBeUndefined();
});

it('images have no identity, in no version', async () => {
  const { newest } = await open();
  expect(await newest.image.inspect({ name: 'busybox' })).not.toHaveProperty('Identity');
  const images = await newest.image.list({ manifests: true, identity: true });
  expect(JSON.stringify(images)).not.toContain('Identity');
  await expect(newest.image.list({ identity: true })).rejects.toMatchObject({ status: 400 });
});

it('events are lines of JSON, which are called so from 1.52 on', async () => {
  const { engine } = await open();
  const path = engine.address.replace('unix://', '');
  for (const [version, type] of [
    ['1.55', 'application/jsonl'],
    ['1.52', 'application/jsonl'],
    ['1.51', 'application/json'],
  ] as const)
    expect([version, (await get(path, `/v${version}/events?until=1`)).type]).toEqual([version, type]);
});

it.each([
  ['1.55', 'application/json-seq', 'application/json-seq', '\x1e'],
  ['1.52', 'application/json-seq;q=0.5, application/x-ndjson', 'application/x-ndjson', ''],
  ['1.55', '*/*', 'application/jsonl', ''],
  ['1.55', 'application/json-seq, */*', 'application/json-seq', '\x1e'],
  ['1.51', 'application/json-seq', 'application/json', ''],
  ['1.44', 'application/json-seq', 'application/json', ''],
])('events at %s for a client that accepts %s', async (version, accept, type, separator) => {
  const { engine } = await open();
  const path = engine.address.replace('unix://', '');
  const until = Math.floor(Date.now() / 1000) + 1;
  const filters = encodeURIComponent('{"type":["image"],"event":["pull"]}');
  const got = await get(path, `/v${version}/events?since=0&until=${until}&filters=${filters}`, { Accept: accept });
  expect(got.type).toBe(type);
  expect(got.body).toMatch(/\n$/);
  const [first, ...rest] = [got.body.charCodeAt(0), ...got.body.slice(separator.length).split('\n')];
  expect(first).toBe((separator || '{').charCodeAt(0));
  const repeated = Number(version.slice(2)) < 52 ? { status: 'pull', id: 'busybox:latest' } : {};
  const { status, id, Action } = JSON.parse(rest[0] ?? '') as Record<string, unknown>;
  expect({ status, id, Action }).toEqual({ Action: 'pull', ...repeated });
});

async function get(socketPath: string, path: string, headers: Record<string, string> = {}) {
  const { request } = await import('node:http');
  return new Promise<{ type: string | undefined; body: string }>((resolve, reject) => {
    const call = request({ socketPath, path, headers, agent: false }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      response.on('end', () => resolve({ type: response.headers['content-type'], body }));
    });
    call.on('error', reject).end();
  });
}

async function json(socketPath: string, path: string) {
  return JSON.parse((await get(socketPath, path)).body) as object;
}
