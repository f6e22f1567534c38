/** Tests the differences of containers, for clients of 1.41 and of 1.44. */
import { propertyOf } from '@lading/runtime-conversion';
import { describe, expect, it } from 'vitest';
import { response, newerClient, olderClient, type Scene } from '../scene.js';

const created = response(201, { Id: 'c1', Warnings: [] });
const mountsOf = (scene: Scene) => scene.last('ContainerCreate')?.body;
const create = (scene: Scene, body: unknown) => scene.call('ContainerCreate', { body });
const host = (HostConfig: object) => ({ Image: 'a', HostConfig });

it('multi-endpoint: 1.41 refuses several networks; before 1.41 they are connected one by one', async () => {
  const body = {
    NetworkingConfig: { EndpointsConfig: { one: { Aliases: ['x'] }, two: { DNSNames: ['y'] }, three: null } },
  };
  const older = olderClient({ ContainerCreate: created });
  await expect(create(older, body)).rejects.toMatchObject({
    status: 400,
    message: 'Container cannot be created with multiple network endpoints: one, three, two',
  });
  expect(older.seen).toEqual([]);

  const newer = newerClient({ ContainerCreate: created });
  expect(await create(newer, { ...body, HostConfig: { NetworkMode: 'two' } })).toMatchObject({
    status: 201,
    body: { Id: 'c1' },
  });
  expect(newer.seen.map(({ operation, path, body }) => [operation, path, body])).toEqual([
    ['ContainerCreate', {}, { HostConfig: { NetworkMode: 'two' }, NetworkingConfig: { EndpointsConfig: { two: {} } } }],
    ['NetworkConnect', { id: 'one' }, { Container: 'c1', EndpointConfig: { Aliases: ['x'] } }],
    ['NetworkConnect', { id: 'three' }, { Container: 'c1', EndpointConfig: {} }],
  ]);
});

it('multi-endpoint: the container is removed when one network fails', async () => {
  const newer = newerClient({
    ContainerCreate: created,
    NetworkConnect: response(404, { message: 'network two not found' }),
  });
  const body = { NetworkingConfig: { EndpointsConfig: { one: {}, two: {} } } };
  expect(await create(newer, body)).toEqual(response(404, { message: 'network two not found' }));
  expect(newer.last('ContainerDelete')).toMatchObject({ path: { id: 'c1' }, query: { force: true } });
});

it('mac-endpoint: 1.41 ignores the address of an endpoint; before 1.41 it becomes that of the container', async () => {
  const body = { NetworkingConfig: { EndpointsConfig: { one: { MacAddress: '02:42:ac:11:00:02' } } } };
  const warning =
    'The container-wide MacAddress field is now deprecated. It should be specified in EndpointsConfig instead.';
  const older = olderClient({ ContainerCreate: response(201, { Id: 'c1', Warnings: [warning, 'other'] }) });
  expect(await create(older, body)).toMatchObject({ body: { Warnings: ['other'] } });
  expect(mountsOf(older)).toEqual({ NetworkingConfig: { EndpointsConfig: { one: {} } } });

  const newer = newerClient({ ContainerCreate: created });
  await create(newer, body);
  expect(mountsOf(newer)).toEqual({
    MacAddress: '02:42:ac:11:00:02',
    NetworkingConfig: { EndpointsConfig: { one: {} } },
  });
  const other = { ...body, MacAddress: '02:42:ac:11:00:03' };
  await expect(create(newerClient({}), other)).rejects.toMatchObject({ status: 400 });
  const several = { NetworkingConfig: { EndpointsConfig: { one: {}, two: { MacAddress: '02:42:ac:11:00:02' } } } };
  await expect(create(newerClient({}), several)).rejects.toMatchObject({ status: 400, difference: 'mac-endpoint' });
});

