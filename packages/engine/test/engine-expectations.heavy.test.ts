/** What the engine's own clients expect of responses, errors and programs. */
import { buffer } from 'node:stream/consumers';
import type { BuildInfo, ContainerCreateRequest, NodeSpecInput } from '@lading/types-v1.44';
import { connect } from '@lading/client';
import { extract } from 'tar-stream';
import { describe, expect, it } from 'vitest';
import { archiveWith, entriesOf } from '../src/filesystem/tar.js';
import { useEngineScene } from './engine-scene.js';

const scene = useEngineScene();

async function build(dockerfile: string, options: object = {}): Promise<BuildInfo[]> {
  const body = await buffer(archiveWith({ Dockerfile: dockerfile }));
  const infos: BuildInfo[] = [];
  try {
    for await (const info of await scene().client.image.build({ body, ...options })) infos.push(info);
  } catch {
    // The messages before the error count.
  }
  return infos;
}

async function namesIn(id: string, path: string): Promise<string[]> {
  const names: string[] = [];
  const archive = extract();
  archive.end(await buffer(await scene().client.container.archive({ id, path })));
  for await (const entry of archive) {
    names.push(entry.header.name);
    entry.resume();
  }
  return names;
}

describe('invalid requests are rejected in the words of engines', () => {
  it.each<[ContainerCreateRequest, string]>([
    [{ HostConfig: { IpcMode: 'invalid' } }, 'invalid IPC mode: invalid'],
    [{ HostConfig: { PidMode: 'container' } }, 'invalid PID mode: container'],
    [{ HostConfig: { UTSMode: 'invalid' } }, 'invalid UTS mode: invalid'],
    [
      { HostConfig: { Annotations: { '': 'a' } } },
      'invalid Annotations: the empty string is not permitted as an annotation key',
    ],
    [{ HostConfig: { Tmpfs: { foo: '' } } }, "invalid mount path: 'foo' mount path must be absolute"],
    [{ HostConfig: { Tmpfs: { '//': '' } } }, "invalid specification: destination can't be '/'"],
    [{ Healthcheck: { Interval: -1 } }, 'Interval in Healthcheck cannot be less than 1ms'],
    [{ Healthcheck: { StartInterval: 100_000 } }, 'StartInterval in Healthcheck cannot be less than 1ms'],
    [{ Healthcheck: { Retries: -10 } }, 'Retries in Healthcheck cannot be negative'],
  ])('%j', async (request, message) => {
    await expect(scene().create(request)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(message),
    });
  });

  it('several networks at a version before 1.44', async () => {
    const client = await connect({ host: scene().engine.address, version: '1.41' });
    const body = { Image: 'busybox', NetworkingConfig: { EndpointsConfig: { one: {}, two: {} } } };
    await expect(client.container.create({ body })).rejects.toMatchObject({
      message: expect.stringContaining('Container cannot be created with multiple network endpoints: one, two'),
    });
    await client.close();
  });

  it('nodes and swarms', async () => {
    const { client } = scene();
    await client.swarm.init({ body: { ListenAddr: '0.0.0.0:2377', AdvertiseAddr: '127.0.0.1' } });
    const [node] = await client.node.list();
    const update = { id: node?.ID ?? '', version: node?.Version?.Index ?? 0 };
    const body = { Role: 'manager', Availability: 'sometimes' } as unknown as NodeSpecInput;
    await expect(client.node.update({ ...update, body })).rejects.toThrow('invalid Availability: "sometimes"');
    const version = (await client.swarm.inspect()).Version?.Index ?? 0;
    const settings = { CAConfig: { NodeCertExpiry: 1e9 } };
    await expect(client.swarm.update({ version, body: settings })).rejects.toThrow(
      'rpc error: code = InvalidArgument desc = minimum certificate expiry time is: 1h0m0s',
    );
  });

  it('another platform than that of the image', async () => {
    const body = { Image: 'busybox' };
    await expect(scene().client.container.create({ platform: 'linux/s390x', body })).rejects.toMatchObject({
      status: 404,
      message: expect.stringMatching(
        /^image with reference busybox was found but .*: wanted linux\/s390x, actual: linux\//,
      ),
    });
  });

  it.each([
    ['macos', 'operating system is not supported'],
    ['macos/arm64', 'operating system is not supported'],
    ['nintendo64', '"nintendo64": unknown operating system or architecture: invalid argument'],
  ])('an import for %s', async (platform, message) => {
    const body = await buffer(archiveWith({ a: '' }));
    const result = scene().client.image.create({ fromSrc: '-', platform, body });
    await expect(result.then((messages) => messages.done())).rejects.toThrow(message);
  });

  it('a build for an unknown platform', async () => {
    const body = await buffer(archiveWith({ Dockerfile: 'FROM busybox' }));
    await expect(scene().client.image.build({ body, platform: 'foobar' })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('unknown operating system or architecture'),
    });
  });
});

