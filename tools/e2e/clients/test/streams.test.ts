/** Streams: exec, attach, logs, archives, events. A stream that is left early is closed. */
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { tarArchive } from '../../../conformance/drivers/tar.js';
import { image, onEachClient, prefix, until, type ClientScene } from '../on-each-client.js';

/** Starts a container. */
async function run({ engine }: ClientScene, name: string, body: object): Promise<string> {
  const { Id } = await engine.container.create({
    name: prefix + name,
    body: { Image: image, Cmd: ['sleep', '600'], ...body },
  });
  await engine.container.start({ id: Id });
  return Id;
}

async function whole(stream: AsyncIterable<unknown>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

const countExchanges = ({ exchanges }: ClientScene, part: string): number =>
  exchanges.filter(({ path }) => path.includes(part)).length;

onEachClient('exec', (scene) => {
  test('input with an end, all output, and the exit code', async () => {
    const { engine } = scene;
    const id = await run(scene, 'exec', {});
    const exec = await engine.container.exec({
      id,
      body: {
        AttachStdin: true,
        AttachStdout: true,
        AttachStderr: true,
        Cmd: ['sh', '-c', 'cat; echo err >&2; exit 4'],
      },
    });
    const session = await engine.exec.start({ id: exec.Id, body: { Detach: false, Tty: false } });
    expect((await engine.exec.inspect({ id: exec.Id })).Running).toBe(true);
    const input = randomBytes(300_000).toString('hex');
    session.stdin.end(input);
    const output = await session.text();
    expect(output.stderr).toBe('err\n');
    expect(output.stdout === input).toBe(true);
    await until('the command has ended', async () => (await engine.exec.inspect({ id: exec.Id })).Running === false);
    expect((await engine.exec.inspect({ id: exec.Id })).ExitCode).toBe(4);
  });

  test('with a resized terminal', async () => {
    const { engine } = scene;
    const id = await run(scene, 'exec-tty', {});
    const exec = await engine.container.exec({
      id,
      body: { AttachStdin: true, AttachStdout: true, Tty: true, Cmd: ['sh'] },
    });
    const session = await engine.exec.start({ id: exec.Id, body: { Tty: true } });
    expect(session.tty).toBe(true);
    await engine.exec.resize({ id: exec.Id, h: 33, w: 77 });
    session.stdin.write('echo a$((6*7))b; exit\n');
    expect((await session.text()).stdout).toContain('a42b');
  });

  test('a stream that is left early is closed', async () => {
    const { engine } = scene;
    const id = await run(scene, 'exec-left', {});
    const exec = await engine.container.exec({ id, body: { AttachStdout: true, Cmd: ['yes'] } });
    const session = await engine.exec.start({ id: exec.Id, body: { Tty: false } });
    for await (const { stream } of session) {
      expect(stream).toBe('stdout');
      break;
    }
    await until('the left connection is closed', () => countExchanges(scene, `/exec/${exec.Id}/start`) === 1);
    await expect(engine.exec.start({ id: 'e2e-clients-none', body: {} })).rejects.toMatchObject({ name: 'NotFound' });
  });
});

onEachClient('attach', (scene) => {
  test('input with an end, and both outputs', async () => {
    const { engine } = scene;
    const { Id: id } = await engine.container.create({
      name: `${prefix}attach`,
      body: {
        Image: image,
        Cmd: ['sh', '-c', 'echo out; echo err >&2; cat; echo end'],
        OpenStdin: true,
        StdinOnce: true,
        AttachStdin: true,
      },
    });
    const session = await engine.container.attach({ id, stream: true, stdin: true, stdout: true, stderr: true });
    await engine.container.start({ id });
    session.stdin.end('input\n');
    expect(await session.text()).toEqual({ stdout: 'out\ninput\nend\n', stderr: 'err\n' });
    expect((await engine.container.wait({ id })).StatusCode).toBe(0);
    await expect(engine.container.attach({ id: 'e2e-clients-none', stream: true })).rejects.toMatchObject({
      name: 'NotFound',
    });
  });

  test('over a WebSocket', async () => {
    const { engine } = scene;
    const { Id: id } = await engine.container.create({
      name: `${prefix}websocket`,
      body: { Image: image, Cmd: ['cat'], OpenStdin: true, AttachStdin: true },
    });
    await engine.container.start({ id });
    const socket = await engine.container.attachWebsocket({ id, stream: true, stdin: true, stdout: true });
    socket.write('hello\n');
    let seen = '';
    for await (const part of socket) {
      seen += String(part);
      if (seen.includes('hello\n')) break;
    }
    await until('the left connection is closed', () => countExchanges(scene, `${id}/attach/ws`) === 1);
    await expect(engine.container.attachWebsocket({ id: 'e2e-clients-none' })).rejects.toMatchObject({
      name: 'NotFound',
    });
  });
});

onEachClient('logs', (scene) => {
  let id = '';

  test('both outputs, as a whole, as lines and with tail', async () => {
    const { engine } = scene;
    id = await run(scene, 'logs', {
      Cmd: ['sh', '-c', 'for i in 1 2 3; do echo out $i; echo err $i >&2; sleep 0.05; done; exec sleep 600'],
    });
    const both = { id, stdout: true, stderr: true };
    await until('all is logged', async () =>
      (await (await engine.container.logs(both)).text()).stderr.includes('err 3'),
    );
    expect(await (await engine.container.logs(both)).text()).toEqual({
      stdout: 'out 1\nout 2\nout 3\n',
      stderr: 'err 1\nerr 2\nerr 3\n',
    });
    // Engines differ in whether tail is applied before or after one of the outputs is excluded.
    expect(await (await engine.container.logs({ ...both, tail: '2' })).text()).toEqual({
      stdout: 'out 3\n',
      stderr: 'err 3\n',
    });
    const lines: string[] = [];
    for await (const { stream, line } of (await engine.container.logs({ ...both, timestamps: true })).lines())
      lines.push(`${stream} ${line}`);
    expect(lines).toHaveLength(6);
    expect(lines[0]).toMatch(/^std(out|err) \d{4}-\d\d-\d\dT/);
    const logs = await engine.container.logs(both);
    const [stdout, stderr] = await Promise.all([whole(logs.stdout), whole(logs.stderr)]);
    expect([String(stdout), String(stderr)]).toEqual(['out 1\nout 2\nout 3\n', 'err 1\nerr 2\nerr 3\n']);
  });

  test('followed, left by break and by a signal', async () => {
    const { engine } = scene;
    const before = countExchanges(scene, 'follow=true');
    for await (const { data } of await engine.container.logs({ id, stdout: true, follow: true })) {
      expect(data.length).toBeGreaterThan(0);
      break;
    }
    await until('the left connection is closed', () => countExchanges(scene, 'follow=true') === before + 1);
    const abort = new AbortController();
    const logs = await engine.container.logs({ id, stdout: true, follow: true }, { signal: abort.signal });
    const reading = logs.text();
    setTimeout(() => abort.abort(), 100);
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
    await until('the aborted connection is closed', () => countExchanges(scene, 'follow=true') === before + 2);
  });

  test('followed to the end of the container', async () => {
    const { engine } = scene;
    const logs = await engine.container.logs({ id, stdout: true, follow: true });
    const reading = logs.text();
    await engine.container.kill({ id });
    expect((await reading).stdout).toBe('out 1\nout 2\nout 3\n');
  });

  test('logs of a terminal are unchanged', async () => {
    const { engine } = scene;
    const tty = await run(scene, 'logs-tty', { Tty: true, Cmd: ['sh', '-c', 'echo out; echo err >&2'] });
    await engine.container.wait({ id: tty });
    const logs = await engine.container.logs({ id: tty, stdout: true, stderr: true });
    expect(logs.tty).toBe(true);
    expect(await logs.text()).toEqual({ stdout: 'out\r\nerr\r\n', stderr: '' });
  });
});

onEachClient('archives', (scene) => {
  test('put, inspect and get', async () => {
    const { engine } = scene;
    const id = await run(scene, 'archive', {});
    const data = randomBytes(200_000);
    await engine.container.putArchive({
      id,
      path: '/data',
      body: await tarArchive([
        { name: 'put.bin', data },
        { name: 'folder', folder: true },
      ]),
    });
    const response = await engine.container.archiveInfo({ id, path: '/data/put.bin' });
    expect(JSON.stringify(response)).toMatch(/path-stat|pathstat/i);
    const archive = await engine.container.archive({ id, path: '/data/put.bin' });
    const stat: unknown = JSON.parse(
      Buffer.from(archive.headers['x-docker-container-path-stat'] ?? '', 'base64').toString(),
    );
    expect(stat).toMatchObject({ name: 'put.bin', size: 200_000 });
    expect((await whole(archive)).indexOf(data)).toBeGreaterThan(0);
    await expect(engine.container.archive({ id, path: '/none' })).rejects.toMatchObject({ name: 'NotFound' });
    await expect(engine.container.archiveInfo({ id, path: '/none' })).rejects.toMatchObject({ name: 'NotFound' });
    expect((await engine.container.changes({ id }))?.map(({ Path }) => Path)).toContain('/data/put.bin');
  });

  test('a stream that is left early is closed', async () => {
    const { engine } = scene;
    const id = await run(scene, 'archive-left', {});
    const before = countExchanges(scene, `${id}/export`);
    for await (const chunk of await engine.container.export({ id })) {
      expect((chunk as Buffer).length).toBeGreaterThan(0);
      break;
    }
    await until('the left connection is closed', () => countExchanges(scene, `${id}/export`) === before + 1);
  });
});

onEachClient('events', (scene) => {
  test('a filtered stream that is left early', async () => {
    const { engine } = scene;
    const events = await engine.system.events({ filters: { type: ['volume'], event: ['create', 'destroy'] } });
    const name = `${prefix}events`;
    await engine.volume.create({ body: { Name: name } });
    await engine.volume.delete({ name });
    const seen: (string | undefined)[] = [];
    for await (const { Type, Action, Actor } of events) {
      expect(Type).toBe('volume');
      if (Actor?.ID === name) seen.push(Action);
      if (seen.length === 2) break;
    }
    expect(seen).toEqual(['create', 'destroy']);
    await until('the left connection is closed', () => countExchanges(scene, '/events?') === 1);
  });

  test('past events, with an end', async () => {
    const now = Math.floor(Date.now() / 1000);
    const events = await scene.engine.system.events({
      since: String(now - 60),
      until: String(now + 1),
      filters: { type: ['volume'] },
    });
    expect((await events.toArray()).some(({ Actor }) => Actor?.ID === `${prefix}events`)).toBe(true);
  });

  test('abort and close', async () => {
    const { engine } = scene;
    const before = countExchanges(scene, '/events');
    const abort = new AbortController();
    const aborted = (await engine.system.events({}, { signal: abort.signal })).toArray();
    setTimeout(() => abort.abort(), 50);
    await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
    const events = await engine.system.events({});
    const reading = events.toArray();
    setTimeout(() => events.close(), 50);
    await reading.catch(() => undefined);
    await until('both connections are closed', () => countExchanges(scene, '/events') === before + 2);
  });
});
