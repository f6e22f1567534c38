/** Lading's clients of both versions with the reference engine. */
import { buffer, text } from 'node:stream/consumers';
import { connect, Conflict, follow, NotFound, pack, pull, run, waitFor, type Engine } from '@lading/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openScene, type ServerScene } from '../command-line.js';

describe.each(['1.44', '1.41'] as const)('client %s', (version) => {
  let scene: ServerScene;
  let engine: Engine;

  beforeAll(async () => {
    scene = await openScene();
    // At 1.41, a websocket has all streams, and no options for them.
    engine = await connect({ host: scene.host, version, unsupported: 'drop' });
    await follow(await pull(engine, 'alpine'), { write: () => undefined });
  });

  afterAll(async () => {
    await engine.close();
    await scene.close();
    expect(scene.errors).toEqual([]);
  });

  async function createContainer(Cmd: string[], body: object = {}): Promise<string> {
    return (await engine.container.create({ body: { Image: 'alpine', Cmd, ...body } })).Id;
  }

  it('runs a command, with input, to its end', async () => {
    const { exitCode, stdout, stderr } = await run(engine, {
      image: 'alpine',
      command: ['sh', '-c', 'cat; echo err >&2; exit 7'],
      stdin: 'in\n',
    });
    expect([exitCode, stdout, stderr]).toEqual([7, 'in\n', 'err\n']);
    expect(await engine.container.list({ all: true })).toEqual([]);
  });

  it('attaches, ends the input, and continues to read', async () => {
    const id = await createContainer(['sh', '-c', 'cat; sleep 0.2; echo after the end'], {
      OpenStdin: true,
      StdinOnce: true,
    });
    const attachment = await engine.container.attach({ id, stream: true, stdin: true, stdout: true, stderr: true });
    await engine.container.start({ id });
    attachment.stdin.end('before\n');
    let output = '';
    for await (const { data } of attachment) output += Buffer.from(data).toString();
    expect(output).toBe('before\nafter the end\n');
    await engine.container.delete({ id });
  });

  it('attaches by websocket', async () => {
    const id = await createContainer(['sh', '-c', 'read line; echo got $line'], {
      OpenStdin: true,
      StdinOnce: true,
      Tty: true,
    });
    const socket = await engine.container.attachWebsocket({ id, stream: true, stdin: true, stdout: true });
    await engine.container.start({ id });
    socket.write('hello\n');
    expect(await text(socket)).toContain('got hello');
    await engine.container.delete({ id, force: true });
  });

  it('puts and gets archives', async () => {
    const id = await createContainer(['cat', '/tmp/note']);
    await engine.container.putArchive({ id, path: '/tmp', body: pack({ note: 'hello\n' }) });
    const archive = await engine.container.archive({ id, path: '/tmp/note' });
    expect((await buffer(archive)).toString('latin1')).toContain('hello\n');
    await engine.container.start({ id });
    await engine.container.wait({ id });
    const logs = await engine.container.logs({ id, stdout: true });
    expect((await logs.text()).stdout).toBe('hello\n');
    await engine.container.delete({ id });
  });

  it('executes, resizes and inspects', async () => {
    const id = await createContainer(['sleep', '60']);
    await engine.container.start({ id });
    const { Id: exec } = await engine.container.exec({
      id,
      body: { Cmd: ['sh'], Tty: true, AttachStdin: true, AttachStdout: true },
    });
    const attachment = await engine.exec.start({ id: exec, body: { Tty: true } });
    await engine.exec.resize({ id: exec, h: 40, w: 120 });
    attachment?.stdin.write('stty size\rexit 9\r');
    let output = '';
    if (attachment) for await (const { data } of attachment) output += Buffer.from(data).toString();
    expect(output).toContain('40 120');
    expect(await engine.exec.inspect({ id: exec })).toMatchObject({ Running: false, ExitCode: 9 });
    await engine.container.delete({ id, force: true });
  });

  it('waits for health, log lines and exits', async () => {
    const id = await createContainer(['sh', '-c', 'echo ready; sleep 0.5'], {
      Healthcheck: { Test: ['CMD', 'true'], Interval: 50_000_000 },
    });
    await engine.container.start({ id });
    expect(await waitFor(engine, id, { log: 'ready' })).toBe('ready');
    await waitFor(engine, id, { healthy: true });
    expect(await waitFor(engine, id, { exited: true })).toBe(0);
    await engine.container.delete({ id });
  });

  it('reports events in the order of real engines', async () => {
    const events = await engine.system.events();
    const received: string[] = [];
    const listening = (async () => {
      for await (const { Type, Action } of events) if (received.push(`${Type} ${Action}`) === 12) return;
    })();
    const id = await createContainer(['sleep', '60'], { HostConfig: { Binds: ['data:/data'] } });
    await engine.container.start({ id });
    await engine.container.stop({ id, t: 1 });
    await engine.container.delete({ id });
    await engine.volume.delete({ name: 'data' });
    await listening;
    expect(received).toEqual([
      'volume create',
      'container create',
      'network connect',
      'volume mount',
      'container start',
      'container kill',
      'container die',
      'network disconnect',
      'volume unmount',
      'container stop',
      'container destroy',
      'volume destroy',
    ]);
  });

  it('reports unchanged states and conflicts', async () => {
    const id = await createContainer(['sleep', '60']);
    expect(await engine.container.start({ id })).toEqual({ changed: true });
    expect(await engine.container.start({ id })).toEqual({ changed: false });
    await expect(engine.container.delete({ id })).rejects.toThrow(Conflict);
    expect(await engine.container.stop({ id, t: 1 })).toEqual({ changed: true });
    expect(await engine.container.stop({ id })).toEqual({ changed: false });
    await engine.container.delete({ id });
    await expect(engine.container.inspect({ id })).rejects.toThrow(NotFound);
  });
});
