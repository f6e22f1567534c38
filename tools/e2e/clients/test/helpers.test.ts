/** The helpers of `@lading/client`, with each engine. */
import { execFile } from 'node:child_process';
import { createReadStream, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { promisify } from 'node:util';
import {
  buildContext,
  connect,
  follow,
  NotFound,
  RemovalError,
  pack,
  pull,
  push,
  run,
  StreamError,
  VersionError,
  waitFor,
} from '@lading/client';
import type { Engine } from '@lading/client-v1.44';
import { afterEach, expect, test } from 'vitest';
import { login } from '../../../conformance/drivers/scene.js';
import { screenOf } from '../../../../packages/client/test/screen.js';
import { image, onEachClient, prefix, until } from '../on-each-client.js';

const quiet = { write: () => undefined };
const sh = (script: string): string[] => ['sh', '-c', script];

onEachClient('connecting', ({ subject }) => {
  // Not through the recorder, which accepts only one version.
  const host = `unix://${subject.socket}`;

  test('the newest common version, or the requested one', async () => {
    const engine = await connect({ host, env: {} });
    expect(engine.version).toBe(subject.name === '20.10' ? '1.41' : '1.44');
    await engine.close();
    const older = await connect({ host, env: {}, version: '1.41' });
    expect(older.version).toBe('1.41');
    expect((await older.system.version()).ApiVersion).toBeDefined();
    await older.close();
    const nearest = await connect({ host, env: { DOCKER_API_VERSION: '1.30' } });
    expect([nearest.version, nearest.apiVersion]).toEqual(['1.41', '1.30']);
    expect((await nearest.system.version()).ApiVersion).toBeDefined();
    await nearest.close();
    await expect(connect({ host, env: { DOCKER_API_VERSION: '1.999' } })).rejects.toThrow(VersionError);
    await expect(connect({ host, env: { DOCKER_API_VERSION: '1.999' } })).rejects.toThrow('serve 1.25 to');
  });
});

onEachClient('run', (scene) => {
  const expectRemoved = (id: string) => expect(scene.engine.container.inspect({ id })).rejects.toThrow(NotFound);
  /** An engine whose delete operation always fails. */
  const engineWithoutDelete = (): Engine => {
    const refuse = () => Promise.reject(new Error('the disk is busy'));
    return { ...scene.engine, container: { ...scene.engine.container, delete: refuse } };
  };

  test('output, exit code, input', async () => {
    const { engine } = scene;
    const command = sh('cat; echo wrong >&2; exit 3');
    const name = `${prefix}run`;
    for (const stdin of ['hello', Buffer.from('hello'), Readable.from(['hel', 'lo'])]) {
      const result = await run(engine, { image, command, stdin, name });
      expect(result).toMatchObject({ exitCode: 3, stdout: 'hello', stderr: 'wrong\n' });
      await expectRemoved(result.id);
    }
    expect(await run(engine, { image, command: ['true'] })).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
  });

  test('a container with AutoRemove', async () => {
    const create = { HostConfig: { AutoRemove: true } };
    const { exitCode, id } = await run(scene.engine, { image, command: sh('exit 5'), create });
    expect(exitCode).toBe(5);
    await expectRemoved(id);
  });

  test('an error of the input stream rejects, and removes the container', async () => {
    const { engine } = scene;
    const name = `${prefix}input`;
    const missing = createReadStream('/nowhere/input');
    const error: unknown = await run(engine, { image, command: ['cat'], stdin: missing, name }).catch(
      (caught) => caught,
    );
    expect(error).toBe(missing.errored);
    const failure = new Error('no more');
    const failing = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from('some');
      await new Promise((resolve) => setTimeout(resolve, 300));
      throw failure;
    };
    await expect(run(engine, { image, command: ['cat'], stdin: failing(), name })).rejects.toBe(failure);
    await expectRemoved(name);
    const unread = await run(engine, { image, command: ['true'], stdin: new PassThrough() });
    expect(unread.exitCode).toBe(0);
  });

  test('output into slow streams, which stay open', async () => {
    const { engine } = scene;
    let bytes = 0;
    const stdout = new Writable({
      highWaterMark: 1,
      write(chunk: Buffer, _encoding, done) {
        bytes += chunk.length;
        setImmediate(done);
      },
    });
    const stderr = new PassThrough();
    const command = sh('yes | head -c 300000; echo wrong >&2');
    const result = await run(engine, { image, command: command, stdout, stderr });
    expect(result).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
    expect(bytes).toBe(300_000);
    expect(String(stderr.read())).toBe('wrong\n');
    expect([stdout.writable, stderr.writable]).toEqual([true, true]);
    expect([stdout, stderr].flatMap((sink) => sink.listenerCount('error') + sink.listenerCount('close'))).toEqual([
      0, 0,
    ]);
  });

  test('an error of the output stream rejects', async () => {
    const { engine } = scene;
    const stdout = new Writable({ write: (_chunk, _encoding, done) => done(new Error('full')) });
    const name = `${prefix}broken`;
    await expect(run(engine, { image, command: ['yes'], stdout, name })).rejects.toMatchObject({
      code: 'SINK_CLOSED',
      cause: { message: 'full' },
    });
    await expectRemoved(name);
  });

  test('with a terminal, all output is standard output', async () => {
    const options = { image, command: sh('cat; echo wrong >&2'), stdin: 'hello\n\x04', create: { Tty: true } };
    const { stdout, stderr, exitCode } = await run(scene.engine, options);
    expect([stderr, exitCode]).toEqual(['', 0]);
    expect(stdout).toMatch(/hello\r\nwrong\r\n$/);
  });

  test('the container is not removed with remove: false', async () => {
    const { engine } = scene;
    const { id } = await run(engine, { image, command: sh('echo kept; exit 3'), remove: false });
    const { State } = await engine.container.inspect({ id });
    expect(State).toMatchObject({ Status: 'exited', ExitCode: 3 });
    expect((await (await engine.container.logs({ id, stdout: true })).text()).stdout).toBe('kept\n');
    const name = `${prefix}killed`;
    const signal = AbortSignal.timeout(1500);
    const running = run(engine, { image, command: ['sleep', '60'], name, signal, remove: false });
    await expect(running).rejects.toMatchObject({ name: 'TimeoutError' });
    await until('it is killed', async () => (await engine.container.inspect({ id: name })).State?.Running === false);
  });

  test('the container is removed after a failure and after an abort, with its volumes', async () => {
    const { engine } = scene;
    const name = `${prefix}fails`;
    await expect(run(engine, { image, command: ['/nowhere'], name })).rejects.toThrow('nowhere');
    await expectRemoved(name);
    await expect(run(engine, { image: 'e2e-clients/none:1', name })).rejects.toThrow(NotFound);
    // A unique label, in case an interrupted run left a volume.
    const mark = `run-${Date.now()}`;
    const filters = { label: [`e2e-clients=${mark}`] };
    const volumes = async (): Promise<number> => (await engine.volume.list({ filters })).Volumes?.length ?? 0;
    const abort = new AbortController();
    const VolumeOptions = { Labels: { 'e2e-clients': mark } };
    const create = { HostConfig: { Mounts: [{ Type: 'volume' as const, Target: '/kept', VolumeOptions }] } };
    let isRemoved = false;
    const onRemoved = (error: unknown): unknown => (isRemoved = error === undefined);
    const running = run(engine, { image, command: ['sleep', '60'], name, signal: abort.signal, create, onRemoved });
    const aborted = expect(running).rejects.toMatchObject({ name: 'AbortError' });
    await until('it has its volume', async () => (await volumes()) === 1);
    abort.abort();
    await aborted;
    await until('it is removed', () => Promise.resolve(isRemoved));
    await expectRemoved(name);
    await until('its volume is gone', async () => (await volumes()) === 0);
    await expect(run(engine, { image, signal: AbortSignal.abort(), name })).rejects.toMatchObject({
      name: 'AbortError',
    });
    await expectRemoved(name);
  });

  test('a container that cannot be removed is reported, with its result', async () => {
    const name = `${prefix}stays`;
    const failure: unknown = await run(engineWithoutDelete(), { image, command: sh('echo done'), name }).catch(
      (error) => error,
    );
    expect(failure).toBeInstanceOf(RemovalError);
    expect(failure).toMatchObject({ code: 'NOT_REMOVED', result: { exitCode: 0, stdout: 'done\n' } });
    expect(String(failure)).toContain('the disk is busy');
    await scene.engine.container.delete({ id: name });
    await expect(run(engineWithoutDelete(), { image, command: ['/nowhere'], name })).rejects.toMatchObject({
      name: expect.stringMatching(/BadRequest|ServerError|NotFound/) as string,
      notRemoved: { code: 'NOT_REMOVED', result: undefined },
    });
    await scene.engine.container.delete({ id: name });
  });
});

