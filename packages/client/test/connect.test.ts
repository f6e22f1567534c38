/** Tests `connect`: its options, retries, and inputs that the version of the engine does not have. */
import type { Operation } from '@lading/runtime-client';
import * as client141 from '@lading/client-v1.41';
import { describe, expect, test, onTestFinished } from 'vitest';
import { inputVersions } from '../gen/input-versions.js';
import {
  connect,
  InputError,
  VersionError,
  type ConnectAnyOptions,
  type Engine,
  exec,
  isVersion,
  run,
  waitFor,
} from '../src/index.js';
import { json, scriptedEngine, type Script } from './testing/scripted-engine.js';
import { clients } from '../gen/clients.js';

/** The list of clients begins with the newest one. */
const [newest = ''] = Object.keys(clients);
const before = (version: string): string => `1.${Number(version.slice(2)) - 1}`;

async function connected(version: string, options: ConnectAnyOptions = {}, script: Script = created) {
  const scripted = await scriptedEngine(version, script);
  const engine = await connect({ host: scripted.host, env: {}, ...options });
  onTestFinished(() => engine.close());
  return { engine, requests: scripted.requests };
}

const created: Script = (_request, response) => json(response, { Id: 'abc', Warnings: [] }, 201);
const annotated = { body: { Image: 'alpine', HostConfig: { Annotations: { a: 'b' }, Memory: 1 } } };

describe('an input that the version of the engine does not have', () => {
  const sentence = 'ContainerCreate: `HostConfig.Annotations` came with 1.43, this engine speaks 1.41.';

  test('is refused before anything is sent', async () => {
    const { engine, requests } = await connected('1.41');
    await expect(engine.container.create(annotated)).rejects.toThrow(new InputError('NOT_IN_VERSION', sentence));
    expect(requests).toEqual([]);
  });

  test('is sent, with or without a warning, or left out, if an option says so', async () => {
    const warnings: Error[] = [];
    const listener = (warning: Error): unknown => warnings.push(warning);
    process.on('warning', listener);
    const warned = await connected('1.41', { unsupported: 'warn' });
    await warned.engine.container.create(annotated);
    const sent = await connected('1.41', { unsupported: 'send' });
    await sent.engine.container.create(annotated);
    const dropped = await connected('1.41', { unsupported: 'drop' });
    await dropped.engine.container.create(annotated);
    process.off('warning', listener);
    expect(warnings.map(({ message }) => message)).toEqual([sentence]);
    for (const { requests } of [warned, sent]) expect(JSON.parse(requests[0]?.body ?? '')).toEqual(annotated.body);
    expect(JSON.parse(dropped.requests[0]?.body ?? '')).toEqual({ Image: 'alpine', HostConfig: { Memory: 1 } });
    // The input of the caller is not changed.
    expect(annotated.body.HostConfig.Annotations).toEqual({ a: 'b' });
  });

  test('is sent to an engine that has it, also if it is in an array or a map', async () => {
    const { engine, requests } = await connected('1.44');
    await engine.container.create(annotated);
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual(annotated.body);
    const removed = { body: { HostConfig: { KernelMemory: 1 } } } as never;
    await expect(engine.container.create(removed)).rejects.toThrow(
      'ContainerCreate: `HostConfig.KernelMemory` was removed with 1.42, this engine speaks 1.44.',
    );
  });

  test('is named by its place in an array', async () => {
    const { engine } = await connected('1.41');
    const Mounts = [{ Type: 'volume' }, { Type: 'bind', BindOptions: { CreateMountpoint: true } }];
    const body = { HostConfig: { Mounts } } as never;
    await expect(engine.container.create({ body })).rejects.toThrow(
      '`HostConfig.Mounts[1].BindOptions.CreateMountpoint`',
    );
  });

  test('is never sent without a word: every one of the timeline', async () => {
    const { engine, requests } = await connected('1.41');
    const operations = Object.values<unknown>(client141).filter(isOperation);
    let count = 0;
    for (const [id, ranges] of Object.entries(inputVersions)) {
      const operation = operations.find((one) => one.id === id);
      if (operation === undefined) continue;
      for (const [path, [since]] of Object.entries(ranges)) {
        if (Number(since.split('.')[1] ?? 0) <= 41) continue;
        count += 1;
        const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, 'a']);
        const input = { ...Object.fromEntries(inPath), ...inputWith(path.split('/')) } as never;
        await expect(engine.call(operation, input), `${id} ${path}`).rejects.toMatchObject({ code: 'NOT_IN_VERSION' });
      }
    }
    expect(count).toBeGreaterThan(30);
    expect(requests).toEqual([]);
  });
});

