/** The in-memory engine as a separate program. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type EngineV144 } from '@lading/client';
import { afterEach, beforeEach, expect, it } from 'vitest';

const main = join(import.meta.dirname, '../examples/memory-engine/main.mjs');
let folder: string;
let program: ChildProcess;
let client: EngineV144;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lading-server-'));
  program = spawn(process.execPath, [main, '--host', `unix://${join(folder, 's')}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (program.stdout !== null) await once(program.stdout, 'data');
  client = await connect({ host: `unix://${join(folder, 's')}`, version: '1.44' });
});

afterEach(async () => {
  program.kill('SIGKILL');
  await client.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Waits for the exit of the program. @returns the exit code and the signal */
async function exitOf(): Promise<readonly unknown[]> {
  if (program.exitCode !== null || program.signalCode !== null) return [program.exitCode, program.signalCode];
  return once(program, 'exit');
}

it.each(['SIGTERM', 'SIGINT'] as const)(
  'ends on %s with exit code 0 despite running containers, after requests in progress have completed',
  async (signal) => {
    await (await client.image.create({ fromImage: 'busybox', tag: 'latest' })).done();
    const healthcheck = { Test: ['CMD', 'true'], Interval: 60e9 };
    const run = async (Cmd: string[], RestartPolicy = {}) => {
      const body = { Image: 'busybox', Cmd, Healthcheck: healthcheck, HostConfig: { RestartPolicy } };
      const { Id: id } = await client.container.create({ body });
      await client.container.start({ id });
      return id;
    };
    await run(['top']);
    await run(['false'], { Name: 'always' });
    const id = await run(['sleep', '0.5']);
    const exit = client.container.wait({ id });
    await new Promise((resolve) => setTimeout(resolve, 100));
    program.kill(signal);
    expect(await exit).toMatchObject({ StatusCode: 0 });
    expect(await exitOf()).toEqual([0, null]);
    expect(existsSync(join(folder, 's'))).toBe(false);
  },
);

it('ends immediately on a second signal', async () => {
  const events = await client.system.events({});
  const next = events[Symbol.asyncIterator]()
    .next()
    .catch(() => undefined);
  program.kill('SIGTERM');
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(program.exitCode).toBeNull();
  const before = Date.now();
  program.kill('SIGTERM');
  expect(await exitOf()).toEqual([1, null]);
  expect(Date.now() - before).toBeLessThan(1500);
  await next;
});