onEachClient('waitFor', (scene) => {
  const started = async (name: string, script: string, test?: string): Promise<string> => {
    const Healthcheck = { Test: ['CMD-SHELL', test ?? ''], Interval: 1_000_000_000, Retries: 1 };
    const body = { Image: image, Cmd: sh(script), ...(test !== undefined && { Healthcheck }) };
    const { Id } = await scene.engine.container.create({ name: `${prefix}${name}`, body });
    await scene.engine.container.start({ id: Id });
    return Id;
  };
  const limit = { timeout: 20_000 };

  test('a line, and the exit', async () => {
    const { engine } = scene;
    const id = await started('line', 'echo one; sleep 1; echo ready now >&2; exit 4');
    const pattern = /ready/g;
    for (let time = 0; time < 2; time += 1)
      expect(await waitFor(engine, id, { log: pattern }, limit)).toBe('ready now');
    expect(await waitFor(engine, id, { log: 'one' }, limit)).toBe('one');
    expect(await waitFor(engine, id, { exited: true }, limit)).toBe(4);
    await expect(waitFor(engine, id, { log: 'never' })).rejects.toMatchObject({ code: 'WAIT_EXITED' });
  });

  test('health', async () => {
    const { engine } = scene;
    const well = await started(
      'well',
      'sleep 2; touch /tmp/well; exec sleep 600',
      '[ -e /tmp/well ] || exit 0; exit 0',
    );
    await waitFor(engine, well, { healthy: true }, limit);
    expect((await engine.container.inspect({ id: well })).State?.Health?.Status).toBe('healthy');
    const ill = await started('ill', 'exec sleep 600', 'exit 1');
    await expect(waitFor(engine, ill, { healthy: true }, limit)).rejects.toMatchObject({ code: 'WAIT_UNHEALTHY' });
    const unknown = await started('unknown', 'exec sleep 600');
    await expect(waitFor(engine, unknown, { healthy: true }, limit)).rejects.toMatchObject({
      code: 'WAIT_NO_HEALTHCHECK',
    });
    const ended = await started('ended', 'exit 1', 'exit 0');
    await expect(waitFor(engine, ended, { healthy: true }, limit)).rejects.toMatchObject({ code: 'WAIT_EXITED' });
  });

  test('not longer than the timeout', async () => {
    const { engine } = scene;
    const id = await started('late', 'exec sleep 600', 'sleep 60');
    for (const what of [{ healthy: true }, { exited: true }, { log: 'never' }] as const) {
      const late = { code: 'WAIT_TIMEOUT', message: expect.stringContaining('300 ms') as string };
      await expect(waitFor(engine, id, what as { exited: true }, { timeout: 300 })).rejects.toMatchObject(late);
      const abort = new AbortController();
      setTimeout(() => abort.abort(new Error('enough')), 300);
      const options = { signal: abort.signal, timeout: 20_000 };
      await expect(waitFor(engine, id, what as { exited: true }, options)).rejects.toThrow('enough');
    }
    await expect(waitFor(engine, `${prefix}none`, { exited: true })).rejects.toThrow(NotFound);
  });
});

