/** Runs what people guess who come from dockerode, docker-py and Testcontainers: the short forms do what is meant. */
import Docker from 'dockerode';
import { startEngine, type RunningEngine } from '@lading/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { guesses } from '../guesses.js';
import { connect, run, waitFor, type Engine } from '@lading/client';

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

test('the guesses that compile do what is meant', async () => {
  const results: Record<string, unknown> = {};
  for (const [guess, run] of Object.entries(guesses)) results[guess] = await run(engine);
  expect(results).toEqual({
    'docker-py: run with a command line': 'hi\n',
    'docker-py: run with variables': 'b\n',
    'docker-py: run with ports': 0,
    'docker-py: the calls of a container': false,
    'dockerode: the id of a container': 'web',
    'dockerode: the calls of an image': 'linux',
    'docker-py: logs without await': 'one\n',
    'docker-py: logs of a container': 'one\n',
    'docker-py: events without await': expect.any(String) as string,
    'docker-py: one sample of statistics': expect.any(Number) as number,
    'dockerode: statistics of a container': true,
    'Testcontainers: a time limit': 'one',
    'command line: a pull with the logins of the user': undefined,
    'command line: a pull without a login': undefined,
    'dockerode: progress of a pull': undefined,
    'docker-py: exec with a command line': 'out\n',
    'docker-py: filters': 1,
    'Testcontainers: a file of a container': 'content',
    'dockerode: stop with a time limit': true,
  });
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
