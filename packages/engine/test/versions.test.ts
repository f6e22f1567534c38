/** Clients of older versions. */
import { request } from 'node:http';
import { steps } from '@lading/conversions';
import { expect, it, onTestFinished } from 'vitest';
import { startEngine } from '../src/index.js';

interface Response {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: unknown;
}

async function open(api?: string): Promise<(method: string, path: string, body?: object) => Promise<Response>> {
  const engine = await startEngine({ checkResponses: true, ...(api !== undefined && { api }) });
  const socketPath = engine.address.replace('unix://', '');
  onTestFinished(() => engine.close());
  return (method, path, body) =>
    new Promise((resolve, reject) => {
      const headers = body === undefined ? {} : { 'Content-Type': 'application/json' };
      const outgoing = request({ socketPath, method, path, headers, agent: false }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () => {
          const value: unknown = /json/.test(response.headers['content-type'] ?? '')
            ? JSON.parse(text.split(/\r?\n/)[0] ?? '')
            : text;
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: value });
        });
      });
      outgoing.on('error', reject);
      outgoing.end(body && JSON.stringify(body));
    });
}

it('older clients of a newer implementation receive the properties of their version', async () => {
  const send = await open();
  await send('POST', '/v1.41/images/create?fromImage=alpine');
  const [older] = (await send('GET', '/v1.41/images/json')).body as object[];
  const [newer] = (await send('GET', '/v1.44/images/json')).body as object[];
  expect(older).toMatchObject({ VirtualSize: (older as { Size: number }).Size });
  expect(newer).not.toHaveProperty('VirtualSize');
  const networks = { NetworkingConfig: { EndpointsConfig: { bridge: {}, none: {} } } };
  const body = { Image: 'alpine', Cmd: ['true'], ...networks };
  expect((await send('POST', '/v1.41/containers/create', body)).status).toBe(400);
  expect((await send('POST', '/v1.44/containers/create', body)).status).toBe(201);
});

it('checks what older versions check of containers', async () => {
  const send = await open();
  await send('POST', '/v1.41/images/create?fromImage=alpine');
  const create = async (version: string, settings: object) => {
    const { status, body } = await send('POST', `/v${version}/containers/create`, { Image: 'alpine', ...settings });
    return [status, (body as { readonly message?: string }).message];
  };
  const MacAddress = '02:42:ac:11:00:99';
  expect((await send('POST', '/v1.41/networks/create', { Name: 'web' })).status).toBe(201);
  const named = { MacAddress, NetworkingConfig: { EndpointsConfig: { web: {} } } };
  expect(await create('1.41', named)).toEqual([201, undefined]);
  expect((await create('1.44', named))[0]).toBe(400);
  for (const NetworkMode of ['none', 'host'])
    expect(await create('1.41', { MacAddress, HostConfig: { NetworkMode } })).toEqual([
      400,
      'conflicting options: mac-address and the network mode',
    ]);
  const limited = { HostConfig: { KernelMemory: 1000 } };
  expect(await create('1.41', limited)).toEqual([400, 'Minimum kernel memory limit allowed is 6MB']);
  expect(await create('1.44', limited)).toEqual([201, undefined]);
});

it('deletes a volume with force for older clients, even if it does not exist', async () => {
  const send = await open();
  expect((await send('DELETE', '/v1.41/volumes/none?force=1')).status).toBe(204);
  expect(await send('DELETE', '/v1.41/volumes/none')).toMatchObject({
    status: 404,
    body: { message: 'get none: no such volume' },
  });
});

it('offers the versions of `api` alone', async () => {
  const old = await open('1.41');
  expect(await old('GET', '/_ping')).toMatchObject({ status: 200, headers: { 'api-version': '1.41' } });
  expect((await old('GET', '/version')).body).toMatchObject({ ApiVersion: '1.41', MinAPIVersion: '1.24' });
  expect(await old('GET', '/v1.44/info')).toMatchObject({
    status: 400,
    body: { message: 'client version 1.44 is too new. Maximum supported API version is 1.41' },
  });
  const { body: served } = await (await open())('GET', '/version');
  const newest = (served as { ApiVersion: string }).ApiVersion;
  const recent = await open(`1.44-${newest}`);
  expect(await recent('GET', '/v1.43/info')).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('Minimum supported API version is 1.44') },
  });
  expect((await recent('GET', `/v${newest}/info`)).status).toBe(200);
  await expect(open('1.99')).rejects.toThrow(/offers: version 1\.99 is not served; served are 1\.24 to \d/);
  await expect(open('new')).rejects.toThrow('api new: expected a version or a range, such as 1.41 or 1.41-1.44');
});