it('startinterval: it does not exist at 1.41, and its loss is reported', async () => {
  const body = { Healthcheck: { Test: ['CMD', 'x'], StartInterval: 2_000_000 } };
  const older = olderClient({ ContainerCreate: created, ContainerInspect: { Config: body } });
  await create(older, body);
  expect(mountsOf(older)).toEqual({ Healthcheck: { Test: ['CMD', 'x'] } });
  expect((await older.call('ContainerInspect')).body).not.toHaveProperty('Config.Healthcheck.StartInterval');

  const newer = newerClient({ ContainerCreate: created });
  expect(await create(newer, body)).toMatchObject({
    body: { Warnings: ['Healthcheck.StartInterval has no effect below API version 1.44.'] },
  });
  expect(mountsOf(newer)).toEqual({ Healthcheck: { Test: ['CMD', 'x'] } });
  const unset = await create(newer, { Healthcheck: { StartInterval: 0 } });
  expect(unset).toMatchObject({ body: { Warnings: [] } });
  await expect(newer.call('ImageCommit', { body })).rejects.toMatchObject({ status: 400 });
});

it('annotations: they are ignored and not shown at 1.41; before 1.41 their loss is reported', async () => {
  const body = host({ Annotations: { a: 'b' } });
  const older = olderClient({
    ContainerCreate: created,
    ContainerInspect: { HostConfig: { Annotations: { a: 'b' }, ConsoleSize: [1, 2] } },
  });
  await create(older, body);
  expect(mountsOf(older)).toEqual(host({}));
  expect((await older.call('ContainerInspect')).body).not.toHaveProperty('HostConfig.Annotations');

  const newer = newerClient({ ContainerCreate: created });
  const { body: responseBody } = await create(newer, body);
  expect(responseBody).toMatchObject({ Warnings: ['HostConfig.Annotations have no effect below API version 1.43.'] });
  expect(mountsOf(newer)).toEqual(host({}));
});

it('create-consolesize: it is for Windows at 1.41; before 1.41 it is set after the start', async () => {
  const body = { Tty: true, ...host({ ConsoleSize: [24, 80] }) };
  const linux = olderClient({
    ContainerCreate: created,
    SystemInfo: { OSType: 'linux' },
    ContainerInspect: { HostConfig: {} },
  });
  await create(linux, body);
  expect(mountsOf(linux)).toEqual({ Tty: true, ...host({}) });
  expect((await linux.call('ContainerInspect')).body).toMatchObject({ HostConfig: { ConsoleSize: [0, 0] } });
  const windows = olderClient({ ContainerCreate: created, SystemInfo: { OSType: 'windows' } });
  await create(windows, body);
  expect(mountsOf(windows)).toEqual(body);

  const newer = newerClient({
    ContainerCreate: created,
    ContainerStart: response(204),
    ContainerInspect: { Id: 'c1' },
  });
  await create(newer, body);
  expect(mountsOf(newer)).toEqual({ Tty: true, ...host({}) });
  expect(await newer.call('ContainerStart', { path: { id: 'name' } })).toEqual(response(204));
  expect(newer.last('ContainerResize')).toMatchObject({ path: { id: 'c1' }, query: { h: 24, w: 80 } });
});

it('kernelmemory-req: it has no effect from 1.42 on, with a warning', async () => {
  const older = olderClient({ ContainerCreate: created, ContainerUpdate: { Warnings: null } });
  expect(await create(older, host({ KernelMemory: 5e6 }))).toMatchObject({
    body: { Warnings: ['HostConfig.KernelMemory has no effect from API version 1.42 on.'] },
  });
  expect(mountsOf(older)).toEqual(host({}));
  expect(await create(older, host({ KernelMemory: 0 }))).toMatchObject({ body: { Warnings: [] } });
  expect(await older.call('ContainerUpdate', { body: { KernelMemory: 5e6 } })).toMatchObject({
    body: { Warnings: ['KernelMemory has no effect from API version 1.42 on.'] },
  });
  // At 1.44 there is no such property; unknown properties are passed on.
  const newer = newerClient({ ContainerCreate: created });
  await create(newer, host({ KernelMemory: 1 }));
  expect(mountsOf(newer)).toEqual(host({ KernelMemory: 1 }));
});

