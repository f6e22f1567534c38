/** Two releases of the product's command line with the reference engine: the most common commands. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen } from '@lading/bridge';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CommandLine, ended, releases } from '../command-line.js';
import { openScene, type ServerScene } from '../scene.js';

describe.each(releases)('$title', (release) => {
  const { isAvailable } = release;
  const test = it.skipIf(!isAvailable);
  let scene: ServerScene;
  let docker: CommandLine;

  beforeAll(async () => {
    scene = await openScene();
    docker = new CommandLine(release, scene);
    if (isAvailable) await docker.run(['pull', 'alpine']);
  });

  afterAll(async () => {
    await scene.close();
    expect(scene.errors).toEqual([]);
  });

  async function ok(...words: string[]): Promise<string> {
    const { code, stdout, stderr } = await docker.run(words);
    expect({ words, code, stderr }).toEqual({ words, code: 0, stderr: '' });
    return stdout.trimEnd();
  }

  test('version and info', async () => {
    const version = await ok(
      'version',
      '--format',
      '{{eq .Client.APIVersion .Client.DefaultAPIVersion}} {{.Server.APIVersion}} {{.Server.MinAPIVersion}}',
    );
    expect(version).toMatch(/^true 1\.\d+ 1\.24$/);
    expect(await ok('info', '--format', '{{.OperatingSystem}} {{.OSType}} {{.Swarm.LocalNodeState}}')).toBe(
      'Lading reference engine linux inactive',
    );
  });

  test('create, start, ps, inspect, logs, wait, rm', async () => {
    const id = await ok('create', '--name', 'job', '-l', 'a=b', 'alpine', 'sh', '-c', 'echo out; echo err >&2; exit 3');
    expect(id).toMatch(/^[0-9a-f]{64}$/);
    expect(await ok('ps', '-a', '--format', '{{.Names}} {{.Image}} {{.Status}}', '-f', 'label=a=b')).toBe(
      'job alpine Created',
    );
    expect(await ok('start', 'job')).toBe('job');
    expect(await ok('wait', 'job')).toBe('3');
    expect(await ok('ps', '-a', '--format', '{{.Status}}', '-f', 'name=job')).toMatch(/^Exited \(3\) /);
    expect(await docker.run(['logs', 'job'])).toEqual({ code: 0, stdout: 'out\n', stderr: 'err\n' });
    expect((await docker.run(['logs', '-t', '--tail', '1', 'job'])).stderr).toMatch(/^[-\d]+T[:\d]+\.\d{9}Z err\n$/);
    expect(await ok('inspect', '-f', '{{.State.ExitCode}} {{.Name}} {{.Id}}', id.slice(0, 12))).toBe(`3 /job ${id}`);
    expect(await ok('rm', 'job')).toBe('job');
    expect((await docker.run(['inspect', 'job'])).stderr).toContain('No such object: job');
  });

  test('build with the logins of twelve registries of a cloud, through a bridge', async () => {
    const folder = join(scene.folder, 'logins');
    const auth = Buffer.from(`AWS:${'x'.repeat(2500)}`).toString('base64');
    const hosts = Array.from({ length: 12 }, (_, index) => `${100 + index}.dkr.ecr.eu-west-1.example.com`);
    mkdirSync(join(folder, 'config'), { recursive: true });
    mkdirSync(join(folder, 'context'));
    const auths = Object.fromEntries(hosts.map((name) => [name, { auth }]));
    writeFileSync(join(folder, 'config/config.json'), JSON.stringify({ auths }));
    writeFileSync(join(folder, 'context/Dockerfile'), 'FROM alpine\nLABEL a=b\n');
    const build = async (limits: { readonly headers?: number }): Promise<number | null> => {
      await using bridge = await listen({
        address: `unix://${join(folder, 'bridge.sock')}`,
        engine: scene.host,
        as: '1.44',
        limits,
      });
      const client = new CommandLine(release, { ...scene, folder, host: bridge.address });
      return (await client.run(['build', '-t', 'logins', 'context'])).code;
    };
    expect(await build({})).toBe(0);
    expect(await ok('image', 'inspect', '-f', '{{.Config.Labels.a}}', 'logins')).toBe('b');
    // All of them are in one header.
    expect(await build({ headers: 32 * 1024 })).not.toBe(0);
  });

  test('run: output, input, exit codes', async () => {
    expect(await docker.run(['run', '--rm', 'alpine', 'sh', '-c', 'echo one; echo two >&2; exit 4'])).toEqual({
      code: 4,
      stdout: 'one\n',
      stderr: 'two\n',
    });
    expect(await docker.run(['run', '--rm', '-i', 'alpine', 'cat'], 'typed\n')).toEqual({
      code: 0,
      stdout: 'typed\n',
      stderr: '',
    });
    const { code, stderr } = await docker.run(['run', '--rm', 'alpine', 'no-such-program']);
    expect({ code, stderr }).toEqual({
      code: 127,
      stderr: expect.stringContaining('executable file not found') as unknown,
    });
    expect(await ok('ps', '-aq')).toBe('');
  });

  test('attach, with input', async () => {
    await ok('create', '-i', '--name', 'echo', 'alpine', 'cat');
    expect((await docker.run(['start', '-ai', 'echo'], 'hello\n')).stdout).toBe('hello\n');
    await ok('start', 'echo');
    expect((await docker.run(['attach', 'echo'], 'again\n')).stdout).toBe('again\n');
    await ok('rm', '-f', 'echo');
  });

  test('logs -f until the container ends', async () => {
    await ok('run', '-d', '--name', 'ticks', 'alpine', 'sh', '-c', 'echo 1; sleep 0.3; echo 2; sleep 0.3; echo 3');
    expect(await ok('logs', '-f', 'ticks')).toBe('1\n2\n3');
    await ok('rm', 'ticks');
  });

  test('exec, with input, and on a terminal', async () => {
    await ok('run', '-d', '--name', 'box', 'alpine', 'sleep', '600');
    expect((await docker.run(['exec', 'box', 'sh', '-c', 'echo done; exit 5'])).code).toBe(5);
    expect((await docker.run(['exec', '-i', 'box', 'cat'], 'text\n')).stdout).toBe('text\n');
    const { stdout, code } = await docker.onTerminal(
      ['exec', '-it', 'box', 'sh'],
      ['echo on a terminal\r', 'exit 6\r'],
    );
    expect(stdout.replaceAll('\r', '')).toContain('\non a terminal\n/ # exit 6');
    expect(code).toBe(6);
    await ok('rm', '-f', 'box');
  });

  test('run -it', async () => {
    const { stdout, code } = await docker.onTerminal(
      ['run', '--rm', '-it', 'alpine', 'sh'],
      ['read x\r', 'typed\r', 'echo [$x]\r', '\x04'],
    );
    expect(stdout.replaceAll('\r', '')).toContain('\n[typed]\n');
    expect(code).toBe(0);
  });

  test('stop, kill, pause, restart, rename, update, top, stats', async () => {
    await ok('run', '-d', '--name', 'life', 'alpine', 'sleep', '600');
    for (const words of [
      ['pause'],
      ['unpause'],
      ['restart', '-t', '1'],
      ['update', '--memory', '64m'],
      ['stop', '-t', '1'],
      ['start'],
      ['kill'],
    ]) {
      expect(await ok(...words, 'life')).toBe('life');
    }
    await ok('rename', 'life', 'other');
    await ok('start', 'other');
    expect(await ok('top', 'other')).toMatch(/^UID .*\n.*sleep 600$/);
    expect(await ok('stats', '--no-stream', '--format', '{{.Name}}', 'other')).toBe('other');
    expect((await docker.run(['rm', 'other'])).stderr).toMatch(/cannot remove container/);
    await ok('rm', '-f', 'other');
  });

  test('events', async () => {
    const listening = docker.start(['events', '--format', '{{.Type}} {{.Action}}', '-f', 'type=container']);
    const over = ended(listening);
    await sleep(500);
    await ok('run', '--rm', 'alpine', 'true');
    await sleep(300);
    listening.kill();
    expect((await over).stdout.split('\n').filter(Boolean)).toEqual([
      'container create',
      'container attach',
      'container start',
      'container die',
      'container destroy',
    ]);
  });

  test('cp, both ways', async () => {
    const folder = join(scene.folder, 'files');
    mkdirSync(join(folder, 'in'), { recursive: true });
    writeFileSync(join(folder, 'in', 'note'), 'hello\n');
    await ok('create', '--name', 'files', 'alpine', 'true');
    await docker.run(['cp', join(folder, 'in'), 'files:/tmp']);
    await docker.run(['cp', 'files:/tmp/in/note', join(folder, 'out')]);
    expect(readFileSync(join(folder, 'out'), 'utf8')).toBe('hello\n');
    expect((await docker.run(['cp', 'files:/tmp/none', folder])).stderr).toMatch(
      /Could not find the file|No such container:path/,
    );
    expect(await ok('diff', 'files')).toBe('C /tmp\nA /tmp/in\nA /tmp/in/note');
    await ok('rm', 'files');
  });

  test('volume and network', async () => {
    expect(await ok('volume', 'create', 'data')).toBe('data');
    expect(await ok('volume', 'ls', '-q')).toBe('data');
    await ok('create', '--name', 'user', '-v', 'data:/data', 'alpine', 'true');
    expect((await docker.run(['volume', 'rm', 'data'])).stderr).toMatch(/volume is in use/);
    await ok('network', 'create', '--label', 'a=b', 'net');
    await ok('network', 'connect', 'net', 'user');
    await ok('network', 'disconnect', 'net', 'user');
    expect(await ok('network', 'ls', '--format', '{{.Name}}', '-f', 'label=a=b')).toBe('net');
    await ok('network', 'rm', 'net');
    await ok('rm', 'user');
    expect(await ok('volume', 'inspect', '-f', '{{.Driver}}', 'data')).toBe('local');
    await ok('volume', 'rm', 'data');
  });

  test('images: import, tag, list, history, save, load, rm', async () => {
    await ok('tag', 'alpine', 'mine:1');
    expect(await ok('images', '--format', '{{.Repository}}:{{.Tag}}', 'mine')).toBe('mine:1');
    expect(await ok('history', '-q', 'mine:1')).toMatch(/^[0-9a-f]{12}$/);
    await ok('save', '-o', join(scene.folder, 'mine.tar'), 'mine:1');
    expect(await ok('rmi', 'mine:1')).toBe('Untagged: mine:1');
    expect(await ok('load', '-i', join(scene.folder, 'mine.tar'))).toContain('Loaded image: mine:1');
    await ok('rmi', '-f', 'mine:1');
  });

  test('build, and a build that fails', async () => {
    const folder = join(scene.folder, 'app');
    mkdirSync(folder);
    writeFileSync(join(folder, 'note'), 'built\n');
    writeFileSync(
      join(folder, 'Dockerfile'),
      'FROM alpine AS base\nRUN echo made > /made\nFROM base\nCOPY note /app/\nCOPY --from=base /made /app/made\nLABEL a=b\nCMD ["cat", "/app/note", "/app/made"]\n',
    );
    expect((await docker.run(['build', '-t', 'app:1', folder])).stdout).toContain('Successfully tagged app:1');
    expect(await ok('run', '--rm', 'app:1')).toBe('built\nmade');
    writeFileSync(join(folder, 'Dockerfile'), 'FROM alpine\nRUN exit 7\n');
    const { code, stderr } = await docker.run(['build', folder]);
    expect([code, stderr]).toEqual([7, expect.stringContaining('returned a non-zero code: 7')]);
  });

  test('swarm commands fail outside a swarm', async () => {
    expect((await docker.run(['service', 'ls'])).stderr).toContain('This node is not a swarm manager');
  });
});
