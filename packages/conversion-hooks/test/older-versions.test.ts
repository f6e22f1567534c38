/** The conversion hooks of versions before 1.44, around an implementation that returns what the test gives. */
import type { Hook, RequestMessage, ResponseMessage } from '@lading/runtime-conversion';
import { describe, expect, it } from 'vitest';
import {
  detailedNetworks,
  filterAsReference,
  imageWithDigest,
  macAddressOfEndpoint,
  noBuildIdentifiers,
  nonRecursiveReadOnly,
  securityOptionNames,
  unseenClusterVolume,
} from '../src/index.js';

const request = (operation: string, query: RequestMessage['query'] = {}): RequestMessage => ({
  operation,
  path: {},
  query,
  headers: {},
});
const response = (body: unknown, more: Partial<ResponseMessage> = {}): ResponseMessage => ({
  status: 200,
  headers: {},
  body,
  ...more,
});
const noFurtherRequests = () => Promise.reject(new Error('no further request is expected'));

/** Returns the response that passes a hook. */
async function converted(hook: Hook, given: ResponseMessage): Promise<unknown> {
  return (await hook.around(request('Any'), async () => given, noFurtherRequests)).body;
}

describe('the pattern of listed images', () => {
  const passed = async (query: RequestMessage['query']) => {
    let seen: unknown;
    const next = async (received: RequestMessage) => {
      seen = received.query;
      return response([]);
    };
    await filterAsReference().around(request('ImageList', query), next, noFurtherRequests);
    return seen;
  };

  it.each([
    [
      { filter: 'alpine*', all: true },
      { all: true, filters: { reference: ['alpine*'] } },
    ],
    [
      { filter: 'a', filters: { reference: ['b'], label: ['c'] } },
      { filters: { reference: ['b', 'a'], label: ['c'] } },
    ],
    [{ filter: '', all: true }, { all: true }],
    [{ all: true }, { all: true }],
  ])('%j is the filter `reference`', async (query, wanted) => expect(await passed(query)).toEqual(wanted));
});

describe('the messages of a build', () => {
  async function* messages() {
    yield { stream: 'Step 1' };
    yield { aux: { ID: 'sha256:1' } };
    yield { stream: 'done' };
  }

  it('have no identifiers', async () => {
    const body = await converted(noBuildIdentifiers(), response(messages(), { stream: 'json-lines' }));
    const received: unknown[] = [];
    for await (const message of body as AsyncIterable<unknown>) received.push(message);
    expect(received).toEqual([{ stream: 'Step 1' }, { stream: 'done' }]);
  });

  it('remain in errors', async () => {
    const refused = response({ message: 'no' }, { status: 400 });
    expect(await converted(noBuildIdentifiers(), refused)).toEqual({ message: 'no' });
  });
});

it('listed networks have the containers of inspected ones', async () => {
  const containers = { 1: { Name: 'web' } };
  const ask = async (_: string, { path }: { readonly path?: RequestMessage['path'] } = {}) =>
    path?.['id'] === 'a'
      ? response({ Id: 'a', Containers: containers })
      : response({ message: 'gone' }, { status: 404 });
  const next = async () =>
    response([
      { Id: 'a', Containers: {} },
      { Id: 'b', Containers: {} },
    ]);
  expect((await detailedNetworks().around(request('NetworkList'), next, ask)).body).toEqual([
    { Id: 'a', Containers: containers },
    { Id: 'b', Containers: {} },
  ]);
});

it('security options are names', async () => {
  const options = ['name=seccomp,profile=builtin', 'name=cgroupns', 'selinux'];
  const body = await converted(securityOptionNames(), response({ SecurityOptions: options, Name: 'host' }));
  expect(body).toEqual({ SecurityOptions: ['seccomp', 'cgroupns', 'selinux'], Name: 'host' });
});

describe('the image of a service', () => {
  const digest = `sha256:${'a'.repeat(64)}`;
  const created = async (image: unknown, more: object = {}) => {
    const asked: unknown[] = [];
    let sent: unknown;
    const body = { TaskTemplate: { ContainerSpec: { Image: image }, ...more } };
    const answer = await imageWithDigest().around(
      { ...request('ServiceCreate'), headers: { 'X-Registry-Auth': 'login', Accept: '*' }, body },
      async (received) => {
        sent = (received.body as typeof body).TaskTemplate.ContainerSpec.Image;
        return response({ ID: 's', Warnings: null });
      },
      async (operation, input) => {
        asked.push([operation, input]);
        const isKnown = String(input?.path?.['name']).includes('known');
        return isKnown ? response({ Descriptor: { digest } }) : response({ message: 'unknown' }, { status: 404 });
      },
    );
    return { sent, asked, warnings: (answer.body as { readonly Warnings: readonly string[] | null }).Warnings };
  };

  it.each([
    ['known', `known:latest@${digest}`],
    ['known:1', `known:1@${digest}`],
    ['docker.io/library/known:1', `known:1@${digest}`],
    ['docker.io/me/known', `me/known:latest@${digest}`],
    ['localhost:5000/known', `localhost:5000/known:latest@${digest}`],
  ])('%s gets the digest that the registry has', async (image, wanted) => {
    const { sent, asked, warnings } = await created(image);
    expect([sent, warnings]).toEqual([wanted, null]);
    expect(asked).toMatchObject([['DistributionInspect', { headers: { 'X-Registry-Auth': 'login' } }]]);
  });

  it.each([[`known@${digest}`], ['b'.repeat(64)]])('%s stays as it is, without a question', async (image) => {
    expect(await created(image)).toEqual({ sent: image, asked: [], warnings: null });
  });

  it('has a warning in the words of engines if the registry has none', async () => {
    const { sent, warnings } = await created('none:1');
    expect(sent).toBe('none:1');
    expect(warnings).toEqual([
      'image none:1 could not be accessed on a registry to record\nits digest. Each node will access none:1 independently,\n' +
        'possibly leading to different nodes running different\nversions of the image.\n',
    ]);
  });

  it('is none of a plugin, or of no container', async () => {
    expect((await created('known', { Runtime: 'plugin' })).asked).toEqual([]);
    expect((await created(undefined)).asked).toEqual([]);
  });
});