it('kernelmemory-inspect: at 1.41 both limits are shown, at 1.44 neither if it is 0', async () => {
  const older = olderClient({ ContainerInspect: { HostConfig: { ConsoleSize: [0, 0] } } });
  expect((await older.call('ContainerInspect')).body).toMatchObject({
    HostConfig: { KernelMemory: 0, KernelMemoryTCP: 0 },
  });
  const newer = newerClient({ ContainerInspect: { HostConfig: { KernelMemory: 7, KernelMemoryTCP: 0 } } });
  expect((await newer.call('ContainerInspect')).body).toEqual({ HostConfig: {} });
});

it('always-sent: at 1.41 all members are shown, also those that an engine leaves out', async () => {
  const older = olderClient({
    ContainerInspect: { Config: {}, NetworkSettings: { IPAddress: '172.17.0.2', Gateway: null } },
    NetworkList: [{ Scope: 'local' }, { Scope: 'swarm' }, { Scope: 'swarm', Containers: { c: {} } }],
    SystemAuth: { Status: 'Login Succeeded' },
  });
  expect((await older.call('NetworkList')).body).toEqual([
    { Scope: 'local', Containers: {} },
    { Scope: 'swarm', Containers: null },
    { Scope: 'swarm', Containers: { c: {} } },
  ]);
  expect((await older.call('SystemAuth')).body).toEqual({ Status: 'Login Succeeded', IdentityToken: '' });
  expect((await older.call('ContainerInspect')).body).toMatchObject({
    Config: { OnBuild: null },
    NetworkSettings: { IPAddress: '172.17.0.2', Gateway: '', Bridge: '', IPPrefixLen: 0, SecondaryIPAddresses: null },
  });
  const newer = newerClient({ ContainerInspect: { NetworkSettings: { SandboxID: 'a' } } });
  expect((await newer.call('ContainerInspect')).body).toEqual({ NetworkSettings: { SandboxID: 'a' } });
});

it('mounttype-cluster: there are no such mounts at 1.41', async () => {
  const body = host({ Mounts: [{ Type: 'cluster', Source: 'v', Target: '/v' }] });
  const older = olderClient({
    ContainerInspect: { HostConfig: { Mounts: [{ Type: 'cluster', ClusterOptions: {} }] } },
  });
  await expect(create(older, body)).rejects.toMatchObject({
    status: 400,
    message: 'invalid mount config for type "cluster": mount type unknown',
  });
  expect((await older.call('ContainerInspect')).body).toMatchObject({ HostConfig: { Mounts: [{ Type: 'cluster' }] } });
  expect((await older.call('ContainerInspect')).body).not.toHaveProperty('HostConfig.Mounts.0.ClusterOptions');

  const newer = newerClient();
  await expect(create(newer, body)).rejects.toMatchObject({
    status: 400,
    message: 'Mounts of type cluster need API version 1.42',
  });
  const other = { Type: 'bind', Source: '/a', Target: '/b' };
  const free = newerClient({ ContainerCreate: created });
  await create(free, host({ Mounts: [{ ...other, ClusterOptions: {} }] }));
  expect(mountsOf(free)).toEqual(host({ Mounts: [other] }));
  const task = { TaskTemplate: { ContainerSpec: { Mounts: [{ Type: 'cluster' }] } } };
  await expect(newer.call('ServiceCreate', { body: task })).rejects.toMatchObject({ status: 400 });
  expect(newer.seen).toEqual([]);
});

