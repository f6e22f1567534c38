/** Runs what people guess who come from dockerode, docker-py and Testcontainers: the short forms do what is meant. */
import Docker from 'dockerode';
import { startEngine, type RunningEngine } from '@lading/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { at, connect, exec, follow, pull, readFile, run, usageOf, waitFor, type Engine } from '@lading/client';

let running: RunningEngine;
let engine: Engine;
beforeAll(async () => {
  running = await startEngine({ images: ['alpine'] });
  engine = await connect({ host: running.address, env: {} });
  const Cmd = ['sh', '-c', 'mkdir -p /srv; printf content > /srv/a.txt; echo one; sleep 600'];
  await engine.container.create({ name: 'web', body: { Image: 'alpine', Cmd, StopSignal: 'SIGKILL' } });
});
afterAll(async () => {
  await engine.close();
  await running.close();
});

test('a run with a command line, variables and ports', async () => {
  const options = {
    image: 'alpine',
    command: 'echo hi $A $B; exit 3',
    env: { A: 'b' },
    remove: false,
    ports: { 80: 0, '53/udp': 5353 },
  };
  const { id, exitCode, stdout } = await run(engine, {
    ...options,
    create: { Env: ['B=c'], HostConfig: { PortBindings: { '443/tcp': [{ HostPort: '8443' }] } } },
  });
  expect([exitCode, stdout]).toEqual([3, 'hi b c\n']);
  const { Config, HostConfig } = await engine.container.inspect({ id });
  expect(Config?.ExposedPorts).toEqual({ '80/tcp': {}, '53/udp': {} });
  expect(HostConfig?.PortBindings).toMatchObject({
    '80/tcp': [{}],
    '53/udp': [{ HostPort: '5353' }],
    '443/tcp': [{ HostPort: '8443' }],
  });
  await engine.container.delete({ id });
});

test.each<[object, string]>([
  [{ env: ['A=b'] }, "run: env must be an object of strings, such as { NAME: 'value' }, not object."],
  [{ env: { A: 1 } }, "run: env must be an object of strings, such as { NAME: 'value' }, not object."],
  [{ env: new Map([['A', 'b']]) }, "run: env must be an object of strings, such as { NAME: 'value' }, not object."],
  [{ ports: ['80:8080'] }, 'run: ports must be an object of ports, such as { 80: 8080 }, not object.'],
  [{ ports: { 80: 65_536 } }, 'run: ports must be an object of ports, such as { 80: 8080 }, not object.'],
  [{ environment: {} }, 'run has no option "environment". Use env.'],
])('%o is refused', async (options, message) => {
  await expect(run(engine, { image: 'alpine', ...options })).rejects.toThrow(message);
});

test('a time limit in place of options', async () => {
  await engine.container.start({ id: 'web' });
  expect(await waitFor(engine, 'web', { log: 'one' }, 30_000)).toBe('one');
  await expect(waitFor(engine, 'web', { exited: true }, 20)).rejects.toMatchObject({ code: 'WAIT_TIMEOUT' });
});

// Two guesses do not compile, and the compiler says what is meant: `id-as-string` and `dockerode-call` of `wrong/mistakes.yaml`.
test.each<[guess: string, wanted: unknown, run: () => unknown]>([
  [
    'docker-py: run with a command line',
    'hi\n',
    async () => (await run(engine, { image: 'alpine', command: 'echo hi' })).stdout,
  ],
  [
    'docker-py: run with variables',
    'b\n',
    async () => (await run(engine, { image: 'alpine', command: 'echo $A', env: { A: 'b' } })).stdout,
  ],
  [
    'docker-py: run with ports',
    0,
    async () => (await run(engine, { image: 'alpine', command: 'true', ports: { 80: 0 } })).exitCode,
  ],
  ['docker-py: the calls of a container', false, async () => (await engine.container('web').start()).changed],
  ['dockerode: the id of a container', 'web', async () => engine.container('web').id],
  ['dockerode: the calls of an image', 'linux', async () => (await engine.image('alpine').inspect()).Os],
  [
    'docker-py: logs without await',
    'one\n',
    async () => {
      for await (const { data } of engine.container.logs({ id: 'web', stdout: true, follow: true }))
        return data.toString();
      return '';
    },
  ],
  [
    'docker-py: logs of a container',
    'one\n',
    async () => {
      for await (const { data } of engine.container('web').logs({ stdout: true, follow: true })) return data.toString();
      return '';
    },
  ],
  [
    'docker-py: events without await',
    expect.any(String),
    async () => {
      for await (const { Type } of engine.system.events({ since: '0' })) return Type;
      return undefined;
    },
  ],
  [
    'docker-py: one sample of statistics',
    expect.any(Number),
    async () => usageOf(await engine.container.stats({ id: 'web', stream: false })).memoryPercent,
  ],
  [
    'dockerode: statistics of a container',
    true,
    async () => (await engine.container('web').stats({ stream: false })).cpu_stats !== undefined,
  ],
  ['Testcontainers: a time limit', 'one', async () => waitFor(engine, 'web', { log: 'one' }, 5000)],
  ['command line: a pull with the logins of the user', undefined, async () => (await pull(engine, 'alpine')).done()],
  [
    'command line: a pull without a login',
    undefined,
    async () => (await pull(engine, 'alpine', { credentials: false })).done(),
  ],
  [
    'dockerode: progress of a pull',
    undefined,
    async () => {
      await follow(pull(engine, 'alpine'), { output: null });
    },
  ],
  ['docker-py: exec with a command line', 'out\n', async () => (await exec(engine, 'web', 'echo out')).stdout],
  [
    'docker-py: filters',
    1,
    async () => (await engine.container.list({ all: true, filters: { name: ['web'] } })).length,
  ],
  [
    'Testcontainers: a file of a container',
    'content',
    async () => (await readFile(engine, 'web', '/srv/a.txt')).toString(),
  ],
  [
    'dockerode: stop with a time limit',
    true,
    async () => (await at(engine.container, { id: 'web' }).stop({ t: 1 })).changed,
  ],
])('%s', async (_, wanted, run) => {
  expect(await run()).toEqual(wanted);
});

test('a stream that is read without await rejects as the call does', async () => {
  const read = async (): Promise<void> => {
    for await (const _ of engine.container.logs({ id: 'missing', stdout: true })) throw new Error('a chunk');
  };
  await expect(read()).rejects.toMatchObject({ status: 404 });
});

test('every method of dockerode is an error that says how it is written, with calls that exist', () => {
  // What dockerode has besides its methods, and a method whose name is a property here.
  const others = new Set(['constructor', 'version', 'runCallback', 'runPromise']);
  const methods = Object.getOwnPropertyNames(Docker.prototype).filter((name) => !others.has(name));
  const calls = engine as unknown as Record<string, () => unknown>;
  const sentences = methods.map((name) => {
    try {
      return `${name} exists: ${String(calls[name]?.())}`;
    } catch (error) {
      return String(error);
    }
  });
  expect(sentences).toHaveLength(53);
  for (const sentence of sentences) {
    expect(sentence).toMatch(/^TypeError: engine\.\w+ is a method of dockerode\. Write .*\.$/);
    const [, group = '', verb] = /Write engine\.(\w+)\.?(\w+)?\(/.exec(sentence) ?? [];
    if (group === '') continue;
    const named = calls[group] as unknown as Record<string, unknown>;
    expect(typeof (verb === undefined ? named : named[verb]), sentence).toBe('function');
  }
  expect(Object.keys(engine)).not.toContain('listContainers');
});
