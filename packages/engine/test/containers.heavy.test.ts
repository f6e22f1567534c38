/** The behaviour of the engine that existing clients expect from real engines. */
import { createConnection } from 'node:net';
import type { EngineV144 } from '@lading/client';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { archiveWith } from '../src/filesystem/tar.js';
import { useEngineScene, type ContainerRequest } from './engine-scene.js';
import { badRequestOf } from './bad-request.js';

const scene = useEngineScene();
let engine: EngineV144;

beforeEach(() => {
  engine = scene().client;
});

const create = (request: ContainerRequest = {}, name?: string) => scene().create(request, name);
const run = (request: ContainerRequest = {}, name?: string) => scene().run(request, name);
const state = (id: string) => scene().state(id);
const output = (script: string, tty = false) => scene().output({ Cmd: ['sh', '-c', script], Tty: tty });

describe('programs', () => {
  it.each([['top'], ['tail', '-f', '/dev/null']])('%s runs until it is stopped', async (...Cmd) => {
    const id = await run({ Cmd });
    expect((await state(id))?.Status).toBe('running');
    await engine.container.stop({ id, t: 1 });
    expect((await state(id))?.Status).toBe('exited');
  });

  it('know the folder they run in', async () => {
    const id = await run({ Cmd: ['sh', '-c', 'echo $PWD'], WorkingDir: '/tmp/' });
    await engine.container.wait({ id });
    expect((await (await engine.container.logs({ id, stdout: true })).text()).stdout).toBe('/tmp\n');
    expect((await engine.container.inspect({ id })).Config.WorkingDir).toBe('/tmp');
  });

  it('handle signals that they trap', async () => {
    const id = await run({ Cmd: ['sh', '-c', "trap 'exit 5' TERM; while true; do sleep 0.05; done"] });
    await new Promise((resolve) => setTimeout(resolve, 100));
    await engine.container.stop({ id, t: 5 });
    expect((await state(id))?.ExitCode).toBe(5);
  });

  it('print seconds', async () => {
    expect(await output('date +%s')).toMatch(/^\d{10}\n$/);
  });
});

describe('terminals', () => {
  it('stay open without input', async () => {
    const id = await run({ Cmd: ['sh'], Tty: true });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await state(id))?.Running).toBe(true);
  });

  it('have the requested size', async () => {
    const id = await run({ Cmd: ['stty', 'size'], Tty: true, HostConfig: { ConsoleSize: [57, 123] } });
    await engine.container.wait({ id });
    const logs = await engine.container.logs({ id, stdout: true });
    expect((await logs.text()).stdout).toBe('57 123\r\n');
  });
});