it('a missing network is an error at the start of a container', async () => {
  const id = await scene().create({ HostConfig: { NetworkMode: 'missing' } });
  await expect(scene().client.container.start({ id })).rejects.toMatchObject({
    status: 404,
    message: expect.stringContaining('network missing not found'),
  });
});

it('containers without privileges have masked and read-only paths', async () => {
  const hostOf = async (HostConfig: NonNullable<ContainerCreateRequest['HostConfig']>) => {
    const id = await scene().create({ HostConfig });
    return (await scene().client.container.inspect({ id })).HostConfig;
  };
  expect((await hostOf({}))?.MaskedPaths).toContain('/proc/kcore');
  expect((await hostOf({}))?.ReadonlyPaths).toContain('/proc/sys');
  expect((await hostOf({ MaskedPaths: [], ReadonlyPaths: ['/a'] }))?.MaskedPaths).toEqual([]);
  expect((await hostOf({ Privileged: true }))?.MaskedPaths).toBeNull();
});

describe('copies', () => {
  it.each([
    ['/data', ['data/', 'data/a']],
    ['/data/', ['data/', 'data/a']],
    ['/data/.', ['./', './a']],
    ['/link/.', ['./', './a']],
    ['/link', ['link']],
  ])('have the names of %s', async (path, names) => {
    await build('FROM busybox\nRUN mkdir /data && echo 1 > /data/a && ln -s data /link', { t: ['copied'] });
    expect(await namesIn(await scene().create({ Image: 'copied' }), path)).toEqual(names);
  });

  it('have the names of the root', async () => {
    const id = await scene().create();
    expect((await namesIn(id, '/'))[0]).toBe('/');
    expect((await namesIn(id, '.'))[0]).toBe('./');
  });

  it('of a file with a slash at its end are errors', async () => {
    await build('FROM busybox\nRUN echo 1 > /a', { t: ['copied'] });
    const id = await scene().create({ Image: 'copied' });
    await expect(scene().client.container.archive({ id, path: '/a/' })).rejects.toThrow('lstat /a/: not a directory');
  });
});

