/** The engine as a library: separate engines, programs, faults, time, snapshots. */
import { createServer } from 'node:http';
import { connect, type EngineV144 } from '@lading/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ManualClock, startEngine, type RunningEngine, type StartOptions } from '../src/index.js';

async function start(options: StartOptions = {}): Promise<{ engine: RunningEngine; client: EngineV144 }> {
  const engine = await startEngine({ images: ['alpine'], checkResponses: true, ...options });
  const client = await connect({ host: engine.address, version: '1.44' });
  onTestFinished(() => engine.close());
  onTestFinished(() => client.close());
  return { engine, client };
}

async function run(client: EngineV144, Cmd: string[], more: object = {}, name?: string): Promise<string> {
  const body = { Image: 'alpine', Cmd, ...more };
  const { Id: id } = await client.container.create({ ...(name !== undefined && { name }), body });
  await client.container.start({ id });
  return id;
}

async function outputOf(client: EngineV144, id: string): Promise<string> {
  await client.container.wait({ id });
  return (await (await client.container.logs({ id, stdout: true, stderr: true })).text()).stdout;
}

// The first test: a shell that is loaded with the first script would print later.
it('has what the first script prints at once in the logs when its container has started', async () => {
  const { client } = await start();
  const id = await run(client, ['sh', '-c', 'echo out; sleep infinity']);
  expect((await (await client.container.logs({ id, stdout: true })).text()).stdout).toBe('out\n');
});

it('does not share state with another engine', async () => {
  const [one, other] = [await start(), await start()];
  await run(one.client, ['sleep', 'infinity'], {}, 'mine');
  expect(await other.client.container.list({ all: true })).toEqual([]);
  await run(other.client, ['true'], {}, 'mine');
  expect((await one.client.container.inspect({ id: 'mine' })).State?.Pid).toBe(1001);
  expect((await other.client.system.info()).ID).not.toBe((await one.client.system.info()).ID);
});

describe('an added program', () => {
  it('has arguments, variables, files, streams and an exit code', async () => {
    const { engine, client } = await start();
    engine.programs.add('greet', async ({ args, env, files, stdout, stderr, hostname }) => {
      files.write('/etc/greeting', `hello ${args[0]}`);
      await stdout.write(`${files.read('/etc/greeting')?.toString()} ${env['A']} ${hostname}\n`);
      await stderr.write('done\n');
      return 7;
    });
    const id = await run(client, ['greet', 'you'], { Env: ['A=1'], Hostname: 'box' });
    expect((await client.container.wait({ id })).StatusCode).toBe(7);
    expect(await (await client.container.logs({ id, stdout: true, stderr: true })).text()).toEqual({
      stdout: 'hello you 1 box\n',
      stderr: 'done\n',
    });
  });

  it('is reached by the published port and by other containers', async () => {
    const { engine, client } = await start();
    engine.programs.add('httpd', async ({ listen, signal }) => {
      const stop = listen(
        80,
        createServer((_request, response) => void response.end('page')),
      );
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      stop();
    });
    await client.network.create({ body: { Name: 'back' } });
    const HostConfig = { NetworkMode: 'back', PortBindings: { '80/tcp': [{ HostPort: '' }] } };
    const id = await run(client, ['httpd'], { HostConfig }, 'web');
    const { Ports } = (await client.container.inspect({ id })).NetworkSettings;
    const port = Ports?.['80/tcp']?.[0]?.HostPort;
    const warnings: Error[] = [];
    const note = (warning: Error): void => void warnings.push(warning);
    process.on('warning', note);
    const get = async (): Promise<string> => (await fetch(`http://127.0.0.1:${port}/`)).text();
    expect(await Promise.all(Array.from({ length: 20 }, get))).toEqual(Array.from({ length: 20 }, () => 'page'));
    process.off('warning', note);
    // Twenty connections that end with the process.
    expect(warnings).toEqual([]);
    const inside = { HostConfig: { NetworkMode: 'back' } };
    expect(await outputOf(client, await run(client, ['wget', '-qO-', 'http://web'], inside))).toBe('page');
    const lost = await run(client, ['wget', '-qO-', 'http://web']);
    expect((await client.container.wait({ id: lost })).StatusCode).toBe(1);
    await client.container.delete({ id, force: true });
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
  });

  it('handles signals', async () => {
    const { engine, client } = await start();
    engine.programs.add('server', ({ on }) => new Promise((resolve) => on('TERM', () => resolve(3))));
    const id = await run(client, ['server']);
    await client.container.stop({ id });
    expect((await client.container.inspect({ id })).State).toMatchObject({ Status: 'exited', ExitCode: 3 });
  });
});

