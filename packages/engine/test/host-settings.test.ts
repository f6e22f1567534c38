/** What the settings of one machine change in a container: links, groups, hosts, devices, mounts. */
import { request } from 'node:http';
import { buffer, text } from 'node:stream/consumers';
import { pack } from 'tar-stream';
import { describe, expect, it, vi } from 'vitest';
import { archiveWith } from '../src/filesystem/tar.js';
import { useEngineScene } from './engine-scene.js';

const scene = useEngineScene();
const sh = (script: string) => ['sh', '-c', script];

describe('links', () => {
  const target = () => scene().run({ Env: ['FOO=1', 'PATH=/bin'], ExposedPorts: { '80/tcp': {}, '53/udp': {} } }, 'db');

  it('give a container the address and the variables of the other one', async () => {
    const id = await target();
    const address = (await scene().endpoint(id, 'bridge'))?.IPAddress;
    const lines = (await scene().output({ Cmd: ['env'], HostConfig: { Links: ['db:my-db'] } })).split('\n');
    expect(
      lines.filter((line) => line.startsWith('MY_DB_')).map((line) => line.replace(/(NAME=\/)\w+/, '$1web')),
    ).toEqual([
      `MY_DB_PORT=udp://${address}:53`,
      ...[`MY_DB_PORT_53_UDP=udp://${address}:53`, `MY_DB_PORT_53_UDP_ADDR=${address}`],
      ...['MY_DB_PORT_53_UDP_PORT=53', 'MY_DB_PORT_53_UDP_PROTO=udp'],
      ...[`MY_DB_PORT_80_TCP=tcp://${address}:80`, `MY_DB_PORT_80_TCP_ADDR=${address}`],
      ...['MY_DB_PORT_80_TCP_PORT=80', 'MY_DB_PORT_80_TCP_PROTO=tcp'],
      ...['MY_DB_NAME=/web/my-db', 'MY_DB_ENV_FOO=1'],
    ]);
  });

  it('need a container that runs', async () => {
    await scene().create({}, 'db');
    const id = await scene().create({ HostConfig: { Links: ['db:sql'] } }, 'web');
    await expect(scene().client.container.start({ id })).rejects.toMatchObject({
      status: 500,
      message: expect.stringContaining('Cannot link to a non running container: /db AS /web/sql') as string,
    });
  });

  it('are removed by their path, and the containers stay', async () => {
    const other = await target();
    const id = await scene().run({ HostConfig: { Links: ['db:sql', 'db:more'] } }, 'web');
    const { container } = scene().client;
    await expect(container.delete({ id: 'web/other', link: true })).rejects.toMatchObject({ status: 404 });
    await expect(container.delete({ id: 'web', link: true })).rejects.toMatchObject({ status: 500 });
    await container.delete({ id: 'web/sql', link: true });
    expect((await container.inspect({ id })).HostConfig?.Links).toEqual(['/db:/web/more']);
    await container.delete({ id: 'web/more', link: true });
    expect((await container.list()).map(({ Id, Names }) => [Id, Names])).toEqual([
      [id, ['/web']],
      [other, ['/db']],
    ]);
  });
});

describe('a limit or a log option', () => {
  it.each([
    [-1, null],
    [0, 0],
    [60, 60],
    [undefined, null],
  ])('MemorySwappiness %s is %s', async (MemorySwappiness, stored) => {
    const HostConfig = MemorySwappiness === undefined ? {} : { MemorySwappiness };
    const id = await scene().create({ HostConfig });
    expect((await scene().client.container.inspect({ id })).HostConfig?.MemorySwappiness).toBe(stored);
  });

  it.each([
    ['json-file', { 'unknown-one': 'a' }, "unknown log opt 'unknown-one' for json-file log driver"],
    ['local', { 'unknown-one': 'a' }, "unknown log opt 'unknown-one' for log driver local"],
    ['awslogs', {}, "must specify a value for log opt 'awslogs-group'"],
    ['gelf', {}, 'gelf-address is a required parameter'],
    ['json-file', { mode: 'fast' }, 'logger: logging mode not supported: fast'],
  ])('of %s: %j is rejected', async (Type, Config, message) => {
    const rejected = scene().create({ HostConfig: { LogConfig: { Type, Config } } });
    await expect(rejected).rejects.toMatchObject({ status: 400, message: expect.stringContaining(message) as string });
  });
});

