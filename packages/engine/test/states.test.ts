/** States that are rarely seen, and what leads to them. */
import { connect, type EngineV144 } from '@lading/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createEngine, startEngine, type Filesystem, type StartOptions } from '../src/index.js';
import { DetachDetector, parseDetachKeys } from '../src/streams/detach-keys.js';

async function start(options: StartOptions = {}) {
  const engine = await startEngine({ images: ['alpine'], publishPorts: false, checkResponses: true, ...options });
  const client = await connect({ host: engine.address, version: '1.44' });
  onTestFinished(() => engine.close());
  onTestFinished(() => client.close());
  return { engine, client };
}

async function create(client: EngineV144, Cmd: string[], more: object = {}): Promise<string> {
  return (await client.container.create({ body: { Image: 'alpine', Cmd, ...more } })).Id;
}

async function logsOf(client: EngineV144, id: string): Promise<string> {
  const { stdout, stderr } = await (await client.container.logs({ id, stdout: true, stderr: true })).text();
  return stdout + stderr;
}

/** Files whose removal waits for a test, and fails if the test wants it. */
function slowFiles(): { readonly filesystem: Filesystem; finish(error?: Error): void } {
  const { filesystem } = createEngine().ports;
  let finish: (error?: Error) => void = () => undefined;
  return {
    filesystem: {
      create: (id, lower) => filesystem.create(id, lower),
      open: (id, lower) => filesystem.open(id, lower),
      copy: (id, source, lower) => filesystem.copy(id, source, lower),
      delete: () => new Promise((resolve, reject) => (finish = (error) => (error ? reject(error) : resolve()))),
    },
    finish: (error) => finish(error),
  };
}

describe('a container', () => {
  it('is being removed until its files are, and dead if that fails', async () => {
    const { filesystem, finish } = slowFiles();
    const { client } = await start({ ports: { filesystem } });
    const id = await create(client, ['true']);
    const status = async () => (await client.container.inspect({ id })).State?.Status;
    const failed = client.container.delete({ id }).catch((error: unknown) => error);
    await expect.poll(status).toBe('removing');
    await expect(client.container.delete({ id })).rejects.toMatchObject({ status: 409 });
    await expect(client.container.start({ id })).rejects.toMatchObject({ status: 409 });
    finish(new Error('device or resource busy'));
    expect(await failed).toMatchObject({
      status: 500,
      message: expect.stringContaining('device or resource busy') as string,
    });
    expect((await client.container.inspect({ id })).State).toMatchObject({ Status: 'dead', Dead: true });
    const removed = client.container.delete({ id });
    await expect.poll(status).toBe('removing');
    finish();
    await removed;
    await expect(status()).rejects.toMatchObject({ status: 404 });
  });

  it('that does not start says why, also to those who wait', async () => {
    const { client } = await start();
    const id = await create(client, ['/none']);
    await expect(client.container.start({ id })).rejects.toMatchObject({ status: 400 });
    const reason = expect.stringContaining('exec: "/none": stat /none: no such file or directory') as string;
    expect((await client.container.inspect({ id })).State).toMatchObject({
      Status: 'created',
      ExitCode: 127,
      Error: reason,
    });
    expect(await client.container.wait({ id })).toMatchObject({ StatusCode: 127, Error: { Message: reason } });
    const folder = await create(client, ['/tmp']);
    await expect(client.container.start({ id: folder })).rejects.toThrow(/is a directory/);
    expect((await client.container.inspect({ id: folder })).State).toMatchObject({ ExitCode: 126 });
  });

  it('goes on after a client detaches from its terminal', async () => {
    const { client, engine } = await start();
    const id = await create(client, ['cat'], { Tty: true, OpenStdin: true });
    const attached = await client.container.attach({
      id,
      stream: true,
      stdin: true,
      stdout: true,
      detachKeys: 'ctrl-x,q',
    });
    await client.container.start({ id });
    attached.stdin.write('a\r');
    await expect.poll(() => logsOf(client, id)).toContain('a\r\na');
    attached.stdin.write('\x18q');
    await attached.text();
    expect(engine.events.of('container').map(({ action }) => action)).toContain('detach');
    expect((await client.container.inspect({ id })).State?.Status).toBe('running');
  });

  it('goes on without a client whose input ends, unless its input is that of one client', async () => {
    const { client } = await start();
    const attach = async (settings: object) => {
      const id = await create(client, ['cat'], { OpenStdin: true, ...settings });
      const attached = await client.container.attach({ id, stream: true, stdin: true, stdout: true });
      await client.container.start({ id });
      attached.stdin.write('a\n');
      await expect.poll(() => logsOf(client, id)).toContain('a');
      attached.stdin.end();
      await attached.text();
      return (await client.container.inspect({ id })).State?.Status;
    };
    expect(await attach({})).toBe('running');
    expect(await attach({ StdinOnce: true })).toBe('exited');
  });

  it('lists its processes in the columns that the client asks for', async () => {
    const { client } = await start();
    const id = await create(client, ['sleep', '60'], { User: 'daemon' });
    await client.container.start({ id });
    const { Id } = await client.container.exec({ id, body: { Cmd: ['sleep', '61'] } });
    await client.exec.start({ id: Id, body: { Detach: true } });
    expect(await client.container.top({ id, ps_args: '-o user,pid,args' })).toMatchObject({
      Titles: ['USER', 'PID', 'COMMAND'],
      Processes: [
        ['daemon', '1001', 'sleep 60'],
        ['daemon', '1002', 'sleep 61'],
      ],
    });
    await expect(client.container.top({ id, ps_args: '-o user' })).rejects.toThrow(/PID/);
  });
});

describe('detach keys', () => {
  it.each([
    ['', [16, 17]],
    ['a,ctrl-b,ctrl-[', [97, 2, 27]],
  ])('%j are %j', (text, codes) => expect(parseDetachKeys(text)).toEqual(codes));

  it('are found in pieces, and are input if they are not complete', () => {
    const detector = new DetachDetector([16, 17]);
    expect(detector.feed(Buffer.from('a\x10'))).toEqual({ data: Buffer.from('a'), isDetached: false });
    expect(detector.feed(Buffer.from('b\x10\x10'))).toEqual({ data: Buffer.from('\x10b\x10'), isDetached: false });
    expect(detector.feed(Buffer.from('\x11c')).isDetached).toBe(true);
  });
});

it('fills an empty volume with what the image has, and shares its content', async () => {
  const { client } = await start();
  const setup = await create(client, ['sh', '-c', 'mkdir /data; echo first > /data/f']);
  await client.container.start({ id: setup });
  await client.container.wait({ id: setup });
  await client.image.commit({ container: setup, repo: 'filled' });
  const HostConfig = { Binds: ['shared:/data'] };
  const run = async (script: string, more: object = {}) => {
    const id = await create(client, ['sh', '-c', script], { Image: 'filled', HostConfig, ...more });
    await client.container.start({ id });
    await client.container.wait({ id });
    return logsOf(client, id);
  };
  expect(await run('cat /data/f; echo second > /data/f')).toBe('first\n');
  expect(await run('cat /data/f', { HostConfig: { Binds: ['shared:/mnt:ro', 'shared:/data'] } })).toBe('second\n');
  expect(await run('echo x > /mnt/f', { HostConfig: { Binds: ['shared:/mnt:ro'] } })).toContain(
    'Read-only file system',
  );
  await expect(client.volume.delete({ name: 'shared' })).rejects.toMatchObject({ status: 409 });
});