describe('ro-recursive', () => {
  const shallow = { ReadOnlyNonRecursive: true };
  it('ro-recursive: read-only bind mounts of 1.41 leave submounts writable; those of 1.44 do so with a warning', async () => {
    const Mounts = [
      { Type: 'bind', Source: '/a', Target: '/b', ReadOnly: true, BindOptions: { Propagation: 'rslave' } },
      { Type: 'bind', Source: '/c', Target: '/d' },
      { Type: 'volume', Source: 'v', Target: '/e', ReadOnly: true },
    ];
    const older = olderClient({ ContainerCreate: created });
    await create(older, host({ Mounts }));
    expect(mountsOf(older)).toEqual(
      host({
        Mounts: [{ ...Mounts[0], BindOptions: { Propagation: 'rslave', ...shallow } }, Mounts[1], Mounts[2]],
        Annotations: { 'lading.mounts': '{"binds":[],"mounts":[true,false,false]}' },
      }),
    );

    const newer = newerClient({ ContainerCreate: created });
    const { body } = await create(newer, host({ Mounts }));
    expect(body).toMatchObject({
      Warnings: ['Below API version 1.44 a read-only bind mount leaves its submounts writable.'],
    });
    expect(mountsOf(newer)).toEqual(host({ Mounts }));
    const asked = { ...Mounts[0], BindOptions: shallow };
    expect(await create(newer, host({ Mounts: [asked] }))).toMatchObject({ body: { Warnings: [] } });
    expect(mountsOf(newer)).toEqual(host({ Mounts: [{ ...asked, BindOptions: {} }] }));
    const forced = { ...Mounts[0], BindOptions: { ReadOnlyForceRecursive: true } };
    await expect(create(newer, host({ Mounts: [forced] }))).rejects.toMatchObject({
      message: 'BindOptions.ReadOnlyForceRecursive needs API v1.44 or newer',
    });
  });

  it('ro-recursive: an entry of Binds has the same warning before 1.41', async () => {
    const newer = newerClient({ ContainerCreate: created });
    const bodyFor = async (bind: string) => (await create(newer, host({ Binds: [bind] }))).body;
    expect(await bodyFor('/a:/b:ro')).toMatchObject({
      Warnings: ['Below API version 1.44 a read-only bind mount leaves its submounts writable.'],
    });
    expect(mountsOf(newer)).toEqual(host({ Binds: ['/a:/b:ro'] }));
    for (const bind of ['/a:/b', 'volume:/b:ro', 'C:\\a:C:\\b:ro'])
      expect(await bodyFor(bind)).toMatchObject({ Warnings: [] });
  });

  it('ro-recursive: options that do not exist at 1.41 are ignored, without a warning', async () => {
    const mount = { Type: 'bind', Source: '/a', Target: '/b', BindOptions: { ReadOnlyForceRecursive: true } };
    const older = olderClient({ ContainerCreate: created, ContainerInspect: { HostConfig: { Mounts: [mount] } } });
    const requested = { ...mount, BindOptions: { ReadOnlyForceRecursive: false }, ClusterOptions: {} };
    await create(older, host({ Mounts: [requested] }));
    const { ClusterOptions: _, ...passed } = requested;
    expect(mountsOf(older)).toEqual(
      host({ Mounts: [passed], Annotations: { 'lading.mounts': '{"binds":[],"mounts":[true]}' } }),
    );
    expect((await older.call('ContainerInspect')).body).toMatchObject({ HostConfig: { Mounts: [{ Type: 'bind' }] } });
    expect((await older.call('ContainerInspect')).body).not.toHaveProperty(
      'HostConfig.Mounts.0.BindOptions.ReadOnlyForceRecursive',
    );
  });

  it('ro-recursive: a client of 1.41 cannot require recursive protection', async () => {
    const older = olderClient({ ContainerCreate: created });
    const BindOptions = { ReadOnlyForceRecursive: true };
    const mounts = host({ Mounts: [{ Type: 'bind', Source: '/a', Target: '/b', BindOptions }] });
    await expect(create(older, mounts)).rejects.toThrow('BindOptions.ReadOnlyForceRecursive needs API v1.44 or newer');
  });

  it('ro-recursive: a client of 1.41 sees what it requested', async () => {
    const requests: readonly { readonly Binds: readonly string[]; readonly Mounts?: readonly object[] }[] = [
      { Binds: ['/srv:/t:ro'] },
      { Binds: ['/c:/d', '/a:/b:ro,rslave,cached'] },
      { Binds: ['/e:/f:ro,Z'] },
      { Binds: [], Mounts: [{ Type: 'bind', Source: '/a', Target: '/b', ReadOnly: true }] },
      {
        Binds: ['/srv:/t:ro'],
        Mounts: [{ Type: 'bind', Source: '/a', Target: '/b', ReadOnly: true, BindOptions: { Propagation: 'rslave' } }],
      },
    ];
    for (const asked of requests) {
      const Mounts = [{ Type: 'bind', Destination: '/t', Mode: '', RW: false }];
      const older = olderClient({
        ContainerCreate: created,
        ContainerInspect: () => ({ ...(mountsOf(older) as object), Mounts }),
        ContainerList: [{ Id: 'c', Mounts }],
      });
      await create(older, host(asked));
      const { body } = await older.call('ContainerInspect');
      expect(body).toMatchObject(host({ Binds: asked.Binds }));
      expect(propertyOf(body, 'HostConfig', 'Mounts')).toEqual('Mounts' in asked ? asked.Mounts : undefined);
      const isEntry = asked.Binds.includes('/srv:/t:ro');
      const points = [{ Type: 'bind', Destination: '/t', Mode: isEntry ? 'ro' : '', RW: false }];
      expect(propertyOf(body, 'Mounts')).toEqual(points);
      expect(propertyOf(((await older.call('ContainerList')).body as readonly unknown[])[0], 'Mounts')).toEqual(points);
      expect(propertyOf(body, 'HostConfig', 'Annotations')).toBeUndefined();
    }
  });

  it('ro-recursive: an annotation in another form is left alone', async () => {
    for (const text of ['', '{', '[]', '{"binds":[1],"mounts":[]}', '{"binds":["/a:/b:ro"]}']) {
      const HostConfig = { Binds: null, Annotations: { 'lading.mounts': text } };
      const older = olderClient({ ContainerInspect: { HostConfig } });
      expect(propertyOf((await older.call('ContainerInspect')).body, 'HostConfig', 'Binds')).toBeNull();
    }
  });

  it('ro-recursive: an entry of Binds becomes a mount, if a mount can have its options', async () => {
    const older = olderClient({ ContainerCreate: created });
    const Binds = ['/a:/b:ro,rslave', '/c:/d', '/e:/f:ro,Z', 'volume:/g:ro', '/h:/i:rw', '/j:/k:ro'];
    const { body } = await create(older, host({ Binds }));
    expect(mountsOf(older)).toEqual(
      host({
        Binds: ['/c:/d', '/e:/f:ro,Z', 'volume:/g:ro', '/h:/i:rw'],
        Mounts: [
          {
            Type: 'bind',
            Source: '/a',
            Target: '/b',
            ReadOnly: true,
            BindOptions: { Propagation: 'rslave', CreateMountpoint: true, ...shallow },
          },
          {
            Type: 'bind',
            Source: '/j',
            Target: '/k',
            ReadOnly: true,
            BindOptions: { CreateMountpoint: true, ...shallow },
          },
        ],
        Annotations: { 'lading.mounts': JSON.stringify({ binds: Binds, mounts: [] }) },
      }),
    );
    expect(body).toMatchObject({
      Warnings: ['Mounts below /e are read-only too: the option Z cannot be kept otherwise.'],
    });
  });
});