test('isVersion compares the version of the client', async () => {
  const { engine } = await connected('1.44');
  expect([isVersion(engine, '1.44'), isVersion(engine, newest as '1.44', '1.44'), isVersion(engine, '1.41')]).toEqual([
    true,
    true,
    false,
  ]);
});

describe('an engine that is older than all clients', () => {
  test('is served by the nearest one, which says so', async () => {
    const warnings: Error[] = [];
    const listener = (warning: Error): unknown => warnings.push(warning);
    process.on('warning', listener);
    const { engine, requests } = await connected('1.30', {}, (_request, response) => json(response, []));
    await engine.container.list();
    process.off('warning', listener);
    expect([engine.version, engine.apiVersion]).toEqual(['1.41', '1.30']);
    expect(requests.map(({ url }) => url)).toEqual(['/v1.30/containers/json']);
    expect(warnings.map(({ message }) => message.replace(/unix:\S+/, 'X'))).toEqual([
      'The engine at X speaks API version 1.30; the client of 1.41 is the nearest one. Properties of its responses may be missing.',
    ]);
  });

  test.each([
    ['1.30', '1.41'],
    ['1.43', '1.44'],
    ['1.45', newest],
    [before(newest), newest],
  ])('is asked for version %s of DOCKER_API_VERSION by the client of %s, which says so', async (pinned, client) => {
    const warnings: string[] = [];
    const listener = ({ message }: Error): unknown => warnings.push(message);
    process.on('warning', listener);
    const options = { env: { DOCKER_API_VERSION: pinned } };
    const { engine, requests } = await connected(newest, options, (_request, response) => json(response, []));
    await engine.container.list();
    process.off('warning', listener);
    expect([engine.version, engine.apiVersion, requests[0]?.url]).toEqual([
      client,
      pinned,
      `/v${pinned}/containers/json`,
    ]);
    expect(warnings).toEqual([
      `DOCKER_API_VERSION asks for API version ${pinned}; the client of ${client} is the nearest one. Properties of its responses may be missing.`,
    ]);
    const newer = engine.network.create({ body: { Name: 'a', EnableIPv4: true } as never });
    const isOlder = Number(pinned.split('.')[1]) < 48;
    await (isOlder ? expect(newer).rejects.toThrow(`came with 1.48, this engine speaks ${pinned}`) : newer);
  });

  test('is asked for nothing that it does not have', async () => {
    const { engine, requests } = await connected('1.30');
    await expect(engine.build.prune()).rejects.toThrow(
      new InputError('NOT_IN_VERSION', 'BuildPrune came with 1.31, this engine speaks 1.30.'),
    );
    const body = { HostConfig: { DeviceRequests: [] } };
    await expect(engine.container.create({ body })).rejects.toThrow(
      'ContainerCreate: `HostConfig.DeviceRequests` came with 1.40, this engine speaks 1.30.',
    );
    expect(requests).toEqual([]);
  });

  test.each([
    [
      '1.24',
      {},
      `This client speaks version 1.41 to ${newest} of the API, but the engine serves 1.24: update the engine, or use the client of an older version.`,
    ],
    [
      '1.30',
      { version: '1.41' },
      'The option "version" asks for 1.41, but the engine serves 1.24 to 1.30: ask for one of these, or for none.',
    ],
    [
      '1.30',
      { env: { DOCKER_API_VERSION: '1.31' } },
      'DOCKER_API_VERSION asks for 1.31, but the engine serves 1.24 to 1.30: ask for one of these, or for none.',
    ],
    [
      '1.44',
      { env: { DOCKER_API_VERSION: '1.24' } },
      `DOCKER_API_VERSION asks for 1.24, but the clients here serve 1.25 to ${newest}.`,
    ],
    [
      '1.999',
      { env: { DOCKER_API_VERSION: '1.998' } },
      `DOCKER_API_VERSION asks for 1.998, but the clients here serve 1.25 to ${newest}.`,
    ],
  ] as const)('is refused: %s, %j', async (version, options, message) => {
    await expect(connected(version, options)).rejects.toThrow(new VersionError(message));
  });
});

function isOperation(value: unknown): value is Operation<never, unknown> {
  return typeof value === 'object' && value !== null && 'id' in value && 'method' in value;
}

/** Returns an input with a value at a path. */
function inputWith([first = '', ...rest]: readonly string[]): object {
  const inner = rest.length === 0 ? 'value' : inputWith(rest);
  return first === '*' ? [inner] : { [first]: inner };
}