describe('groups', () => {
  it('are added to that of the user', async () => {
    const request = { Cmd: sh('id -G; id'), User: '5', HostConfig: { GroupAdd: ['1000', '0'] } };
    expect(await scene().output(request)).toBe('0 1000\nuid=5 gid=0(root) groups=0(root),1000\n');
  });
});

describe('further hosts', () => {
  it('are in the file of hosts, and their names resolve', async () => {
    const HostConfig = { ExtraHosts: ['a.test:10.0.0.1', 'a.test:10.0.0.2', 'b.test:fd00::1'] };
    const text = await scene().output({ Cmd: sh('cp /etc/hosts /h; cat /h; getent hosts b.test'), HostConfig });
    expect(text).toContain('10.0.0.1\ta.test\nfd00::1\tb.test\n');
    expect(text).toContain('fd00::1           b.test');
    expect(text).not.toContain('10.0.0.2');
  });

  it('of a build are for its RUN instructions', async () => {
    const body = archiveWith({ Dockerfile: 'FROM busybox\nRUN ping -c1 a.test && cp /etc/hosts /h' });
    await (await scene().client.image.build({ t: ['built'], extrahosts: ['a.test:10.0.0.1'], body })).done();
    expect(await scene().output({ Image: 'built', Cmd: ['cat', '/h'] })).toContain('10.0.0.1\ta.test\n');
  });
});

it('settings that are empty are those of the engine, and others stay', async () => {
  const of = async (HostConfig: object) => {
    const id = await scene().create({ HostConfig });
    const { HostConfig: stored } = await scene().client.container.inspect({ id });
    const { ShmSize, IpcMode, CgroupnsMode, Runtime, NetworkMode, LogConfig, RestartPolicy } = stored ?? {};
    return { ShmSize, IpcMode, CgroupnsMode, Runtime, NetworkMode, LogConfig, RestartPolicy };
  };
  const usual = {
    ShmSize: 67_108_864,
    IpcMode: 'private',
    CgroupnsMode: 'private',
    Runtime: 'runc',
    NetworkMode: 'bridge',
    LogConfig: { Type: 'json-file', Config: {} },
    RestartPolicy: { Name: 'no', MaximumRetryCount: 0 },
  };
  const own = {
    ShmSize: 1_048_576,
    IpcMode: 'shareable',
    CgroupnsMode: 'host',
    Runtime: 'runc',
    NetworkMode: 'none',
    LogConfig: { Type: 'local', Config: { 'max-size': '1m' } },
    RestartPolicy: { Name: 'on-failure', MaximumRetryCount: 2 },
  };
  const empty = { ShmSize: 0, IpcMode: '', CgroupnsMode: '', Runtime: '', NetworkMode: 'default', RestartPolicy: {} };
  expect([await of({}), await of(empty), await of(own)]).toEqual([usual, usual, own]);
});

it('devices of a driver that does not exist prevent the start', async () => {
  const DeviceRequests = [{ Driver: 'gpus', Count: 1, Capabilities: [['gpu', 'compute']] }];
  const id = await scene().create({ HostConfig: { DeviceRequests } });
  const message = 'could not select device driver "gpus" with capabilities: [[gpu compute]]';
  await expect(scene().client.container.start({ id })).rejects.toMatchObject({
    status: 500,
    message: expect.stringContaining(message) as string,
  });
  expect(await scene().state(id)).toMatchObject({ Status: 'created', ExitCode: 128, Error: message });
});

it('bind mounts have the propagation of their mode', async () => {
  const id = await scene().create({ HostConfig: { Binds: ['/a:/a:ro,rshared', '/b:/b'] } });
  expect((await scene().client.container.inspect({ id })).Mounts).toMatchObject([
    { Destination: '/a', RW: false, Propagation: 'rshared' },
    { Destination: '/b', RW: true, Propagation: 'rprivate' },
  ]);
});