describe('the end of a container', () => {
  it('is final after its stop signal', async () => {
    const id = await run({ HostConfig: { RestartPolicy: { Name: 'always' } } });
    const exit = engine.container.wait({ id });
    await engine.container.kill({ id, signal: 'TERM' });
    await exit;
    expect((await state(id))?.Status).toBe('exited');
  });

  it('cannot be paused while the container is restarting', async () => {
    const id = await run({ Cmd: ['false'], HostConfig: { RestartPolicy: { Name: 'always' } } });
    await vi.waitFor(async () => expect((await state(id))?.Status).toBe('restarting'));
    await expect(engine.container.pause({ id })).rejects.toThrow(/is restarting, wait until the container is running/);
    await engine.container.delete({ id, force: true });
  });

  it('is final if the restart fails', async () => {
    const { Id: network } = await engine.network.create({ body: { Name: 'lost' } });
    const id = await run({
      Cmd: ['false'],
      HostConfig: { RestartPolicy: { Name: 'always' }, NetworkMode: 'lost' },
    });
    await vi.waitFor(async () => expect((await state(id))?.Status).toBe('restarting'));
    await engine.network.delete({ id: network });
    await vi.waitFor(async () => expect((await state(id))?.Status).toBe('exited'), { timeout: 5000 });
    expect(await state(id)).toMatchObject({ Running: false, Error: expect.stringContaining('lost') as unknown });
    expect((await engine.container.list({ all: true })).map(({ Id }) => Id)).toContain(id);
  });

  it('does not remove a container that is being restarted', async () => {
    const id = await run({ HostConfig: { AutoRemove: true } });
    await engine.container.restart({ id, t: 1 });
    expect((await state(id))?.Running).toBe(true);
  });

  it('is not caused by an unknown signal', async () => {
    const id = await run();
    await expect(engine.container.kill({ id, signal: 'SIG42' })).rejects.toThrow(/invalid signal: SIG42/);
  });

  it('is caused by exceeding the memory limit, and reported until the next start', async () => {
    const script = 'cat /again && exit 0; touch /again; x=0123456789abcdef; while true; do x=$x$x; done';
    const id = await create({ Cmd: ['sh', '-c', script], HostConfig: { Memory: 8 << 20 } });
    const end = async () => {
      await engine.container.start({ id });
      await engine.container.wait({ id });
      return state(id);
    };
    expect(await end()).toMatchObject({ OOMKilled: true, ExitCode: 137 });
    expect(await end()).toMatchObject({ OOMKilled: false, ExitCode: 0 });
  });

  it('ends its execs', async () => {
    const id = await run();
    const exec = await engine.container.exec({ id, body: { Cmd: ['true'] } });
    await engine.container.stop({ id, t: 1 });
    await expect(engine.exec.inspect({ id: exec.Id })).rejects.toThrow(/No such exec instance/);
  });
});

it('rejects an exec in a paused container', async () => {
  const id = await run();
  const exec = await engine.container.exec({ id, body: { Cmd: ['true'] } });
  await engine.container.pause({ id });
  await expect(engine.exec.start({ id: exec.Id, body: { Detach: true } })).rejects.toThrow(/is paused/);
});

it('shows the settings of an exec', async () => {
  const id = await run();
  const settings = {
    Cmd: ['ls', '/'],
    User: '0:0',
    Privileged: true,
    Tty: true,
    AttachStdin: true,
    DetachKeys: 'ctrl-x',
  };
  const exec = await engine.container.exec({ id, body: settings });
  expect(await engine.exec.inspect({ id: exec.Id })).toMatchObject({
    ProcessConfig: { entrypoint: 'ls', arguments: ['/'], user: '0:0', privileged: true, tty: true },
    OpenStdin: true,
    OpenStdout: false,
    OpenStderr: false,
  });
});

it('rejects the second start of an exec in a paused container before the connection is hijacked', async () => {
  const id = await run();
  const exec = await engine.container.exec({ id, body: { Cmd: ['true'] } });
  await engine.exec.start({ id: exec.Id, body: { Detach: true } });
  await engine.container.pause({ id });
  await expect(engine.exec.start({ id: exec.Id })).rejects.toMatchObject({ status: 409 });
});

describe('a container is not created', () => {
  it.each<[string, object]>([
    ['config cannot be empty in order to create a container', { Image: undefined, Cmd: undefined }],
    ['no command specified', { Image: '' }],
    ['invalid reference format', { Image: 'no such' }],
    ['invalid environment variable: =foo', { Env: ['=foo'] }],
    ['invalid IPC mode: foo', { HostConfig: { IpcMode: 'foo' } }],
    ['invalid PID mode: container', { HostConfig: { PidMode: 'container' } }],
    ['invalid UTS mode: foo', { HostConfig: { UTSMode: 'foo' } }],
    ['unknown or invalid runtime name: foo', { HostConfig: { Runtime: 'foo' } }],
    ['the empty string is not permitted as an annotation key', { HostConfig: { Annotations: { '': 'a' } } }],
    ["invalid mount path: 'foo' mount path must be absolute", { HostConfig: { Tmpfs: { foo: '' } } }],
    ["destination can't be '/'", { HostConfig: { Tmpfs: { '//': '' } } }],
    ['No such container: none', { HostConfig: { VolumesFrom: ['none:ro'] } }],
    ['could not get container for none: No such container: none', { HostConfig: { Links: ['none:a'] } }],
    ['invalid port specification: "aa80"', { HostConfig: { PortBindings: { aa80: [] } } }],
    ['Invalid value 1001, range for oom score adj is', { HostConfig: { OomScoreAdj: 1001 } }],
    ['Invalid value 1-, for cpuset cpus', { HostConfig: { CpusetCpus: '1-,' } }],
  ])('%s', async (message, given) => {
    await expect(create(given)).rejects.toMatchObject(badRequestOf(message));
  });
});