describe('options', () => {
  test.each<[object, string]>([
    [{ connections: 0 }, 'The option "connections" must be an integer above 0, not 0.'],
    [{ connectTimeout: -1 }, 'The option "connectTimeout" must be a number of milliseconds above 0, not -1.'],
    [{ timeout: '5s' }, 'The option "timeout" must be a number of milliseconds, or 0 for no limit, not string.'],
    [{ socketPath: '/x' }, 'connect has no option "socketPath". Use host: "unix:///path/of/the.sock".'],
    [{ Host: 'x' }, 'connect has no option "Host". Use host.'],
    [{ unsupported: 'ignore' }, 'The option "unsupported" must be "refuse", "warn", "drop" or "send", not string.'],
  ])('%j is refused', async (options, message) => {
    const error: unknown = await connect(options).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(InputError);
    expect((error as InputError).message).toBe(message);
  });

  test.each<[object, string]>([
    [{ socketPath: '/x' }, 'connect has no option "socketPath": see the type ConnectOptions.'],
    [{ version: '1.44' }, 'connect has no option "version": see the type ConnectOptions.'],
    ...[{ connections: 0 }, { connectTimeout: -1 }, { timeout: '5s' }].map((options): [object, string] => [
      options,
      'connections, connectTimeout and timeout must be numbers above 0; no timeout is 0.',
    ]),
  ])('%j is refused by the client of one version', async (options, message) => {
    const error: unknown = await client141.connect(options).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(InputError);
    expect((error as InputError).message).toBe(message);
  });

  test.each<[string, (engine: Engine) => Promise<unknown>, string]>([
    [
      'a call',
      (engine) => engine.container.list({}, { abortSignal: 1 } as object),
      'ContainerList has no option "abortSignal". Use signal.',
    ],
    [
      'a signal',
      (engine) => engine.container.list({}, { signal: 1 as never }),
      'ContainerList: signal must be an AbortSignal, not 1.',
    ],
    [
      'a timeout',
      (engine) => engine.container.list({}, { timeout: '5s' as never }),
      'ContainerList: timeout must be a number of milliseconds, or 0 for no limit, not string.',
    ],
    [
      'an input',
      (engine) => engine.container.start('web' as never),
      'ContainerStart takes an object: it has id, detachKeys.',
    ],
    ['run', (engine) => run(engine, { image: 'a', cmd: ['date'] } as never), 'run has no option "cmd". Use command.'],
    [
      'a command',
      (engine) => run(engine, { image: 'a', command: 5 as never }),
      "run: command must be a string or an array, such as ['sh', '-c', 'date'], not 5.",
    ],
    [
      'exec',
      (engine) => exec(engine, 'web', { Cmd: ['date'] } as never),
      'exec: the command must be a string or an array, not object.',
    ],
    [
      'the options of exec',
      (engine) => exec(engine, 'web', 'date', { Env: [] } as never),
      'exec has no option "Env". Use env.',
    ],
    [
      'a condition',
      (engine) => waitFor(engine, 'web', { health: true } as never),
      'waitFor has no option "health". Use healthy.',
    ],
    [
      'no condition',
      (engine) => waitFor(engine, 'web', {} as never),
      'waitFor: the condition must be healthy, exited, log, port, http, not object.',
    ],
  ])('%s of a program in JavaScript is refused before anything is sent', async (_, call, message) => {
    const { engine, requests } = await connected('1.44');
    const error: unknown = await call(engine).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(InputError);
    expect((error as InputError).message).toBe(message);
    expect(requests).toEqual([]);
  });

  test('a signal of a hundred calls and waits causes no warning', async () => {
    const warnings: string[] = [];
    const listener = ({ name }: Error): unknown => warnings.push(name);
    process.on('warning', listener);
    const { engine } = await connected('1.44', {}, (_request, response) => json(response, { StatusCode: 0 }));
    const { signal } = new AbortController();
    const calls = Array.from({ length: 100 }, () => engine.system.info({}, { signal }));
    const waits = Array.from({ length: 100 }, () => waitFor(engine, 'web', { exited: true }, { signal }));
    await Promise.all([...calls, ...waits]);
    // Warnings are emitted in the next turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', listener);
    expect(warnings).toEqual([]);
  });

  test('`retries` repeats calls that only read', async () => {
    let count = 0;
    const script: Script = (_request, response) => ((count += 1) === 1 ? response.destroy() : json(response, []));
    const { engine } = await connected('1.44', { retries: 2 }, script);
    expect(await engine.container.list()).toEqual([]);
    expect(count).toBe(2);
  });
});