describe('programs', () => {
  it('name users and groups as the files of the container do', async () => {
    await build(
      'FROM busybox\nRUN echo daemon:x:1:1::/:/bin/false > /etc/passwd && echo daemon:x:1: > /etc/group && echo audio:x:29: >> /etc/group',
      { t: ['users'] },
    );
    const request = { Image: 'users', Cmd: ['id'], User: '1:1', HostConfig: { GroupAdd: ['777', 'audio'] } };
    expect(await scene().output(request)).toBe('uid=1(daemon) gid=1(daemon) groups=1(daemon),29(audio),777\n');
  });

  it('read the names of the machine from the kernel', async () => {
    const Cmd = [
      'cat',
      '/proc/sys/kernel/hostname',
      '/proc/sys/kernel/domainname',
      '/proc/sys/net/ipv4/ping_group_range',
    ];
    expect(await scene().output({ Hostname: 'h', Domainname: 'd.test', Cmd })).toBe('h\nd.test\n0\t2147483647\n');
  });

  it('read their limits in the files of cgroups, also after an update', async () => {
    const { client } = scene();
    const id = await scene().run({ HostConfig: { Memory: 64e6, MemorySwap: 96e6, PidsLimit: 32 } });
    const limits = async (): Promise<string> => {
      const Cmd = [
        'cat',
        ...['memory.max', 'memory.swap.max', 'cpu.max', 'pids.max'].map((file) => `/sys/fs/cgroup/${file}`),
      ];
      const exec = await client.container.exec({ id, body: { Cmd, AttachStdout: true } });
      return (await (await client.exec.start({ id: exec.Id })).text()).stdout;
    };
    expect(await limits()).toBe('64000000\n32000000\nmax 100000\n32\n');
    await client.container.update({ id, body: { CpuQuota: 15_000, CpuPeriod: 100_000, PidsLimit: -1 } });
    expect(await limits()).toBe('64000000\n32000000\n15000 100000\nmax\n');
    expect((await client.container.inspect({ id })).HostConfig?.PidsLimit).toBe(0);
  });

  it('have the memory of the machine without a limit', async () => {
    const { client } = scene();
    const id = await scene().run();
    const [stats] = await (await client.container.stats({ id, stream: false, 'one-shot': true })).toArray();
    const { CgroupDriver, MemTotal } = await client.system.info();
    expect([stats?.memory_stats?.limit, CgroupDriver]).toEqual([MemTotal, 'cgroupfs']);
  });

  it('list mounts and interfaces', async () => {
    const HostConfig = { Tmpfs: { '/scratch': '' } };
    expect(await scene().output({ Cmd: ['mount'], HostConfig })).toContain('tmpfs on /scratch type tmpfs (rw');
    const lines = (await scene().output({ Cmd: ['ip', '-o', '-4', 'addr', 'show'] })).trim().split('\n');
    expect(lines).toEqual([expect.stringContaining('127.0.0.1/8'), expect.stringMatching(/eth0 +inet 172\.17\.\d/)]);
    const mac = '02:00:00:00:00:09';
    const NetworkingConfig = { EndpointsConfig: { bridge: { MacAddress: mac } } };
    expect(await scene().output({ Cmd: ['ip', 'link'], NetworkingConfig })).toContain(`link/ether ${mac}`);
  });
});

describe('builds', () => {
  it('report the image of each stage, and give labels of the request to the target', async () => {
    const options = { target: 'b', labels: { l: '1' }, t: ['labelled'] };
    const infos = await build('FROM busybox AS a\nENV x=1\nFROM a AS b\nENV y=1\nFROM a', options);
    expect(infos.filter(({ aux }) => aux !== undefined)).toHaveLength(2);
    expect((await scene().client.image.inspect({ name: 'labelled' })).Config?.Labels).toEqual({ l: '1' });
  });

  it.each([
    [{}, 1],
    [{ rm: false }, 2],
    [{ rm: true, forcerm: true }, 0],
  ])('keep the containers of failed commands, and others if asked for: %j', async (options, count) => {
    const infos = await build('FROM busybox\nRUN exit 0\nRUN exit 1', { nocache: true, ...options });
    const containers = await scene().client.container.list({ all: true });
    expect(containers).toHaveLength(count);
    const output = infos.map(({ stream = '' }) => stream).join('');
    for (const { Id = '' } of containers) expect(output).toContain(`Running in ${Id.slice(0, 12)}`);
  });
});

describe('archives of images', () => {
  it('have the times of the images, and all tags of a repository', async () => {
    const created = new Date('2020-01-02T03:04:05Z');
    const config = JSON.stringify({
      architecture: 'amd64',
      os: 'linux',
      created: created.toISOString(),
      config: {},
      rootfs: { type: 'layers', diff_ids: null },
    });
    const manifest = JSON.stringify([{ Config: 'c.json', RepoTags: ['saved:a', 'saved:b'], Layers: null }]);
    const body = await buffer(archiveWith({ 'c.json': config, 'manifest.json': manifest }));
    await (await scene().client.image.load({ body })).done();
    const entries = await entriesOf(await scene().client.image.get({ name: 'saved' }));
    const blobs = [...entries].filter(([path]) => path.startsWith('/blobs/sha256/'));
    for (const [, { modified }] of blobs) expect(modified).toBe(created.getTime());
    const saved = entries.get('/manifest.json');
    expect(saved?.kind === 'file' && saved.data.toString()).toContain('"RepoTags":["saved:a","saved:b"]');
  });
});