it('refuses a port of the machine that is in use, and leaves the container as it was', async () => {
  const { client } = await start();
  const first = await run(client, ['sleep', 'infinity'], {
    HostConfig: { PortBindings: { '80/tcp': [{ HostPort: '' }] } },
  });
  const port = (await client.container.inspect({ id: first })).NetworkSettings.Ports?.['80/tcp']?.[0]?.HostPort ?? '';
  const HostConfig = { PortBindings: { '80/tcp': [{ HostPort: port }] } };
  await expect(run(client, ['true'], { HostConfig }, 'second')).rejects.toMatchObject({
    status: 500,
    message: expect.stringContaining('port is already allocated') as string,
  });
  expect((await client.container.inspect({ id: 'second' })).State?.Status).toBe('created');
});

describe('a fault', () => {
  it('makes an operation fail, as often as it says', async () => {
    const { engine, client } = await start();
    engine.faults.add({ operation: 'ContainerStart', fail: 'no space left on device', times: 1 });
    await expect(run(client, ['true'], {}, 'one')).rejects.toMatchObject({ status: 500 });
    expect(await client.container.start({ id: 'one' })).toEqual({ changed: true });
  });

  it('interrupts a pull', async () => {
    const { engine, client } = await start();
    engine.faults.add({ operation: 'ImagePull', after: '1 layers', fail: 'connection lost' });
    await expect((await client.image.create({ fromImage: 'redis' })).done()).rejects.toThrow('connection lost');
    await expect(client.image.inspect({ name: 'redis' })).rejects.toMatchObject({ status: 404 });
  });
});

describe('a clock that the test moves', () => {
  it('delays restarts by 100 ms, and doubles the delay', async () => {
    const clock = new ManualClock();
    const { client, engine } = await start({ clock });
    const id = await run(client, ['false'], {
      HostConfig: { RestartPolicy: { Name: 'on-failure', MaximumRetryCount: 3 } },
    });
    const begin = clock.now();
    await clock.advance(2000);
    const starts = engine.events.of('container').filter(({ action }) => action === 'start');
    expect(starts.map(({ time }) => Math.floor(time - begin))).toEqual([0, 100, 300, 700]);
    expect(await client.container.inspect({ id })).toMatchObject({ RestartCount: 3, State: { Status: 'exited' } });
  });

  it('runs health checks, and reports what they print', async () => {
    const clock = new ManualClock();
    const { client, engine } = await start({ clock });
    const Healthcheck = { Test: ['CMD-SHELL', '[ -f /ok ] || { echo missing; exit 1; }'], Interval: 30e9, Retries: 2 };
    const id = await run(client, ['sleep', 'infinity'], { Healthcheck });
    const health = async () => (await client.container.inspect({ id })).State?.Health;
    expect(await health()).toMatchObject({ Status: 'starting', FailingStreak: 0 });
    await clock.advance(60_000);
    expect(await health()).toMatchObject({
      Status: 'unhealthy',
      FailingStreak: 2,
      Log: [{ ExitCode: 1, Output: 'missing\n' }, { ExitCode: 1 }],
    });
    engine.engine.containers
      .find(id)
      .files.mounted.put('/ok', { kind: 'file', data: Buffer.alloc(0), mode: 0o644, uid: 0, gid: 0, modified: 0 });
    await clock.advance(30_000);
    expect(await health()).toMatchObject({ Status: 'healthy', FailingStreak: 0 });
  });
});

