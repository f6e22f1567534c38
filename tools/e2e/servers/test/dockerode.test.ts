/** dockerode, the most used client on npm, with the reference engine. */
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { PassThrough } from 'node:stream';
import Docker from 'dockerode';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openScene, type ServerScene } from '../command-line.js';

describe.each(['v1.41', 'v1.44', undefined])('dockerode, version %s', (version) => {
  let scene: ServerScene;
  let docker: Docker;

  beforeAll(async () => {
    scene = await openScene();
    docker = new Docker({ socketPath: scene.host.replace('unix://', ''), ...(version !== undefined && { version }) });
    const pull = await docker.pull('alpine:latest');
    await new Promise((resolve) => docker.modem.followProgress(pull, resolve));
  });

  afterAll(() => scene.close());

  it('lists and inspects', async () => {
    expect((await docker.listImages()).map(({ RepoTags }) => RepoTags)).toEqual([['alpine:latest']]);
    const [image] = await docker.listImages({ filters: { reference: ['alpine'] } });
    expect('VirtualSize' in (image ?? {})).toBe(version === 'v1.41');
    expect((await docker.info()) as unknown).toMatchObject({ OSType: 'linux' });
  });

  it('runs, with output in two streams', async () => {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const collected = [text(stdout), text(stderr)];
    const [{ StatusCode }, container] = (await docker.run(
      'alpine',
      ['sh', '-c', 'echo out; echo err >&2; exit 2'],
      [stdout, stderr],
      {
        Tty: false,
      },
    )) as [{ StatusCode: number }, Docker.Container];
    for (const stream of [stdout, stderr]) stream.end();
    expect([StatusCode, ...(await Promise.all(collected))]).toEqual([2, 'out\n', 'err\n']);
    await container.remove();
  });

  it.each([true, false])('attaches and writes, hijack: %s', async (hijack) => {
    const container = await docker.createContainer({ Image: 'alpine', Cmd: ['cat'], OpenStdin: true, StdinOnce: true });
    const stream = await container.attach({ stream: true, stdin: true, stdout: true, stderr: true, hijack });
    const output = new PassThrough();
    container.modem.demuxStream(stream, output, output);
    await container.start();
    stream.write('hello\n');
    const [data] = (await once(output, 'data')) as [Buffer];
    expect(data.toString()).toBe('hello\n');
    stream.end();
    await container.wait();
    await container.remove();
  });

  it('executes on a terminal', async () => {
    const container = await docker.createContainer({ Image: 'alpine', Cmd: ['sleep', '60'] });
    await container.start();
    const exec = await container.exec({ Cmd: ['echo', 'hello'], AttachStdout: true, Tty: true });
    const stream = await exec.start({ hijack: true, stdin: false, Tty: true });
    expect((await buffer(stream)).toString()).toBe('hello\r\n');
    expect(await exec.inspect()).toMatchObject({ Running: false, ExitCode: 0 });
    await container.remove({ force: true });
  });

  it('reads logs and archives', async () => {
    const container = await docker.createContainer({ Image: 'alpine', Cmd: ['echo', 'logged'] });
    const end = container.wait({ condition: 'next-exit' });
    await container.start();
    await end;
    const logs = await container.logs({ stdout: true, follow: false });
    expect(Buffer.from(logs as unknown as string).toString('latin1')).toContain('logged\n');
    const archive = await container.getArchive({ path: '/etc' });
    expect((await buffer(archive)).toString('latin1')).toMatch(/^etc\//);
    await container.remove();
    await expect(container.inspect()).rejects.toMatchObject({ statusCode: 404 });
  });

  it('listens to events', async () => {
    const events = await docker.getEvents({ filters: { type: ['volume'] } });
    const firstEvent = once(events, 'data') as Promise<[Buffer]>;
    await docker.createVolume({ Name: 'data' });
    expect(JSON.parse((await firstEvent)[0].toString())).toMatchObject({
      Type: 'volume',
      Action: 'create',
      Actor: { ID: 'data' },
    });
    (events as unknown as PassThrough).destroy();
  });

  it('builds as BuildKit, and decodes its progress', async () => {
    const context = mkdtempSync(join(tmpdir(), 'lading-build-'));
    writeFileSync(join(context, 'Dockerfile'), 'FROM alpine\nRUN echo built here\nCMD ["true"]\n');
    const output = await docker.buildImage(
      { context, src: ['Dockerfile'] },
      { t: 'kit:1', version: '2', nocache: true },
    );
    const lines: string[] = [];
    // The types lack it.
    const { followProgress } = docker as unknown as Pick<Docker['modem'], 'followProgress'>;
    await new Promise((resolve) =>
      followProgress(output, resolve, ({ stream }: { readonly stream: string }) => lines.push(stream)),
    );
    rmSync(context, { recursive: true });
    const { Id } = await docker.getImage('kit:1').inspect();
    expect(lines.map((line) => line.replace(/^\[sha256:\w+\] /, ''))).toEqual([
      '[1/3] FROM alpine\n',
      '[2/3] RUN echo built here\n',
      // dockerode does not decode the base64 of its own library.
      `${Buffer.from('built here\n').toString('base64')}\n`,
      '[3/3] CMD ["true"]\n',
      `Built image: ${Id}\n`,
    ]);
  });
});