describe('the MAC address of a container', () => {
  const passed = async (body: unknown) => {
    let seen: unknown;
    const next = async (received: RequestMessage) => {
      seen = received.body;
      return response({});
    };
    await macAddressOfEndpoint().around({ ...request('ContainerCreate'), body }, next, noFurtherRequests);
    return seen;
  };
  const networks = (EndpointsConfig: object) => ({ NetworkingConfig: { EndpointsConfig } });
  const MacAddress = '02:42:ac:11:00:99';

  it.each([
    [{ MacAddress, ...networks({ web: { Aliases: ['a'] } }) }, networks({ web: { Aliases: ['a'], MacAddress } })],
    [{ MacAddress, ...networks({ web: null }) }, networks({ web: { MacAddress } })],
    [
      { MacAddress, HostConfig: { NetworkMode: 'other' }, ...networks({ web: {} }) },
      { HostConfig: { NetworkMode: 'other' }, ...networks({ web: { MacAddress } }) },
    ],
    [
      { MacAddress, HostConfig: { NetworkMode: 'web' }, ...networks({ web: {} }) },
      { MacAddress, HostConfig: { NetworkMode: 'web' }, ...networks({ web: {} }) },
    ],
    [
      { MacAddress, ...networks({ default: {} }) },
      { MacAddress, ...networks({ default: {} }) },
    ],
    [{ MacAddress }, { MacAddress }],
    [
      { MacAddress, ...networks({}) },
      { MacAddress, ...networks({}) },
    ],
    [
      { MacAddress: '', ...networks({ web: {} }) },
      { MacAddress: '', ...networks({ web: {} }) },
    ],
  ])('of %j is that of the named network', async (body, wanted) => expect(await passed(body)).toEqual(wanted));

  it('needs a network', () =>
    expect(passed({ MacAddress, HostConfig: { NetworkMode: 'none' } })).rejects.toMatchObject({
      status: 400,
      message: 'conflicting options: mac-address and the network mode',
    }));
});

describe('a cluster volume', () => {
  const around = (operation: string, inspected: ResponseMessage) =>
    unseenClusterVolume().around(
      { ...request(operation), path: { name: 'v' } },
      async () => (operation === 'VolumeInspect' ? inspected : response(undefined, { status: 204 })),
      async () => inspected,
    );
  const refusal = { status: 404, message: 'get v: no such volume' };

  it('is not found', async () => {
    for (const operation of ['VolumeInspect', 'VolumeDelete'])
      await expect(around(operation, response({ ClusterVolume: { ID: 'c' } }))).rejects.toMatchObject(refusal);
    expect((await around('VolumeInspect', response({ Name: 'v' }))).body).toEqual({ Name: 'v' });
    expect((await around('VolumeDelete', response({ Name: 'v' }))).status).toBe(204);
  });

  it('is not mentioned if there is none', async () => {
    const missing = response({ message: 'volume v not found' }, { status: 404 });
    await expect(around('VolumeInspect', missing)).rejects.toMatchObject(refusal);
  });
});

it('a listed container shows the options of its entries, and is inspected only for them', async () => {
  const point = { Type: 'bind', Destination: '/b', Mode: '', RW: false };
  const listed = [
    { Id: 'entry', Mounts: [point] },
    { Id: 'mount', Mounts: [point] },
    { Id: 'writable', Mounts: [{ ...point, RW: true }] },
  ];
  const asked: unknown[] = [];
  const recorded = { Annotations: { 'lading.mounts': '{"binds":["/a:/b:ro,rslave"],"mounts":[]}' } };
  const { body } = await nonRecursiveReadOnly().around(
    request('ContainerList'),
    async () => response(listed),
    async (_operation, input) => {
      asked.push(input?.path?.['id']);
      return response({ HostConfig: input?.path?.['id'] === 'entry' ? recorded : {} });
    },
  );
  expect((body as typeof listed).map(({ Mounts: [first] }) => first?.Mode)).toEqual(['ro,rslave', '', '']);
  expect(asked).toEqual(['entry', 'mount']);
});

it('the disk usage shows the options of entries, without the annotation that records them', async () => {
  const mark = { 'lading.mounts': '{"binds":["/a:/b:ro,rslave"],"mounts":[]}' };
  const Mounts = [{ Type: 'bind', Destination: '/b', Mode: '', RW: false }];
  const hosts = [{ Annotations: mark }, { Annotations: { ...mark, own: '1' } }, { Annotations: { own: '1' } }];
  const { body } = await nonRecursiveReadOnly().around(
    request('SystemDataUsage'),
    async () => response({ Containers: hosts.map((HostConfig) => ({ HostConfig, Mounts })) }),
    async () => Promise.reject(new Error('nothing is asked')),
  );
  const own = { Annotations: { own: '1' } };
  const restored = [{ ...Mounts[0], Mode: 'ro,rslave' }];
  expect(JSON.parse(JSON.stringify(body))).toEqual({
    Containers: [
      { HostConfig: {}, Mounts: restored },
      { HostConfig: own, Mounts: restored },
      { HostConfig: own, Mounts },
    ],
  });
});