it('mount-optmismatch: most options of another mount type are ignored at 1.41, and all are refused at 1.44', async () => {
  const Mounts = [{ Type: 'tmpfs', Target: '/t', VolumeOptions: {}, TmpfsOptions: { SizeBytes: 1 } }];
  const older = olderClient({ ContainerCreate: created });
  await create(older, host({ Mounts }));
  expect(mountsOf(older)).toEqual(host({ Mounts: [{ Type: 'tmpfs', Target: '/t', TmpfsOptions: { SizeBytes: 1 } }] }));
  await expect(create(newerClient(), host({ Mounts }))).rejects.toMatchObject({
    message: 'VolumeOptions must not be specified on mount type "tmpfs"',
  });
  for (const [type, options] of [
    ['bind', 'VolumeOptions'],
    ['volume', 'BindOptions'],
    ['tmpfs', 'BindOptions'],
  ] as const) {
    const mount = { Type: type, Target: '/t', [options]: {} };
    await expect(create(older, host({ Mounts: [mount] }))).rejects.toMatchObject({
      message: `invalid mount config for type "${type}": field ${options} must not be specified`,
    });
  }
});

it('mount-createmountpoint: at 1.41 it is ignored; before 1.41 the mount becomes an entry of Binds', async () => {
  const mount = { Type: 'bind', Source: '/a', Target: '/b', BindOptions: { CreateMountpoint: true } };
  const older = olderClient({ ContainerCreate: created });
  await create(older, host({ Mounts: [mount] }));
  expect(mountsOf(older)).toMatchObject(host({ Mounts: [{ ...mount, BindOptions: {} }] }));

  const newer = newerClient({ ContainerCreate: created });
  const more = { ...mount, ReadOnly: true, BindOptions: { CreateMountpoint: true, Propagation: 'rslave' } };
  await create(newer, host({ Mounts: [mount, more, { Type: 'tmpfs', Target: '/t' }], Binds: ['/x:/y'] }));
  expect(mountsOf(newer)).toEqual(
    host({ Mounts: [{ Type: 'tmpfs', Target: '/t' }], Binds: ['/x:/y', '/a:/b', '/a:/b:ro,rslave'] }),
  );
  await create(newer, host({ Mounts: [{ ...mount, BindOptions: { CreateMountpoint: false } }] }));
  expect(mountsOf(newer)).toEqual(host({ Mounts: [{ ...mount, BindOptions: {} }] }));
  const inspected = olderClient({ ContainerInspect: { HostConfig: { Mounts: [mount] } } });
  expect((await inspected.call('ContainerInspect')).body).toMatchObject({
    HostConfig: { Mounts: [{ BindOptions: {} }] },
  });
  expect((await inspected.call('ContainerInspect')).body).not.toHaveProperty(
    'HostConfig.Mounts.0.BindOptions.CreateMountpoint',
  );
  const forced = { ...mount, BindOptions: { CreateMountpoint: true, ReadOnlyForceRecursive: true } };
  await expect(create(newer, host({ Mounts: [forced] }))).rejects.toMatchObject({ difference: 'ro-recursive' });
  for (const odd of [{ Source: '/a:b' }, { BindOptions: { CreateMountpoint: true, NonRecursive: true } }]) {
    await expect(create(newer, host({ Mounts: [{ ...mount, ...odd }] }))).rejects.toMatchObject({ status: 400 });
  }
  const task = { TaskTemplate: { ContainerSpec: { Mounts: [mount] } } };
  await expect(newer.call('ServiceUpdate', { body: task })).rejects.toMatchObject({ status: 400 });
});