it('restores a snapshot, with files and running containers', async () => {
  const { engine, client } = await start();
  const keep = await run(client, ['sh', '-c', 'echo kept > /file; sleep infinity']);
  await client.volume.create({ body: { Name: 'data' } });
  const snapshot = engine.snapshot();
  await client.container.delete({ id: keep, force: true });
  await client.volume.delete({ name: 'data' });
  await run(client, ['true'], {}, 'later');
  await engine.restore(snapshot);
  expect((await client.container.list({ all: true })).map(({ Id, State }) => [Id, State])).toEqual([[keep, 'running']]);
  expect((await client.volume.list()).Volumes).toMatchObject([{ Name: 'data' }]);
  const { Id } = await client.container.exec({ id: keep, body: { Cmd: ['cat', '/file'], AttachStdout: true } });
  expect((await (await client.exec.start({ id: Id })).text()).stdout).toBe('kept\n');
});

it('refuses what needs a swarm before it checks the body, also after a restored snapshot', async () => {
  const { engine, client } = await start();
  const snapshot = engine.snapshot();
  const invalid = { Name: 'a b', TaskTemplate: { ContainerSpec: { Image: 'busybox' } } };
  for (const restore of [false, true]) {
    if (restore) await engine.restore(snapshot);
    await expect(client.service.create({ body: invalid })).rejects.toMatchObject({ status: 503 });
    await client.swarm.init({ body: { ListenAddr: '127.0.0.1:2377' } });
    await expect(client.service.create({ body: invalid })).rejects.toMatchObject({ status: 400 });
  }
});

it('leaves no socket, timer or process behind', async () => {
  const before = process.getActiveResourcesInfo().length;
  for (let count = 0; count < 20; count += 1) {
    await using engine = await startEngine({ images: ['alpine'] });
    const container = engine.engine.containers.create('', { Image: 'alpine', Cmd: ['sleep', '1000'] });
    await engine.engine.start(container);
  }
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(process.getActiveResourcesInfo().length).toBeLessThanOrEqual(before + 2);
});

it('returns all events until its own time, however many there are in a millisecond', async () => {
  const clock = new ManualClock(Date.parse('2026-01-01T00:00:00Z'));
  const { client } = await start({ clock, images: [] });
  const names = Array.from({ length: 20 }, (_, index) => `v${index}`);
  for (const name of names) await client.volume.create({ body: { Name: name } });
  const { SystemTime: time = '' } = await client.system.info();
  expect(time).toBe('2026-01-01T00:00:00.000019Z');
  const until = `${Math.floor(Date.parse(time) / 1000)}.000019`;
  await clock.advance(1);
  const created: string[] = [];
  for await (const { Actor } of await client.system.events({ until, filters: { type: ['volume'] } }))
    created.push(Actor?.ID ?? '');
  expect(created).toEqual(names);
});

it('ends a container after `minimumRunTime` at the earliest, so that clients can listen after a start', async () => {
  const { client } = await start({ minimumRunTime: 300 });
  const id = await run(client, ['true']);
  expect((await client.container.inspect({ id })).State?.Running).toBe(true);
  for await (const { Action, Actor } of await client.system.events({ filters: { container: [id] } })) {
    expect(Action).toBe('die');
    expect(Actor?.Attributes).toMatchObject({ exitCode: '0' });
    break;
  }
});

it('waits for no time of another clock', async () => {
  const { client } = await start({ ports: { clock: new ManualClock(0) } });
  const id = await run(client, ['true']);
  expect(await client.container.wait({ id })).toMatchObject({ StatusCode: 0 });
});

it('shows a line that was written in the millisecond from which on a client asks for logs', async () => {
  const { client } = await start();
  const id = await run(client, ['sh', '-c', 'for i in $(seq 1 40); do echo $i; sleep 0.002; done']);
  await client.container.wait({ id });
  const read = async (query: object) =>
    (await (await client.container.logs({ id, stdout: true, ...query })).text()).stdout;
  const lines = (await read({ timestamps: true })).trim().split('\n');
  const missing: string[] = [];
  for (const line of lines) {
    const [time = '', text] = line.split(' ');
    // Clients send the time of the start of a container as a number of seconds.
    const since = Date.parse(time) / 1000;
    if (!(await read({ since })).split('\n').includes(text ?? '')) missing.push(line);
  }
  expect([lines.length, missing]).toEqual([40, []]);
});
