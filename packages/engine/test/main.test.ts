/** The parts of the command that need no process: its arguments, the seed, and the display of a swarm. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EngineV144 } from '@lading/client';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { main } from '../src/cli/main.js';
import { plantSeed, readSeed } from '../src/cli/seed.js';
import { watchSwarm } from '../src/cli/watch-swarm.js';
import { useEngineScene } from './engine-scene.js';

describe('wrong arguments', () => {
  it.each([
    [['--none'], /Unknown option '--none'/],
    [['--cert', 'c.pem'], /--cert: pass the certificate and the key together, and --ca only with them/],
    [['--key', 'k.pem'], /--cert: pass the certificate/],
    [['--ca', 'ca.pem'], /--cert: pass the certificate/],
    [['--cert', '/none/c', '--key', '/none/k'], /ENOENT.*\/none\/c/],
    [['--api', 'new'], /api new: expected a version or a range, such as 1.41 or 1.41-1.44/],
    [['--api', '1.44-'], /api 1.44-: expected a version/],
    [['--host', 'tcp://localhost'], /host "tcp:\/\/localhost": pass unix/],
  ])('%j are refused', async (words, message) => {
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    try {
      expect(await main(words)).toBe(2);
      expect(written.mock.calls.join('')).toMatch(message);
    } finally {
      written.mockRestore();
    }
  });
});

describe('a seed', () => {
  const scene = useEngineScene();
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
  });

  it('adds what is missing', async () => {
    const { client } = scene();
    await client.volume.create({ body: { Name: 'data', Labels: { first: '1' } } });
    const seed = {
      images: ['busybox', 'alpine:3'],
      networks: [{ Name: 'back', Labels: { n: '1' } }],
      volumes: [
        { Name: 'data', Labels: { second: '1' } },
        { Name: 'more', DriverOpts: { type: 'tmpfs', device: 'tmpfs' } },
        {},
      ],
      containers: [
        { name: 'web', start: true, Image: 'busybox', Cmd: ['sleep', 'infinity'] },
        { name: 'job', Image: 'alpine:3', HostConfig: { NetworkMode: 'back' } },
      ],
    };
    const path = join(folder, 'seed.json');
    writeFileSync(path, JSON.stringify(seed));
    for (let time = 0; time < 2; time += 1) await plantSeed(scene().engine, readSeed(path));
    const containers = await client.container.list({ all: true });
    expect(containers.map(({ Names, State }) => [Names, State])).toEqual([
      [['/job'], 'created'],
      [['/web'], 'running'],
    ]);
    const { Volumes } = await client.volume.list({ filters: { name: ['data', 'more'] } });
    expect(Volumes?.map(({ Name, Labels, Options }) => [Name, Labels, Options])).toEqual([
      ['data', { first: '1' }, null],
      ['more', null, { type: 'tmpfs', device: 'tmpfs' }],
    ]);
    expect((await client.network.inspect({ id: 'back' })).Labels).toEqual({ n: '1' });
    expect((await client.image.list()).flatMap(({ RepoTags }) => RepoTags)).toContain('alpine:3');
  });

  it.each<[string, object, RegExp]>([
    ['network', { networks: [{ Name: 'bridge2', Driver: 'host' }] }, /--seed: network bridge2: only one instance/],
    ['volume', { volumes: [{ Name: 'a b' }] }, /--seed: volume a b: create a b: .* invalid characters/],
    ['container', { containers: [{ name: 'web', Image: 'none' }] }, /--seed: container web: No such image/],
  ])('names the %s that is refused', async (_kind, seed, message) => {
    await expect(plantSeed(scene().engine, seed)).rejects.toThrow(message);
  });

  it('is a file in JSON', () => {
    const path = join(folder, 'seed.json');
    writeFileSync(path, '{');
    expect(() => readSeed(path)).toThrow(`--seed ${path}: it is not JSON: `);
    expect(() => readSeed(folder)).toThrow(`--seed ${folder}: it cannot be read: EISDIR`);
  });
});

describe('the display of a swarm', () => {
  const scene = useEngineScene();

  const listen = (isTTY: boolean, asJson: boolean): string[] => {
    const written: string[] = [];
    const output = { isTTY, columns: 60, rows: 20, write: (text: string) => void written.push(text) };
    watchSwarm(scene().engine, output, asJson);
    return written;
  };
  const createServices = async (client: EngineV144): Promise<void> => {
    const ContainerSpec = { Image: 'busybox', Command: ['sleep', 'infinity'] };
    await client.service.create({ body: { Name: 'web', TaskTemplate: { ContainerSpec } } });
    const ReplicatedJob = { TotalCompletions: 1 };
    const TaskTemplate = {
      ContainerSpec: { Image: 'busybox', Command: ['true'] },
      RestartPolicy: { Condition: 'none' as const },
    };
    await client.service.create({ body: { Name: 'once', TaskTemplate, Mode: { ReplicatedJob } } });
  };

  it('has lines of nodes, services and tasks', async () => {
    const { client } = scene();
    const [terminal, file, json] = [listen(true, false), listen(false, false), listen(false, true)];
    await vi.waitFor(() => expect(file).toEqual(['The engine is in no swarm.\n\n']));
    await client.swarm.init({ body: { ListenAddr: '127.0.0.1:2377', AdvertiseAddr: '127.0.0.1' } });
    // A display follows a new swarm after a while, and shows what changes from then on.
    await vi.waitFor(() => expect(file.at(-1)).toMatch(/^NODE /), 10_000);
    await createServices(client);
    await vi.waitFor(() => {
      const lines = (file.at(-1) ?? '').split('\n');
      expect(lines.every((line) => line.length <= 60)).toBe(true);
      const rows = lines.map((line) => line.replaceAll(/ {2,}/g, ' | '));
      expect(rows.map((row) => row.split(' | ')[0]).filter((cell) => /^[A-Z]*$/.test(cell ?? ''))).toEqual([
        'NODE',
        '',
        'SERVICE',
        '',
        'TASK',
        '',
        '',
      ]);
      expect(rows).toEqual(
        expect.arrayContaining([
          'NODE | STATE | AVAILABILITY | ROLE | TASKS',
          expect.stringMatching(/^\S+ \| ready \| active \| leader \| 1$/),
          'SERVICE | MODE | REPLICAS | UPDATE | IMAGE',
          'once | replicated-job | 0/1 (1 completed) | busybox',
          'web | replicated | 1/1 | busybox',
          'TASK | NODE | STATE | DESIRED | SINCE | ERROR',
          expect.stringMatching(/^once\.0 \| \S+ \| complete \| complete \| \d s$/),
          expect.stringMatching(/^web\.1 \| \S+ \| running \| running \| \d s$/),
        ]),
      );
    }, 10_000);
    expect(terminal.at(-1)).toMatch(/^\u001b\[HNODE .*\u001b\[K\n[^]*\u001b\[K\n\u001b\[J$/);
    const changes = json.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(changes).toContainEqual(expect.objectContaining({ kind: 'service', id: expect.any(String) as unknown }));
    expect(changes).toContainEqual(expect.objectContaining({ kind: 'task', state: 'running', desired: 'running' }));
    await client.service.delete({ id: 'web' });
    await vi.waitFor(() =>
      expect(json.map((line) => JSON.parse(line) as unknown)).toContainEqual(
        expect.objectContaining({ kind: 'service', isRemoved: true }),
      ),
    );
    await client.swarm.leave({ force: true });
    await vi.waitFor(() => expect(file.at(-1)).toBe('The engine is in no swarm.\n\n'));
  });
});
