/** The mock server: every operation responds with its example, which fits the contract. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect, type EngineV144 } from '@lading/client';
import { createServerV144, type EngineServer, type HandlersV144 } from '@lading/server';
import { mockHandlers, type ExampleDocument } from '@lading/server/mock';
import { contract } from '@lading/server-v1.44';
import { afterAll, beforeAll, expect, it } from 'vitest';

const file = join(import.meta.dirname, '../../v1.44/docs/dist/openapi.json');
const document = JSON.parse(readFileSync(file, 'utf8')) as ExampleDocument;
const errors: unknown[] = [];
let folder: string;
let server: EngineServer;
let engine: EngineV144;

beforeAll(async () => {
  folder = temporaryFolder();
  const handlers = mockHandlers<HandlersV144>(contract, document);
  server = createServerV144(handlers, {
    checkRequests: 'types',
    checkResponses: 'fail',
    onError: (error) => errors.push(error),
  });
  const { address } = await server.listen({ path: join(folder, 'mock.sock') });
  engine = await connect({ host: address, version: '1.44' });
});
afterAll(async () => {
  await engine.close();
  await server.close({ timeout: 0 });
});

it('responds to every operation with an example that fits the contract', async () => {
  errors.length = 0;
  const failed: string[] = [];
  for (const { id, method, path, body, responses } of Object.values(contract.operations)) {
    if (responses[101] !== undefined) continue;
    const url = `http://x${path.replaceAll(/\{[^}]*\}/g, 'a')}`;
    const json = { headers: { 'content-type': 'application/json' }, body: '{}' };
    const response = await server.fetch(new Request(url, { method, ...(body?.kind === 'json' && json) }));
    await response.arrayBuffer();
    // A request without its required input is refused before it reaches a handler.
    if (response.status >= 500) failed.push(`${id} ${response.status}`);
  }
  expect([failed, errors]).toEqual([[], []]);
});

it('serves clients: values, streams, output, archives and sessions', async () => {
  expect((await engine.container.list())[0]?.Id).toMatch(/^[\da-f]{12,}$/);
  expect((await (await engine.image.create({ fromImage: 'alpine' })).toArray()).length).toBeGreaterThan(0);
  expect(await (await engine.container.logs({ id: 'a', stdout: true }, { tty: false })).text()).toEqual({
    stdout: 'example of ContainerLogs\n',
    stderr: '',
  });
  expect((await (await engine.container.export({ id: 'a' })).toArray()).length).toBe(1);
  const websocket = await engine.container.attachWebsocket({ id: 'a', stream: true, stdin: true, stdout: true });
  websocket.end('hello');
  expect(String((await websocket.toArray())[0])).toBe('hello');
});

it('responds with the error that a request prefers', async () => {
  await expect(engine.container.inspect({ id: 'a' }, { headers: { Prefer: 'code=404' } })).rejects.toMatchObject({
    status: 404,
  });
});

it.each([
  ['{"status":"a"}\n{"status":"b"}\n', [{ status: 'a' }, { status: 'b' }]],
  ['no JSON', ['no JSON']],
])('a stream has the values of the example %j', (example, values) => {
  const content = { 'application/json': { example } };
  const paths = { '/images/create': { post: { responses: { 200: { content } } } } };
  const { image } = mockHandlers<{ image: { create: (call: object) => unknown } }>(contract, { paths });
  expect(image.create({ request: { headers: {} }, query: {} })).toEqual(values);
});