onEachClient('pull and push', (scene) => {
  const open = 'localhost:5000/e2e-clients/helpers';
  const guarded = 'localhost:5001/e2e-clients/helpers';
  const before = process.env['DOCKER_CONFIG'];
  const folder = mkdtempSync(join(tmpdir(), 'e2e-clients-'));
  const configured = (config: object): void => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
    process.env['DOCKER_CONFIG'] = folder;
  };
  afterEach(() => {
    if (before === undefined) delete process.env['DOCKER_CONFIG'];
    else process.env['DOCKER_CONFIG'] = before;
    rmSync(folder, { recursive: true, force: true });
  });
  const pulls = (): number => scene.exchanges.filter(({ path }) => path.includes('/images/create?fromImage')).length;

  test('by tag, without a tag and by digest', async () => {
    const { engine } = scene;
    await engine.image.tag({ name: image, repo: open, tag: 'other' });
    await (await push(engine, `${open}:other`)).done();
    await engine.image.delete({ name: `${open}:other` });
    await engine.image.tag({ name: image, repo: open });
    const pushed = await follow(await push(engine, open), quiet);
    expect(pushed).toMatchObject({ Tag: 'latest', Digest: expect.stringMatching(/^sha256:/) as string });
    for (const reference of [open, `${open}:latest`, `${open}@${pushed?.Digest}`, `${open}:1@${pushed?.Digest}`]) {
      await engine.image.delete({ name: `${open}:latest` }).catch(() => undefined);
      const lines: string[] = [];
      await follow(await pull(engine, reference), { write: (line) => lines.push(line) });
      expect(lines.join('\n')).toContain(`Digest: ${pushed?.Digest}`);
    }
    // A pull without a tag would pull all tags.
    await expect(engine.image.inspect({ name: `${open}:other` })).rejects.toThrow(NotFound);
    await expect(push(engine, `${open}@${pushed?.Digest}`)).rejects.toMatchObject({ code: 'REFERENCE_INVALID' });
  });

  test('with given credentials', async () => {
    const { engine } = scene;
    await engine.image.tag({ name: image, repo: guarded, tag: '2' });
    await expect(push(engine, `${guarded}:2`).then((each) => each.done())).rejects.toThrow(StreamError);
    const wrong = { ...login, password: 'wrong-secret' };
    const refused: unknown = await push(engine, `${guarded}:2`, { credentials: wrong })
      .then((each) => each.done())
      .catch((error) => error);
    expect(refused).toBeInstanceOf(StreamError);
    expect(String(refused)).not.toContain('wrong-secret');
    await follow(await push(engine, `${guarded}:2`, { credentials: login }), quiet);
    await engine.image.delete({ name: `${guarded}:2` });
    await expect(pull(engine, `${guarded}:2`).then((each) => each.done())).rejects.toMatchObject({ name: /./ });
    await follow(await pull(engine, `${guarded}:2`, { credentials: login }), quiet);
    await engine.image.inspect({ name: `${guarded}:2` });
  });

  test("with the user's credentials", async () => {
    const { engine } = scene;
    const auth = Buffer.from(`${login.username}:${login.password}`).toString('base64');
    configured({ auths: { 'localhost:5001': { auth } } });
    await engine.image.tag({ name: image, repo: guarded, tag: '3' });
    await follow(await push(engine, `${guarded}:3`), quiet);
    await follow(await pull(engine, `${guarded}:3`), quiet);
    // Without credentials for that registry, the pull is anonymous.
    await follow(await pull(engine, open), quiet);
  });

  test('a failing credential helper does not lead to an anonymous pull', async () => {
    configured({ credHelpers: { 'localhost:5000': 'e2e-clients-none' } });
    const asked = pulls();
    await expect(pull(scene.engine, open)).rejects.toMatchObject({
      name: 'CredentialError',
      message: expect.stringContaining('docker-credential-e2e-clients-none') as string,
    });
    expect(pulls()).toBe(asked);
  });

  test('an aborted pull', async () => {
    const signal = AbortSignal.abort();
    await expect(pull(scene.engine, open, { signal })).rejects.toMatchObject({ name: 'AbortError' });
  });
});

