/** Waiting for ports, requests and several conditions; input that an operation does not have; logs over lost connections. */
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { frame } from '@lading/runtime-wire';
import { describe, expect, test, onTestFinished } from 'vitest';
import { connect, resumeLogs, waitFor, type Engine } from '../src/index.js';
import { json, scriptedEngine, type Script } from './testing/scripted-engine.js';

async function connected(script: Script): Promise<Engine> {
  const { host } = await scriptedEngine('1.44', script);
  const engine = await connect({ host, env: {} });
  onTestFinished(() => engine.close());
  return engine;
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** An engine with one container that publishes a port. */
function containerWith(status: () => string, port?: number): Script {
  return ({ url }, response) => {
    const Status = status();
    const Ports = port === undefined ? {} : { '80/tcp': [{ HostIp: '127.0.0.1', HostPort: String(port) }] };
    if (url.includes('/wait')) json(response, { StatusCode: 3 });
    else json(response, { State: { Status, Running: Status === 'running' }, NetworkSettings: { Ports } });
  };
}

describe('waitFor', () => {
  test('a port waits until the container runs and a process accepts connections', async () => {
    const port = await listening(createTcpServer());
    const statuses = ['created', 'running'];
    const engine = await connected(containerWith(() => statuses.shift() ?? 'running', port));
    await waitFor(engine, 'web', { port: 80 }, { timeout: 30_000 });
    expect(statuses).toEqual([]);
  });

  test('a port is not reached if connections are closed at once, as by the proxy of an engine', async () => {
    const port = await listening(createTcpServer((socket) => socket.end()));
    const engine = await connected(containerWith(() => 'running', port));
    await expect(waitFor(engine, 'web', { port: 80 }, { timeout: 700 })).rejects.toMatchObject({
      code: 'WAIT_TIMEOUT',
    });
  });

  test('a request is repeated until it has the status', async () => {
    const paths: unknown[] = [];
    const answer: RequestListener = ({ url }, response) => {
      paths.push(url);
      response.writeHead(paths.length < 3 ? 503 : 204).end();
    };
    const port = await listening(createServer(answer));
    const engine = await connected(containerWith(() => 'running', port));
    await waitFor(engine, 'web', { http: { port: 80, path: '/ready' } }, { timeout: 30_000 });
    await waitFor(engine, 'web', { http: { port: '80/tcp', status: 204 } }, { timeout: 30_000 });
    expect(paths).toEqual(['/ready', '/ready', '/ready', '/']);
  });

  test.each([
    ['has ended', 'exited', 5, 'WAIT_EXITED', 'Container web ended before port 80 was reached.'],
    [
      'does not publish the port',
      'running',
      undefined,
      'WAIT_NOT_PUBLISHED',
      'Container web does not publish port 80: create',
    ],
  ])('is refused at once if the container %s', async (_, status, port, code, message) => {
    const engine = await connected(containerWith(() => status, port));
    const wait = waitFor(engine, 'web', { port: 80 });
    await expect(wait).rejects.toMatchObject({ code, message: expect.stringContaining(message) as string });
  });

  test('several conditions are met together, and fail with the first that cannot be', async () => {
    const port = await listening(createTcpServer());
    const engine = await connected(containerWith(() => 'running', port));
    expect(await waitFor(engine, 'web', [{ port: 80 }, { exited: true }])).toEqual([undefined, 3]);
    await expect(waitFor(engine, 'web', [{ port: 81 }, { http: { port: 80 } }])).rejects.toMatchObject({
      code: 'WAIT_NOT_PUBLISHED',
    });
  });
});

describe('input that an operation does not have', () => {
  test.each([
    [
      'create',
      { Image: 'alpine' },
      'ContainerCreate has no parameter `Image`: properties of the body are in `body`: { body: { Image: … } }.',
    ],
    ['inspect', { ID: 'a' }, 'ContainerInspect has no parameter `ID`: write `id`.'],
    ['list', { al: true }, 'ContainerList has no parameter `al`: it has all, limit, size, filters.'],
  ])('container.%s refuses it, and says what is meant', async (verb, input, message) => {
    const engine = await connected((_request, response) => json(response, []));
    const call = (engine.container as unknown as Record<string, (input: object) => Promise<unknown>>)[verb];
    await expect(call?.({ id: 'a', ...input, ...('ID' in input && { id: undefined }) })).rejects.toMatchObject({
      code: 'INPUT_UNKNOWN',
      ...(verb !== 'create' && verb !== 'list' && { message }),
    });
    await expect(call?.(input)).rejects.toMatchObject({ code: 'INPUT_UNKNOWN', message });
  });
});

describe('resumeLogs', () => {
  test('continues with the time of the last line, without doubles', async () => {
    const at = (text: string): Buffer => Buffer.from(frame(1, Buffer.from(`${text}\n`)));
    const [a, b, c] = ['10.000000001Z a', '10.000000002Z b', '10.000000002Z c'].map((one) =>
      at(`2024-05-17T09:41:${one}`),
    );
    const d = at('2024-05-17T09:41:11.5Z d');
    const parts = [
      [a, b],
      [a, b, c, d],
    ] as Buffer[][];
    const sinces: unknown[] = [];
    const engine = await connected(({ url }, response) => {
      sinces.push(new URL(url, 'http://x').searchParams.get('since'));
      response.writeHead(200, { 'content-type': 'application/vnd.docker.multiplexed-stream' });
      const part = parts.shift() ?? [];
      response.write(Buffer.concat(part), () => (parts.length > 0 ? response.destroy() : response.end()));
    });
    const lines: unknown[] = [];
    for await (const { line, time } of resumeLogs(engine, 'web')) lines.push([line, time.slice(17)]);
    expect(lines).toEqual([
      ['a', '10.000000001Z'],
      ['b', '10.000000002Z'],
      ['c', '10.000000002Z'],
      ['d', '11.5Z'],
    ]);
    expect(sinces).toEqual(['0', '1715938870']);
  });
});
