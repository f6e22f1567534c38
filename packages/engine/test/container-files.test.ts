/** The files that every container has, its users, and what containers with one network share. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { useEngineScene, type ContainerRequest } from './engine-scene.js';

const scene = useEngineScene();
const local = [
  '127.0.0.1\tlocalhost',
  '::1\tlocalhost ip6-localhost ip6-loopback',
  'fe00::0\tip6-localnet',
  'ff00::0\tip6-mcastprefix',
  'ff02::1\tip6-allnodes',
  'ff02::2\tip6-allrouters',
];

const sh = (script: string, more: ContainerRequest = {}): ContainerRequest => ({ Cmd: ['sh', '-c', script], ...more });

async function exec(id: string, script: string): Promise<string> {
  const body = { Cmd: ['sh', '-c', script], AttachStdout: true, AttachStderr: true };
  const { Id } = await scene().client.container.exec({ id, body });
  const { stdout, stderr } = await (await scene().client.exec.start({ id: Id })).text();
  return stdout + stderr;
}

/** @returns the lines of the file of hosts below those of each container */
async function hostsOf(id: string): Promise<string[]> {
  const lines = (await exec(id, 'cat /etc/hosts')).trim().split('\n');
  expect(lines.slice(0, local.length)).toEqual(local);
  return lines.slice(local.length);
}

describe('a container that never ran', () => {
  it.each([
    '/.dockerenv',
    '/dev/console',
    '/dev/pts',
    '/dev/shm',
    '/etc/hostname',
    '/etc/hosts',
    '/etc/mtab',
    '/etc/resolv.conf',
    '/proc',
    '/sys',
  ])('has %s, which is no change of it', async (path) => {
    const id = await scene().create();
    await scene().client.container.archive({ id, path });
    expect(await scene().client.container.changes({ id })).toBeNull();
    const { ResolvConfPath, HostnamePath, HostsPath } = await scene().client.container.inspect({ id });
    expect([ResolvConfPath, HostnamePath, HostsPath]).toEqual(['', '', '']);
  });

  it('does not bring them into an image', async () => {
    const id = await scene().create();
    const { Id } = await scene().client.image.commit({ container: id, body: {} });
    const { RootFS } = await scene().client.image.inspect({ name: Id });
    expect(RootFS.Layers).toEqual((await scene().client.image.inspect({ name: 'busybox' })).RootFS.Layers);
  });

  it('has its working folder, on a read-only root and in a read-only volume too', async () => {
    const HostConfig = { ReadonlyRootfs: true, Binds: ['vv:/v:ro'] };
    const id = await scene().create({ WorkingDir: '/new/dir', HostConfig });
    await scene().client.container.archive({ id, path: '/new/dir' });
    expect(await scene().output({ ...sh('pwd; touch x 2>&1'), WorkingDir: '/v/d', HostConfig })).toMatch(
      /^\/v\/d\n.*Read-only/,
    );
  });
});

describe('users', () => {
  it.each([
    ['nosuch', 'unable to find user nosuch: no matching entries in passwd file'],
    ['nosuch:root', 'unable to find user nosuch: no matching entries in passwd file'],
    ['root:nosuch', 'unable to find group nosuch: no matching entries in group file'],
  ])('refuse %s with the words of engines', async (User, message) => {
    const id = await scene().create({ User });
    await expect(scene().client.container.start({ id })).rejects.toThrow(message);
    expect(await scene().state(id)).toMatchObject({ Status: 'created', ExitCode: 128, Error: message });
    const running = await scene().run();
    const { Id } = await scene().client.container.exec({
      id: running,
      body: { Cmd: ['id'], User, AttachStdout: true },
    });
    const { stdout, stderr } = await (await scene().client.exec.start({ id: Id })).text();
    expect(stdout + stderr).toContain(message);
    expect(await scene().client.exec.inspect({ id: Id })).toMatchObject({ ExitCode: 126 });
  });

  it.each([
    ['1234', 'uid=1234 gid=0(root) groups=0(root)\n'],
    ['1234:55', 'uid=1234 gid=55 groups=55\n'],
    ['daemon', 'uid=1(daemon) gid=1(daemon) groups=1(daemon)\n'],
    ['busybox', 'uid=999(busybox) gid=999(busybox) groups=999(busybox)\n'],
  ])('accept %s', async (User, output) => expect(await scene().output({ Cmd: ['id'], User })).toBe(output));
});