it('dnsnames: they are not shown at 1.41; before 1.41 they are derived from other properties', async () => {
  const Networks = { own: { Aliases: ['web', 'abcdefabcdef'] }, bridge: { Aliases: null } };
  const inspect = { Id: 'abcdefabcdef0123', Name: '/c', Config: { Hostname: 'h' }, NetworkSettings: { Networks } };
  const networks = {
    own: { ...Networks.own, DNSNames: ['c', 'web', 'abcdefabcdef', 'h'] },
    bridge: { Aliases: null, DNSNames: null },
  };
  const older = olderClient({
    ContainerInspect: { ...inspect, NetworkSettings: { Networks: networks } },
    ContainerCreate: created,
  });
  expect((await older.call('ContainerInspect')).body).toMatchObject({ NetworkSettings: { Networks } });
  expect((await older.call('ContainerInspect')).body).not.toHaveProperty('NetworkSettings.Networks.own.DNSNames');
  await create(older, { NetworkingConfig: { EndpointsConfig: { own: { DNSNames: ['x'] } } } });
  expect(mountsOf(older)).toEqual({ NetworkingConfig: { EndpointsConfig: { own: {} } } });

  const newer = newerClient({ ContainerInspect: inspect, ContainerList: [{ NetworkSettings: { Networks } }] });
  expect((await newer.call('ContainerInspect')).body).toMatchObject({ NetworkSettings: { Networks: networks } });
  const { body } = await newer.call('ContainerList');
  expect(body).toMatchObject([{ NetworkSettings: { Networks: { own: { DNSNames: null } } } }]);
});

