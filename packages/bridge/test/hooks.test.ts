/** Tests hooks and conversions of the owner of a bridge. */
import { text } from 'node:stream/consumers';
import { olderClients } from '@lading/conversions/v1.41';
import { afterEach, expect, it } from 'vitest';
import { createBridge, type BridgeHook } from '../src/index.js';
import { openBridge, type BridgeScene } from './bridge-scene.js';

let scene: BridgeScene | undefined;
afterEach(() => scene?.close());

const json = { 'content-type': 'application/json' };

/** Opens a bridge to an engine that returns what it received. */
async function open(options: Parameters<typeof openBridge>[2]) {
  const received: { readonly url: string; readonly body: string }[] = [];
  scene = await openBridge(
    (request, response) => {
      void text(request).then((body) => {
        received.push({ url: request.url ?? '', body });
        const isCreate = request.url?.includes('/create') === true;
        response.writeHead(isCreate ? 201 : 200, json).end(isCreate ? '{"Id":"a","Warnings":null}' : '{"Size":1.0}');
      });
    },
    undefined,
    { as: '1.44', ...options },
  );
  const { ask } = scene;
  const create = (version: string, body: string) =>
    ask({ path: `/v${version}/containers/create?name=n`, method: 'POST', headers: json }, body);
  return { received, ask, create };
}

const labels: BridgeHook = {
  operations: ['ContainerCreate'],
  async around(request, next) {
    const body = request.body as Readonly<Record<string, unknown>>;
    const response = await next({ ...request, body: { ...body, Labels: { by: 'bridge' } } });
    return { ...response, body: { ...(response.body as object), Warnings: ['labelled'] } };
  },
};

it.each(['1.44', '1.30'])('a hook changes requests and responses, of clients of %s', async (version) => {
  const { received, create } = await open({ hooks: [labels] });
  const { status, body } = await create(version, '{"Image":"a","HostConfig":{"Memory":9007199254740993}}');
  expect({ status, body: JSON.parse(body) as unknown }).toEqual({
    status: 201,
    body: { Id: 'a', Warnings: ['labelled'] },
  });
  expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({ Image: 'a', Labels: { by: 'bridge' } });
  expect(received[0]?.url).toBe('/v1.44/containers/create?name=n');
  // A number that a double does not hold is sent as it was written.
  expect(received[0]?.body).toContain('9007199254740993');
});

it('a hook is called in the version of the engine, and asks the engine', async () => {
  const seen: unknown[] = [];
  const asking: BridgeHook = {
    operations: ['ContainerCreate'],
    async around({ operation, client }, _next, ask) {
      const { status, body } = await ask('ImageInspect', { path: { name: 'some/image' } });
      seen.push([operation, client, status, Object.keys(body as object)]);
      return { status: 409, headers: {}, body: { message: 'not today' } };
    },
  };
  const { received, create } = await open({ hooks: [asking] });
  expect(await create('1.24', '{"Image":"a"}')).toMatchObject({ status: 409, body: '{"message":"not today"}\n' });
  expect(seen).toEqual([['ContainerCreate', '1.24', 200, ['Size']]]);
  expect(received.map(({ url }) => url)).toEqual(['/v1.44/images/some/image/json']);
});

it('hooks are called from the first to the last, before the policy', async () => {
  const order: string[] = [];
  const named = (name: string): BridgeHook => ({
    operations: ['ContainerCreate'],
    around: (request, next) => {
      order.push(name);
      return next({ ...request, body: { ...(request.body as object), Hostname: name } });
    },
  });
  const policy = { allow: { ContainerCreate: { body: { properties: { Hostname: { const: 'second' } } } } } };
  const { create } = await open({ hooks: [named('first'), named('second')], policy });
  expect((await create('1.44', '{"Image":"a","Hostname":"other"}')).status).toBe(201);
  expect(order).toEqual(['first', 'second']);
});

it('what a hook throws is the response, and other operations are forwarded as bytes', async () => {
  const refusing: BridgeHook = {
    operations: ['ContainerCreate'],
    around: () => Promise.reject(Object.assign(new Error('quota'), { status: 429 })),
  };
  const { ask, create } = await open({ hooks: [refusing] });
  expect(await create('1.44', '{}')).toMatchObject({ status: 429, body: '{"message":"quota"}\n' });
  expect((await ask({ path: '/v1.44/containers/a/json' })).body).toBe('{"Size":1.0}');
});

it('a hook of an operation that does not exist is refused when the bridge is created', async () => {
  const unknown: BridgeHook = { ...labels, operations: ['ContainerCreates'] };
  await expect(createBridge({ engine: 'tcp://127.0.0.1:1', hooks: [unknown] })).rejects.toThrow('ContainerCreates');
});

it('conversions with other conversion hooks replace those of the bridge', async () => {
  const readOnly: string[] = [];
  const nonRecursiveReadOnly = {
    around: (request: Parameters<BridgeHook['around']>[0], next: Parameters<BridgeHook['around']>[1]) => {
      readOnly.push(request.operation);
      return next(request);
    },
  };
  const load = () => olderClients({ nonRecursiveReadOnly });
  const { create } = await open({ conversions: [{ client: '1.41', engine: '1.44', load }] });
  await create('1.41', '{"Image":"a","HostConfig":{"Binds":["/a:/b:ro"]}}');
  expect(readOnly).toContain('ContainerCreate');
});