describe('the file of hosts', () => {
  it('has the names of the request, the machine for host-gateway, and the own name with its domain', async () => {
    const ExtraHosts = ['x:host-gateway', 'y:1.2.3.4', 'z:::1'];
    const id = await scene().run({ Hostname: 'hh', Domainname: 'dd.example', HostConfig: { ExtraHosts } });
    const lines = await hostsOf(id);
    expect(lines.slice(0, 3)).toEqual(['172.17.0.1\tx', '1.2.3.4\ty', '::1\tz']);
    expect(lines[3]).toMatch(/^172\.17\.0\.\d+\thh\.dd\.example hh$/);
    expect(await exec(id, 'hostname; hostname -f; hostname -s; hostname -d; cat /etc/hostname')).toBe(
      'hh\nhh.dd.example\nhh\ndd.example\nhh\n',
    );
  });

  it('has links with all names of their container', async () => {
    const id = await scene().run({}, 'k6');
    const linked = await scene().run({ HostConfig: { Links: ['k6:six'] } });
    expect((await hostsOf(linked))[0]).toMatch(new RegExp(`^172\\.17\\.0\\.\\d+\\tsix ${id.slice(0, 12)} k6$`));
  });

  it('follows the networks, and keeps what the container wrote', async () => {
    const id = await scene().run();
    await exec(id, 'echo 9.9.9.9 nine >> /etc/hosts');
    await scene().client.network.create({
      body: { Name: 'n6', EnableIPv6: true, IPAM: { Config: [{ Subnet: '10.9.0.0/24' }, { Subnet: 'fd00:1::/64' }] } },
    });
    await scene().client.network.connect({ id: 'n6', body: { Container: id } });
    const name = id.slice(0, 12);
    expect((await hostsOf(id)).slice(1)).toEqual(['9.9.9.9 nine', `10.9.0.2\t${name}`, `fd00:1::2\t${name}`]);
    await scene().client.network.disconnect({ id: 'n6', body: { Container: id } });
    expect((await hostsOf(id)).slice(1)).toEqual(['9.9.9.9 nine']);
    await scene().client.container.restart({ id, t: 0 });
    expect((await hostsOf(id)).length).toBe(1);
    expect(await scene().client.container.changes({ id })).toBeNull();
  });

  it('cannot be removed, nor changed on a read-only root, and gives way to a mount', async () => {
    expect(await scene().output(sh('rm /etc/hosts 2>&1; cat /etc/hosts | head -1'))).toBe(
      "rm: can't remove '/etc/hosts': Device or resource busy\n127.0.0.1\tlocalhost\n",
    );
    expect(await scene().output(sh('echo x >> /etc/hosts', { HostConfig: { ReadonlyRootfs: true } }))).toBe('');
    expect(await scene().output(sh('ls /etc/hosts', { HostConfig: { Binds: ['own:/etc/hosts'] } }))).toBe('');
  });
});

it.each([
  [{}, 'nameserver 8.8.8.8\nnameserver 8.8.4.4\n'],
  [
    { Dns: ['1.1.1.1'], DnsSearch: ['a.b'], DnsOptions: ['ndots:2'] },
    'nameserver 1.1.1.1\nsearch a.b\noptions ndots:2\n',
  ],
  [{ NetworkMode: 'n1' }, 'nameserver 127.0.0.11\noptions ndots:0\n'],
  [{ NetworkMode: 'n1', Dns: ['1.1.1.1'], DnsOptions: ['ndots:2'] }, 'nameserver 127.0.0.11\noptions ndots:2\n'],
])('resolves by the servers of %j', async (HostConfig, text) => {
  await scene().client.network.create({ body: { Name: 'n1' } });
  expect(await scene().output({ Cmd: ['cat', '/etc/resolv.conf'], HostConfig })).toBe(text);
});