describe('stop-signal', () => {
  const running = { State: { Running: true }, Config: { StopSignal: 'SIGTERM' }, HostConfig: {} };
  const stop = (scene: Scene, operation: string, query: object) =>
    scene.call(operation, { path: { id: 'c' }, query: { ...query } });

  it('stop-signal: it is ignored at 1.41; before 1.41 it is sent, and a container that does not end is killed', async () => {
    const older = olderClient();
    await stop(older, 'ContainerStop', { t: 1, signal: 'SIGINT' });
    expect(older.last('ContainerStop')?.query).toEqual({ t: 1 });

    let end: (value: object) => void = () => undefined;
    const newer = newerClient({
      ContainerInspect: running,
      ContainerWait: () => new Promise((resolve) => (end = resolve)),
      ContainerKill: ({ query }: { query: { signal?: string } }) => {
        if (query.signal === 'SIGKILL') end({ StatusCode: 137 });
        return response(204);
      },
      ContainerStart: response(204),
    });
    expect(await stop(newer, 'ContainerStop', { t: 0, signal: 'SIGINT' })).toEqual(response(204));
    const hooks = () => newer.seen.map(({ operation, query }) => [operation, query['signal']]);
    expect(hooks()).toEqual([
      ['ContainerInspect', undefined],
      ['ContainerWait', undefined],
      ['ContainerKill', 'SIGINT'],
      ['ContainerKill', 'SIGKILL'],
    ]);
    expect(await stop(newer, 'ContainerRestart', { t: 0, signal: 'SIGINT' })).toEqual(response(204));
    expect(newer.seen.at(-1)?.operation).toBe('ContainerStart');
  });

  it('stop-signal: the configured signal, or none, needs no separate calls', async () => {
    const newer = newerClient({ ContainerInspect: running });
    await stop(newer, 'ContainerStop', { signal: 'TERM' });
    await stop(newer, 'ContainerStop', {});
    expect(newer.seen.map(({ operation, query }) => [operation, query])).toEqual([
      ['ContainerInspect', {}],
      ['ContainerStop', {}],
      ['ContainerStop', {}],
    ]);
    const stopped = newerClient({ ContainerInspect: { ...running, State: { Running: false } } });
    expect(await stop(stopped, 'ContainerStop', { signal: 'SIGINT' })).toEqual(response(304));
    const passing = newerClient({ ContainerInspect: { ...running, HostConfig: { AutoRemove: true } } });
    await expect(stop(passing, 'ContainerRestart', { signal: 'SIGINT' })).rejects.toMatchObject({ status: 501 });
  });
});

it('stop-signal-default: at 1.41 it is never null', async () => {
  const inspected = { Config: { StopSignal: null } };
  const { body } = await olderClient({ ContainerInspect: inspected }).call('ContainerInspect');
  expect(body).not.toHaveProperty('Config.StopSignal');
  expect((await newerClient({ ContainerInspect: inspected }).call('ContainerInspect')).body).toEqual(inspected);
});

