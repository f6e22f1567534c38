/** The state on disk: after a restart, and after the process ends at any moment. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { connect, type EngineV144 } from '@lading/client';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { archiveWith } from '../src/filesystem/tar.js';
import { startEngine } from '../src/index.js';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

async function withEngine(action: (client: EngineV144) => Promise<void>): Promise<void> {
  await using engine = await startEngine({
    data: join(folder, 'data'),
    images: ['busybox'],
    publishPorts: false,
    checkResponses: true,
  });
  const client = await connect({ host: engine.address, version: '1.44' });
  try {
    await action(client);
  } finally {
    await client.close();
  }
}

async function build(client: EngineV144, dockerfile: string, tag: string): Promise<void> {
  const body = await buffer(archiveWith({ Dockerfile: dockerfile }));
  await (await client.image.build({ t: [tag], body })).done();
}

async function run(client: EngineV144, Image: string, script: string, Binds: string[] = []): Promise<string> {
  const { Id: id } = await client.container.create({
    body: { Image, Cmd: ['sh', '-c', script], HostConfig: { Binds } },
  });
  await client.container.start({ id });
  await client.container.wait({ id });
  const { stdout } = await (await client.container.logs({ id, stdout: true })).text();
  await client.container.delete({ id });
  return stdout;
}

describe('after a restart', () => {
  it('everything is as it was', async () => {
    const large = 'x'.repeat(10_000);
    let before: unknown[] = [];
    const state = async (client: EngineV144) => [
      (await client.image.list({ all: true })).map(({ Id, RepoTags, Size }) => ({ Id, RepoTags, Size })),
      (await client.network.list({})).map(({ Id, Name }) => ({ Id, Name })),
      (await client.volume.list({})).Volumes,
      (await client.container.list({ all: true })).map(({ Id, Names, State }) => ({ Id, Names, State })),
      (await client.system.info({})).ID,
    ];
    await withEngine(async (client) => {
      await build(client, `FROM busybox\nRUN echo ${large} > /large`, 'built');
      await client.network.create({ body: { Name: 'back', Labels: { a: 'b' } } });
      await client.volume.create({ body: { Name: 'data', Labels: { c: 'd' } } });
      await run(client, 'built', 'echo stored > /data/file; ln -s file /data/link; cp /large /data/large', [
        'data:/data',
      ]);
      const { Id: id } = await client.container.create({
        name: 'one',
        body: { Image: 'built', Cmd: ['sh', '-c', 'echo printed; echo own > /own; rm /large'] },
      });
      await client.container.start({ id });
      await client.container.wait({ id });
      before = await state(client);
    });
    await withEngine(async (client) => {
      expect(await state(client)).toEqual(before);
      expect(
        await run(client, 'built', 'cat /data/link; test "$(cat /large)" = "$(cat /data/large)" && echo equal', [
          'data:/data',
        ]),
      ).toBe('stored\nequal\n');
      expect((await (await client.container.logs({ id: 'one', stdout: true })).text()).stdout).toBe('printed\n');
      expect(await client.container.changes({ id: 'one' })).toEqual([
        { Kind: 2, Path: '/large' },
        { Kind: 1, Path: '/own' },
      ]);
      await expect(client.volume.create({ body: { Name: 'data', Driver: 'other' } })).rejects.toMatchObject({
        status: 409,
      });
      await client.container.delete({ id: 'one' });
      await client.image.prune({ filters: { dangling: ['false'] } });
      await client.volume.delete({ name: 'data' });
    });
    // What is removed leaves nothing.
    await withEngine(async (client) => {
      expect((await client.image.list({ all: true })).map(({ RepoTags }) => RepoTags)).toEqual([['busybox:latest']]);
      expect(readdirSync(join(folder, 'data', 'blobs', 'sha256'))).toHaveLength(1);
    });
  });

  it('containers start by their policies', async () => {
    const names = ['always', 'unless-stopped', 'on-failure', 'no'] as const;
    await withEngine(async (client) => {
      for (const Name of names) {
        for (const stopped of [false, true]) {
          const name = `${Name}-${stopped ? 'stopped' : 'running'}`;
          const body = { Image: 'busybox', Cmd: ['top'], HostConfig: { RestartPolicy: { Name } } };
          await client.container.create({ name, body });
          await client.container.start({ id: name });
          if (stopped) await client.container.stop({ id: name, t: 0 });
        }
      }
      await client.container.create({
        name: 'never-started',
        body: { Image: 'busybox', HostConfig: { RestartPolicy: { Name: 'always' } } },
      });
      const removed = { Image: 'busybox', Cmd: ['top'], HostConfig: { AutoRemove: true } };
      await client.container.create({ name: 'removed', body: removed });
      await client.container.start({ id: 'removed' });
    });
    await withEngine(async (client) => {
      const running = (await client.container.list({})).flatMap(({ Names }) => Names ?? []).sort();
      expect(running).toEqual(['/always-running', '/always-stopped', '/on-failure-running', '/unless-stopped-running']);
      await expect(client.container.inspect({ id: 'removed' })).rejects.toMatchObject({ status: 404 });
    });
  });

  it('a folder has one engine', async () => {
    await withEngine(async () => {
      await expect(startEngine({ data: join(folder, 'data') })).rejects.toThrow(
        /another engine of this process uses it/,
      );
    });
    await withEngine(async () => undefined);
  });
});

describe('after the process was killed', () => {
  it('what was confirmed is there, and nothing is broken', async () => {
    const kills = inject('isFullRun') ? 8 : 2;
    const confirmed = new Set<string>();
    const removed = new Set<string>();
    let round = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      const process = await spawnEngine();
      const client = await connect({ host: `unix://${socket()}`, version: '1.44' });
      if (kill > 0) await verify(client, confirmed, removed);
      else {
        await client.container.create({
          name: 'policy',
          body: { Image: 'busybox', Cmd: ['top'], HostConfig: { RestartPolicy: { Name: 'always' } } },
        });
        await client.container.start({ id: 'policy' });
      }
      // The moment differs in each run.
      const ended = new Promise((resolve) => process.once('exit', resolve));
      setTimeout(() => process.kill('SIGKILL'), 50 + Math.random() * 1000);
      try {
        for (;;) {
          round += 1;
          await change(client, round, confirmed, removed);
        }
      } catch {
        await ended;
      }
      await client.close();
    }
    const process = await spawnEngine();
    const client = await connect({ host: `unix://${socket()}`, version: '1.44' });
    await verify(client, confirmed, removed);
    await client.close();
    process.kill('SIGKILL');
    await new Promise((resolve) => process.once('exit', resolve));
  }, 300_000);

  async function change(
    client: EngineV144,
    round: number,
    confirmed: Set<string>,
    removed: Set<string>,
  ): Promise<void> {
    const name = `n${round}`;
    await client.volume.create({ body: { Name: name } });
    confirmed.add(`volume ${name}`);
    await client.network.create({ body: { Name: name } });
    confirmed.add(`network ${name}`);
    await build(client, `FROM busybox\nRUN echo ${name} > /name`, name);
    confirmed.add(`image ${name}`);
    const body = { Image: name, Cmd: ['sh', '-c', `echo ${name} > /v/${name}`], HostConfig: { Binds: [`${name}:/v`] } };
    await client.container.create({ name, body });
    confirmed.add(`container ${name}`);
    await client.container.start({ id: name });
    await client.container.wait({ id: name });
    confirmed.add(`file ${name}`);
    if (round % 2 === 0) return;
    for (const fact of [`container ${name}`, `file ${name}`]) confirmed.delete(fact);
    await client.container.delete({ id: name });
    removed.add(`container ${name}`);
    confirmed.delete(`volume ${name}`);
    await client.volume.delete({ name });
    removed.add(`volume ${name}`);
  }

  async function verify(client: EngineV144, confirmed: Set<string>, removed: Set<string>): Promise<void> {
    expect((await client.container.inspect({ id: 'policy' })).State?.Status).toBe('running');
    const exists = async (fact: string): Promise<boolean> => {
      const [kind, name = ''] = fact.split(' ');
      try {
        if (kind === 'volume') await client.volume.inspect({ name });
        if (kind === 'network') await client.network.inspect({ id: name });
        if (kind === 'image') return (await run(client, name, 'cat /name')) === `${name}\n`;
        if (kind === 'container') await client.container.inspect({ id: name });
        if (kind === 'file') return (await run(client, 'busybox', `cat /v/${name}`, [`${name}:/v`])) === `${name}\n`;
        return true;
      } catch (error) {
        if ((error as { status?: number }).status === 404) return false;
        throw error;
      }
    };
    for (const fact of confirmed) expect(await exists(fact), fact).toBe(true);
    for (const fact of removed) expect(await exists(fact), fact).toBe(false);
  }

  function socket(): string {
    return join(folder, 'engine.sock');
  }

  async function spawnEngine(): Promise<ChildProcess> {
    const command = fileURLToPath(new URL('../bin/lading-engine.mjs', import.meta.url));
    rmSync(socket(), { force: true });
    const words = ['--data', join(folder, 'data'), '--host', `unix://${socket()}`, '--image', 'busybox', '--no-ports'];
    const child = spawn(process.execPath, [command, ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise((resolve) => child.stdout?.once('data', resolve));
    expect(existsSync(socket())).toBe(true);
    return child;
  }
});