describe('the address of the container on its main network', () => {
  const MacAddress = '02:42:ac:11:00:0a';

  it('is that of the whole container', async () => {
    const body = { Image: 'busybox', Cmd: ['top'], MacAddress };
    const { Id: id, Warnings } = await scene().client.container.create({ body });
    expect(Warnings).toEqual([expect.stringContaining('now deprecated')]);
    await scene().client.container.start({ id });
    expect((await scene().endpoint(id, 'bridge'))?.MacAddress).toBe(MacAddress);
  });
});

it('a container with AutoRemove stays until clients have asked for its exit code', async () => {
  const id = await scene().run({ Cmd: sh('exit 3'), HostConfig: { AutoRemove: true } });
  const { container } = scene().client;
  expect((await container.wait({ id })).StatusCode).toBe(3);
  await vi.waitFor(() => expect(container.inspect({ id })).rejects.toMatchObject({ status: 404 }));
});

it('uptime and the size of a link read as on Linux', async () => {
  const id = await scene().run({ Cmd: sh('uptime; ln -s target /link') }, 'linked');
  await scene().client.container.wait({ id });
  const { stdout } = await (await scene().client.container.logs({ id, stdout: true })).text();
  expect(stdout).toMatch(/ up .*users,  load average: /);
  const stat = (await scene().client.container.archiveInfo({ id, path: '/link' }))['x-docker-container-path-stat'];
  expect(JSON.parse(Buffer.from(stat ?? '', 'base64').toString())).toMatchObject({ size: 6, linkTarget: '/target' });
});

it('links of archives have the mode of links on Linux', async () => {
  const { container } = scene().client;
  const id = await scene().create();
  const body = pack();
  body.entry({ name: 'link', type: 'symlink', linkname: 'target', mode: 0o644 });
  body.finalize();
  await container.putArchive({ id, path: '/tmp', body: await buffer(body) });
  const stat = (await container.archiveInfo({ id, path: '/tmp/link' }))['x-docker-container-path-stat'];
  const { mode } = JSON.parse(Buffer.from(stat ?? '', 'base64').toString()) as { readonly mode: number };
  expect(mode).toBe(0o777 + 2 ** 27);
});

it('ls marks folders with -p, and shows hidden files with -A and also the folder with -a', async () => {
  expect(await scene().output({ Cmd: sh('mkdir -p /d/in; touch /d/.x; ls -p /d; ls -A /d; ls -a /d') })).toBe(
    'in/\n.x\nin\n.\n..\n.x\nin\n',
  );
});

it('a platform of one word is a system or a processor', async () => {
  const pull = async (platform: string) =>
    (await scene().client.image.create({ fromImage: 'registry.test/a', platform })).done();
  await pull('linux');
  await expect(pull('toaster')).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('"toaster": unknown operating system or architecture: invalid argument') as string,
  });
});

it('squashed builds are rejected', async () => {
  const body = archiveWith({ Dockerfile: 'FROM busybox' });
  await expect(scene().client.image.build({ squash: true, body })).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('squash is only supported with experimental mode') as string,
  });
});

it('an archive of images that cannot be read is an error in the stream', async () => {
  const response = await load('abc');
  expect(response).toEqual([200, { errorDetail: { message: 'unexpected EOF' }, error: 'unexpected EOF' }]);
});

it.each([
  ['[{"Config":1,}]', "invalid character '}' looking for beginning of object key string"],
  ['[1 2]', "invalid character '2' after array element"],
  ['[', 'unexpected EOF'],
])('a mistake in the manifest of an archive is named: %s', async (manifest, message) => {
  const response = await load(await buffer(archiveWith({ 'manifest.json': manifest })));
  expect(response).toEqual([200, { errorDetail: { message }, error: message }]);
});

/** Sends an archive as it is. @returns the status and the body */
function load(archive: string | Buffer): Promise<[status: number | undefined, body: unknown]> {
  return new Promise((resolve, reject) => {
    const target = { socketPath: scene().socket, path: '/v1.44/images/load', method: 'POST' };
    request({ ...target, headers: { 'Content-Type': 'application/x-tar' } }, (response) => {
      void text(response).then((body) => resolve([response.statusCode, JSON.parse(body)]), reject);
    })
      .once('error', reject)
      .end(archive);
  });
}