describe('names', () => {
  it('include the aliases of links', async () => {
    await run({}, 'one');
    const id = await run({ HostConfig: { Links: ['one:alias'] } }, 'two');
    const [one] = await engine.container.list({ filters: { name: ['one'] } });
    expect(one?.Names).toEqual(['/one', '/two/alias']);
    expect((await engine.container.inspect({ id })).HostConfig.Links).toEqual(['/one:/two/alias']);
  });

  it('cannot be changed to the current name', async () => {
    const id = await create({}, 'one');
    await expect(engine.container.rename({ id, name: 'one' })).rejects.toThrow(/same name as its current name/);
  });

  it('of images have many forms', async () => {
    await engine.image.tag({ name: 'busybox', repo: 'Host.Example:5000/me/app', tag: '1' });
    expect((await engine.image.inspect({ name: 'index.docker.io/library/busybox' })).RepoTags).toContain(
      'Host.Example:5000/me/app:1',
    );
    await expect(engine.image.tag({ name: 'busybox', repo: 'sha256', tag: 'a' })).rejects.toThrow(/ambiguous tag/);
  });
});

it('starts an exec after the response head is sent', async () => {
  const id = await run();
  for (let time = 0; time < 10; time += 1) {
    const exec = await engine.container.exec({ id, body: { Cmd: ['echo', 'hi'], AttachStdout: true } });
    const socket = createConnection(scene().socket);
    socket.write(
      `POST /exec/${exec.Id}/start HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: tcp\r\n` +
        'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
    );
    const pieces: string[] = [];
    for await (const piece of socket) pieces.push(String(piece));
    expect(pieces[0]).toMatch(/\r\n\r\n$/);
    expect(pieces.slice(1).join('')).toMatch(/hi\n$/);
  }
});

it('preserves the order in which containers were created quickly', async () => {
  const [one = '', two = '', three = ''] = [await create(), await create(), await create()];
  const ids = async (filters: object) =>
    (await engine.container.list({ all: true, filters })).map(({ Id }) => Id).sort();
  expect(await ids({ before: [two] })).toEqual([one]);
  expect(await ids({ since: [two] })).toEqual([three]);
});

it('has no overlapping subnets, and preserves the IPAM options', async () => {
  const { Id } = await engine.network.create({
    body: { Name: 'a', IPAM: { Driver: 'default', Options: { x: 'y' }, Config: [{ Subnet: '10.1.0.0/16' }] } },
  });
  expect((await engine.network.inspect({ id: Id })).IPAM).toMatchObject({ Options: { x: 'y' } });
  const IPAM = { Config: [{ Subnet: '10.1.2.0/24' }] };
  await expect(engine.network.create({ body: { Name: 'b', IPAM } })).rejects.toThrow(/Pool overlaps/);
});

it('reports an exec that cannot start on the hijacked connection', async () => {
  const id = await run();
  const exec = await engine.container.exec({ id, body: { Cmd: ['nothing'], AttachStdout: true } });
  const output = await engine.exec.start({ id: exec.Id });
  expect((await output.text()).stdout).toContain('executable file not found');
  const other = await engine.container.exec({ id, body: { Cmd: ['nothing'] } });
  await expect(engine.exec.start({ id: other.Id, body: { Detach: true } })).rejects.toMatchObject({ status: 400 });
});

it('shows the new name of a container on its networks', async () => {
  const id = await run({}, 'one');
  await engine.container.rename({ id, name: 'two' });
  expect(Object.values((await engine.network.inspect({ id: 'bridge' })).Containers ?? {})).toMatchObject([
    { Name: 'two' },
  ]);
});