describe('a container on the network of another one', () => {
  let [owner, other] = ['', ''];
  beforeEach(async () => {
    owner = await scene().run({ Hostname: 'first', HostConfig: { IpcMode: 'shareable' } }, 'owner');
    const HostConfig = { NetworkMode: 'container:owner', PidMode: 'container:owner', IpcMode: 'container:owner' };
    other = await scene().run({ HostConfig });
  });

  it('has its host name and its files, and is inspected by id', async () => {
    expect(await exec(other, 'hostname; cat /etc/hostname')).toBe('first\nfirst\n');
    await exec(other, 'echo 9.9.9.9 nine >> /etc/hosts');
    expect(await exec(owner, 'tail -1 /etc/hosts')).toBe('9.9.9.9 nine\n');
    const { HostConfig, Config, HostsPath } = await scene().client.container.inspect({ id: other });
    const shared = `container:${owner}`;
    expect(HostConfig).toMatchObject({ NetworkMode: shared, PidMode: shared, IpcMode: shared });
    expect(Config.Hostname).toBe('first');
    expect(HostsPath).toBe((await scene().client.container.inspect({ id: owner })).HostsPath);
  });

  it('is refused a private IPC namespace', async () => {
    const id = await scene().run();
    const wanting = await scene().create({ HostConfig: { IpcMode: `container:${id}` } });
    await expect(scene().client.container.start({ id: wanting })).rejects.toThrow(
      `failed to join IPC namespace: container ${id}: non-shareable IPC (hint: use IpcMode:shareable for the donor container)`,
    );
  });
});

it('refuses an exec in a folder that is not absolute', async () => {
  const id = await scene().run();
  const { Id } = await scene().client.container.exec({
    id,
    body: { Cmd: ['pwd'], WorkingDir: 'rel', AttachStderr: true },
  });
  const { stdout, stderr } = await (await scene().client.exec.start({ id: Id })).text();
  expect(stdout + stderr).toContain('OCI runtime exec failed: exec failed: Cwd must be an absolute path: unknown');
});

it('empties what is in memory when a container starts and ends', async () => {
  const Mounts = [{ Type: 'tmpfs' as const, Target: '/more' }];
  const id = await scene().run({ HostConfig: { Tmpfs: { '/scratch': '' }, Mounts } });
  const written = await exec(id, 'echo 1 > /scratch/a; echo 2 > /more/b; echo 3 > /kept; cat /scratch/a /more/b');
  expect(written).toBe('1\n2\n');
  await scene().client.container.restart({ id, t: 0 });
  expect(await exec(id, 'ls /scratch /more; cat /kept')).toBe('/more:\n\n/scratch:\n3\n');
});

it('warns of files of the machine, which a container does not see', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'a.txt'), 'a');
  mkdirSync(join(folder, 'empty'));
  const warningsOf = async (HostConfig: object) =>
    (await scene().client.container.create({ body: { Image: 'busybox', HostConfig } })).Warnings;
  const warning = (path: string): string =>
    `lading: the container does not see ${path} of the machine: copy it into the container before its start (docker cp)`;
  const Mounts = [{ Type: 'bind', Source: join(folder, 'a.txt'), Target: '/a' }];
  expect(await warningsOf({ Binds: [`${folder}:/d:ro`], Mounts })).toEqual([
    warning(folder),
    warning(join(folder, 'a.txt')),
  ]);
  expect(await warningsOf({ Binds: [`${folder}/empty:/d`, '/no/such/folder:/e', 'volume:/f'] })).toEqual([]);
});

it('has the socket of the engine where a mount shows it', async () => {
  scene().engine.programs.add('ask', async ({ connectFile, stdout, args: [path = ''] }) => {
    const connection = connectFile(path);
    connection.write('GET /_ping HTTP/1.1\r\nHost: engine\r\nConnection: close\r\n\r\n');
    for await (const data of connection) await stdout.write(data as Buffer);
  });
  const ask = (path: string, Binds: string[]) => scene().output({ Cmd: ['ask', path], HostConfig: { Binds } });
  expect(await ask('/s', [`${scene().socket}:/s`])).toContain('200 OK');
  expect(await ask('/var/run/docker.sock', ['/var/run/docker.sock:/var/run/docker.sock:ro'])).toContain('200 OK');
  expect(await ask('/s', ['/other.sock:/s'])).toBe('');
  expect(await ask('/var/run/docker.sock', [])).toBe('');
});