it('wait-condition: an unknown one is ignored at 1.41 and refused at 1.44', async () => {
  const wait = (scene: Scene, condition: string) => scene.call('ContainerWait', { query: { condition } });
  const [older, newer] = [olderClient(), newerClient()];
  await wait(older, 'whenever');
  expect(older.last('ContainerWait')?.query).toEqual({});
  await wait(older, 'next-exit');
  expect(older.last('ContainerWait')?.query).toEqual({ condition: 'next-exit' });
  await expect(wait(newer, 'whenever')).rejects.toMatchObject({
    status: 400,
    message: 'invalid condition: "whenever"',
  });
  await wait(newer, 'removed');
  expect(newer.last('ContainerWait')?.query).toEqual({ condition: 'removed' });
});

it('ws-streams: all are connected at 1.41, the requested ones at 1.44', async () => {
  const older = olderClient({ ContainerAttachWebsocket: response(101) });
  await older.call('ContainerAttachWebsocket', { query: { stdin: false, logs: true } });
  expect(older.last('ContainerAttachWebsocket')?.query).toEqual({
    stdin: true,
    stdout: true,
    stderr: true,
    logs: true,
  });

  const newer = newerClient({ ContainerAttachWebsocket: response(101) });
  const attached = await newer.call('ContainerAttachWebsocket', { query: { stdout: true } });
  expect(newer.last('ContainerAttachWebsocket')?.query).toEqual({});
  expect(attached.streams).toEqual({ stdin: false, stdout: true, stderr: false });
});

const raw = { 'content-type': 'application/vnd.docker.raw-stream' };
const multiplexed = 'application/vnd.docker.multiplexed-stream';

it('ct-logs: logs are a raw stream at 1.41; at 1.44 the media type depends on the terminal', async () => {
  const older = olderClient({ ContainerLogs: response(200, 'bytes', { 'content-type': multiplexed }) });
  expect((await older.call('ContainerLogs')).headers).toEqual(raw);
  const failing = response(404, { message: 'no' }, { 'content-type': 'application/json' });
  expect(await olderClient({ ContainerLogs: failing }).call('ContainerLogs')).toEqual(failing);

  const tty = (Tty: boolean) =>
    newerClient({ ContainerLogs: response(200, 'bytes', raw), ContainerInspect: { Config: { Tty } } });
  expect((await tty(false).call('ContainerLogs')).headers).toEqual({ 'Content-Type': multiplexed });
  expect((await tty(true).call('ContainerLogs')).headers).toEqual({ 'Content-Type': raw['content-type'] });
  const logs = response(200, 'bytes', raw);
  const swarm = newerClient({
    ServiceLogs: logs,
    ServiceInspect: { Spec: { TaskTemplate: { ContainerSpec: { TTY: true } } } },
    TaskLogs: logs,
    TaskInspect: { Spec: { ContainerSpec: {} } },
  });
  expect((await swarm.call('ServiceLogs')).headers).toEqual({ 'Content-Type': raw['content-type'] });
  expect((await swarm.call('TaskLogs')).headers).toEqual({ 'Content-Type': multiplexed });
});

it('ct-attach: an attached stream is raw at 1.41; at 1.44 the media type of an upgrade depends on the terminal', async () => {
  const older = olderClient({ ContainerAttach: response(101, undefined, { 'content-type': multiplexed }) });
  expect((await older.call('ContainerAttach')).headers).toEqual(raw);

  const newer = newerClient({
    ContainerAttach: response(101, undefined, raw),
    ContainerInspect: { Config: { Tty: false } },
    ExecStart: ({ body }: { body: { Detach?: boolean } }) => response(body.Detach === true ? 200 : 101, undefined, raw),
  });
  expect((await newer.call('ContainerAttach')).headers).toEqual({ 'Content-Type': multiplexed });
  const exec = async (body: object) => (await newer.call('ExecStart', { path: { id: 'e' }, body })).headers;
  expect(await exec({ Tty: false })).toEqual({ 'Content-Type': multiplexed });
  expect(await exec({ Tty: true })).toEqual({ 'Content-Type': raw['content-type'] });
  expect(await exec({ Detach: true })).toEqual(raw);
});