it('returns all stored events to a query with `until` only', async () => {
  await run();
  const actions: string[] = [];
  for await (const { Type, Action } of await engine.system.events({ until: String(Date.now() / 1000 + 0.01) })) {
    if (Type === 'container') actions.push(Action ?? '');
  }
  expect(actions).toEqual(['create', 'start']);
  await expect(engine.system.events({ since: '200', until: '100' })).rejects.toMatchObject(
    badRequestOf('cannot be after `until` time'),
  );
});

describe('a build', () => {
  const build = async (dockerfile: string, query: object = {}) => {
    await (await engine.image.build({ t: ['built'], body: archiveWith({ Dockerfile: dockerfile }), ...query })).done();
    return engine.image.inspect({ name: 'built' });
  };

  it('replaces variables, and expands defined ones', async () => {
    const { Config } = await build('FROM busybox\nENV A=1 B=2\nENV A=x:$A');
    expect(Config?.Env).toEqual([expect.stringMatching(/^PATH=/), 'A=x:1', 'B=2']);
  });

  it('takes arguments', async () => {
    const { Config } = await build('FROM busybox\nARG v=1\nARG w=2\nLABEL v=$v w=$w', { buildargs: { v: '7' } });
    expect(Config?.Labels).toEqual({ v: '7', w: '2' });
  });

  it('lists arguments by their names: in the history, and those that no instruction declares', async () => {
    const dockerfile = 'FROM busybox\nARG c=3\nARG a=1\nARG b=2\nRUN true';
    const { image } = engine;
    const progress = await image.build({
      t: ['sorted'],
      body: archiveWith({ Dockerfile: dockerfile }),
      buildargs: { z: '1', y: '2', b: '4' },
    });
    let output = '';
    for await (const { stream = '' } of progress) output += stream;
    expect((await image.history({ name: 'sorted' }))[0]?.CreatedBy).toContain('|3 a=1 b=4 c=3 ');
    expect(output).toContain('[y z]');
  });

  it('ends with the target stage', async () => {
    const { Config } = await build('FROM busybox AS one\nLABEL is=one\nFROM busybox\nLABEL is=two', { target: 'one' });
    expect(Config?.Labels).toEqual({ is: 'one' });
  });
});

it('includes ContainerConfig of images for older clients', async () => {
  expect((await engine.image.inspect({ name: 'busybox' })).ContainerConfig).toMatchObject({ Cmd: ['sh'] });
});

describe('a request that an engine rejects', () => {
  it.each([
    [{ StopSignal: 'NONSENSE' }, 'invalid signal: NONSENSE'],
    [{ HostConfig: { NanoCpus: 900e9 } }, 'Range of CPUs is from 0.01 to'],
    [{ HostConfig: { LogConfig: { Type: 'nonsense', Config: {} } } }, 'error looking up logging plugin nonsense'],
  ])('%j', async (request, message) => {
    await expect(engine.container.create({ body: { Image: 'busybox', ...(request as object) } })).rejects.toMatchObject(
      { status: 400, message: expect.stringContaining(message) as string },
    );
  });
});

it('creates the working folder of a container, and not that of an exec', async () => {
  const body = { Image: 'busybox', Cmd: ['top'], WorkingDir: '/new/folder', HostConfig: { Tmpfs: { '/scratch': '' } } };
  const { Id: id } = await engine.container.create({ body });
  await engine.container.start({ id });
  const exec = async (WorkingDir: string, ...Cmd: string[]) => {
    const { Id } = await engine.container.exec({ id, body: { Cmd, WorkingDir, AttachStdout: true } });
    await (await engine.exec.start({ id: Id, body: {} })).text().catch(() => undefined);
    return (await engine.exec.inspect({ id: Id })).ExitCode;
  };
  expect(await exec('/new/folder', 'touch', 'file', '/scratch/file')).toBe(0);
  expect(await exec('/missing', 'true')).toBe(126);
});
