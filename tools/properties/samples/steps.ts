/** The operations whose samples are executed, and what is done before: the rows of steps.yaml. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parse } from 'yaml';
import type { SampledOperation, SampleRun } from './sample-run.js';

/** A request, a pattern that reads a value of its response, and what samples show in place of the value. */
type Call = readonly [method: string, path: string, body?: object | null, pattern?: string, shown?: string];

export interface SampleStep {
  readonly id: string;
  readonly calls?: readonly Call[];
  readonly do?: keyof typeof functions;
  readonly days?: number;
}

const rows = parse(readFileSync(new URL('steps.yaml', import.meta.url), 'utf8')) as readonly (string | SampleStep)[];

/** The operations in an order in which each finds what its sample names. */
export const steps: readonly SampleStep[] = rows.map((row) => (typeof row === 'string' ? { id: row } : row));

/** The ID of an exec instance in samples. */
export const execId = '4c01db0b339c8f4e6a1c0d2b7f9e35a8d61b0c47e2f8935a6b1d0e4c7f2a9b83';

/** What samples show, by the names of the rows: the ID of an exec instance, and the version of a specification. */
const shownValues: Readonly<Record<string, string | RegExp>> = {
  $exec: execId,
  $version: /(?<=\bversion(?:=|: |': '))41\b/g,
};

/** Prepares a sample, in the order of its row. */
export async function prepare(work: SampleRun, operation: SampledOperation, step: SampleStep): Promise<void> {
  for (const kind of Object.keys(step)) {
    if (kind === 'calls') await callAll(work, step.calls ?? []);
    if (kind === 'do') await functions[step.do!](work, operation);
    if (kind === 'days') work.clock.pass((step.days ?? 0) * 24 * 60 * 60_000);
  }
}

async function callAll(work: SampleRun, calls: readonly Call[]): Promise<void> {
  let value = '';
  for (const [method, path, body, pattern, shown] of calls) {
    const response = await work.call(method, path.replace('{}', value), body ?? undefined);
    if (pattern !== undefined) value = new RegExp(pattern).exec(response)?.[1] ?? '';
    if (shown !== undefined) work.values.set(shownValues[shown] ?? shown, value);
  }
}

const functions = {
  savedImage({ folder }: SampleRun): void {
    // The sample of curl prints the archive, the others write it into the file.
    const printed = join(folder, 'ImageGet');
    if (existsSync(printed)) renameSync(printed, join(folder, 'archive.tar'));
  },
  buildContext(work: SampleRun): void {
    writeContext(work, '/');
  },
  /** An image whose name another one has got. */
  async unnamedImage(work: SampleRun): Promise<void> {
    for (const to of ['/first', '/second']) {
      writeContext(work, to);
      await work.call('POST', '/build?t=web%3A1.1', 'archive');
    }
  },
  newExec({ ids }: SampleRun): void {
    ids.given = execId;
  },
  worker({ engine }: SampleRun): void {
    engine.swarm.addNode({ hostname: 'worker-1', properties: { engineLabels: { 'com.example.tier': 'web' } } });
  },
  /** A service whose task runs. */
  async runningTask(work: SampleRun): Promise<void> {
    for (let tries = 0; tries < 100; tries += 1) {
      if ((await work.call('GET', '/tasks')).includes('"State":"running"')) return;
      await setTimeout(50);
    }
  },
  restartedManager({ engine }: SampleRun): void {
    engine.swarm.member.disconnect();
    engine.swarm.member.reconnect();
  },
  /** The manager of another swarm, at the address of the samples. */
  otherSwarm({ engine, values }: SampleRun): void {
    const { swarm } = engine.swarm.addNode({ hostname: 'manager-1', joins: false }).engine;
    swarm.init();
    values.set('10.0.0.5:2377', swarm.list()[0]?.manager?.address ?? '');
    values.set('SWMTKN-1-example-worker', swarm.joinToken('worker'));
  },
  pluginFiles({ folder, engine }: SampleRun): void {
    engine.programs.add('storage', ({ listen, signal }) => {
      const activated = JSON.stringify({ Implements: ['VolumeDriver'] });
      const server = createServer((_request, response) => response.end(activated));
      listen(1, server);
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
    });
    const settings = [{ name: 'DEBUG', settable: ['value'], value: '0' }];
    const served = { types: ['docker.volumedriver/1.0'], socket: 'storage.sock' };
    const config = { entrypoint: ['storage'], network: { type: 'host' }, interface: served, env: settings };
    writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
    mkdirSync(join(folder, 'rootfs'), { recursive: true });
    archive(folder, 'config.json', 'rootfs');
  },
  generatedServer(work: SampleRun, operation: SampledOperation): Promise<void> {
    return work.mock(operation);
  },
};

function writeContext({ folder }: SampleRun, to: string): void {
  writeFileSync(join(folder, 'Dockerfile'), `FROM alpine:3.20\nLABEL com.example.tier=web\nCOPY Dockerfile ${to}\n`);
  archive(folder, 'Dockerfile');
}

function archive(folder: string, ...names: readonly string[]): void {
  const fixed = ['--owner=0', '--group=0', '--mode=0755', '--mtime=2024-05-17T09:41:00Z'];
  spawnSync('tar', [...fixed, '-C', folder, '-cf', join(folder, 'archive.tar'), ...names]);
}