it('only creations of containers are refused by later versions', async () => {
  const { steps } = await import('@lading/conversions');
  const contract = await (await import('@lading/conversions/contracts')).contracts['1.44']();
  const later = steps.filter(({ older }) => Number(older.slice(2)) >= 44);
  const refusing = Object.keys(contract.operations).filter((operation) =>
    later.some(({ olderClients }) =>
      olderClients()
        .withRules?.(({ rule }, message) => message === 'request' && rule === 'refuse')
        .of(operation),
    ),
  );
  expect(refusing).toEqual(['ContainerCreate']);
});

const subpath = { Type: 'volume', Source: 'data', Target: '/a', VolumeOptions: { Subpath: 'x' } };
const image = { Type: 'image', Source: 'alpine', Target: '/a' };
const [tooOldForParts, tooOldForImages] = [
  'VolumeOptions.Subpath needs API v1.45 or newer',
  'Mount type "Image" needs API v1.48 or newer',
];

it.each([
  ['1.24', undefined, subpath, tooOldForParts],
  ['1.41', undefined, subpath, tooOldForParts],
  ['1.44', undefined, subpath, tooOldForParts],
  ['1.44', undefined, image, tooOldForImages],
  ['1.47', undefined, image, tooOldForImages],
  ['1.44', '1.47', image, 'invalid mount config for type "image": mount type unknown'],
  ['1.44', '1.44', subpath, undefined],
])('clients of %s of an engine with %s are refused what later versions have', async (version, api, mount, expected) => {
  const send = await open(api);
  await send('POST', `/v${version}/images/create?fromImage=alpine`);
  const body = { Image: 'alpine', Cmd: ['true'], HostConfig: { Mounts: [mount] } };
  const { status, body: got } = await send('POST', `/v${version}/containers/create`, body);
  expect([status, (got as { message?: string }).message]).toEqual([expected === undefined ? 201 : 400, expected]);
});

it('the version of the handlers shows a container as conversions of a newer engine do', async () => {
  const send = await open();
  await send('POST', '/v1.44/images/create?fromImage=alpine&tag=latest');
  await send('POST', '/v1.44/networks/create', { Name: 'n' });
  const settings = { Image: 'alpine', Cmd: ['sleep', '100'] };
  const NetworkingConfig = { EndpointsConfig: { n: { Aliases: ['one'] } } };
  const requests = [
    settings,
    { ...settings, HostConfig: { NetworkMode: 'n' } },
    { ...settings, Hostname: 'host', HostConfig: { NetworkMode: 'n' }, NetworkingConfig },
    { ...settings, HostConfig: { NetworkMode: 'host' } },
  ];
  const older = steps.find((step) => step.older === '1.44' && step.newer === '1.45')?.olderClients();
  const convert = older?.of('ContainerInspect');
  for (const body of requests) {
    const { Id } = (await send('POST', '/v1.44/containers/create', body)).body as { readonly Id: string };
    await send('POST', `/v1.44/containers/${Id}/start`);
    const { body: newer } = await send('GET', `/v1.45/containers/${Id}/json`);
    const next = () => Promise.resolve({ status: 200, headers: {}, body: newer });
    const request = { operation: 'ContainerInspect', path: { id: Id }, query: {}, headers: {}, body: undefined };
    const converted = await convert?.(request as Parameters<typeof convert>[0], next, next);
    const native = (await send('GET', `/v1.44/containers/${Id}/json`)).body;
    expect(native).toEqual(converted?.body);
    const { Networks } = (
      newer as { readonly NetworkSettings: { readonly Networks: Record<string, { Aliases: unknown }> } }
    ).NetworkSettings;
    expect(Networks['n']?.Aliases ?? null).toEqual('NetworkingConfig' in body ? ['one'] : null);
  }
});