onEachClient('follow', (scene) => {
  test('a build from a folder, and a build that fails', async () => {
    const { engine } = scene;
    const folder = mkdtempSync(join(tmpdir(), 'e2e-clients-'));
    writeFileSync(join(folder, 'Dockerfile'), `FROM ${image}\nCOPY kept /kept\n`);
    writeFileSync(join(folder, 'kept'), 'x');
    const lines: string[] = [];
    const write = (line: string): unknown => lines.push(line);
    const built = await follow(
      await engine.image.build({ body: buildContext(folder), t: ['e2e-clients/followed:1'] }),
      { write },
    );
    expect(built?.ID).toBe((await engine.image.inspect({ name: 'e2e-clients/followed:1' })).Id);
    expect(lines[0]).toMatch(/^Step 1\/2/);
    writeFileSync(join(folder, '.dockerignore'), 'kept\n');
    await expect(follow(await engine.image.build({ body: buildContext(folder) }), quiet)).rejects.toThrow(StreamError);
    rmSync(folder, { recursive: true });
  });

  test('control sequences in build output do not reach the terminal', async () => {
    const script = String.raw`printf 'a\033]0;owned\007b\033[2Jc\n'; printf 'wrong\n' >&2`;
    const body = pack({ Dockerfile: `FROM ${image}\nRUN ${script}\n` });
    const lines: string[] = [];
    let raw = '';
    await follow(await scene.engine.image.build({ body, t: ['e2e-clients/hostile:1'] }), {
      write: (line) => lines.push(line),
      onItem: ({ stream = '' }) => (raw += stream),
    });
    expect(raw).toContain('\x1b[2J');
    expect(lines).toContain('abc');
    expect(lines).toContain('wrong');
    expect(lines.join('')).not.toMatch(/\p{Cc}/u);
  });

  test('on a terminal', async () => {
    const { engine, host, subject } = scene;
    const layered = 'localhost:5000/e2e-clients/layered';
    const names = ['a', 'b', 'c'];
    // Unique content for each engine: the progress of an existing layer is not shown.
    const files = Object.fromEntries(
      names.map((name) => [name, `${name} ${subject.name} ${subject.api} ${Date.now()}`.repeat(20_000)]),
    );
    const Dockerfile = `FROM ${image}\n${names.map((name) => `COPY ${name} /${name}\n`).join('')}`;
    await (
      await engine.image.build({ body: pack({ Dockerfile, ...files }), t: [`${layered}:1`], nocache: true })
    ).done();
    await (await push(engine, `${layered}:1`)).done();
    await engine.image.delete({ name: `${layered}:1`, force: true });
    await engine.build.prune();
    const folder = mkdtempSync(join(tmpdir(), 'e2e-clients-'));
    const program = `
      import { connect, follow, pull } from ${JSON.stringify(import.meta.resolve('@lading/client'))};
      const engine = await connect({ host: ${JSON.stringify(host)}, env: ${JSON.stringify({ DOCKER_API_VERSION: subject.api })} });
      await follow(await pull(engine, '${layered}:1'));
      await engine.close();
    `;
    writeFileSync(join(folder, 'pull.mjs'), program);
    const command = `stty cols 70 rows 20 && exec ${process.execPath} ${join(folder, 'pull.mjs')}`;
    const { stdout } = await promisify(execFile)('script', ['-qec', command, '/dev/null'], { cwd: folder });
    rmSync(folder, { recursive: true });
    const screen = screenOf(stdout);
    expect(stdout).toContain('\x1b[2K');
    expect(screen[0]).toBe('1: Pulling from e2e-clients/layered');
    expect(
      screen.slice(1, -2).every((line) => /^[0-9a-f]{12}: (Pull complete|Already exists)$/.test(line)),
      screen.join('\n'),
    ).toBe(true);
    expect(screen.filter((line) => line.endsWith('Pull complete')).length).toBeGreaterThanOrEqual(3);
    expect(screen.at(-2)).toMatch(/^Digest: sha256:/);
  });
});
