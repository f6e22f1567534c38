/** Tests how the JSON of converted requests reaches the engine: repeated keys, deep values, numbers. */
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openBridge } from './bridge-scene.js';

/** Creates a container at 1.41, and returns the response with the body that the engine has received. */
async function create(body: string, options = {}): Promise<{ readonly status: number; readonly body: string }> {
  const scene = await openBridge(
    (request, response) => {
      void text(request).then((received) => {
        response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ Id: received }));
      });
    },
    undefined,
    { as: '1.44', serve: { oldest: '1.41', newest: '1.41' }, ...options },
  );
  onTestFinished(() => scene.close());
  const headers = { 'content-type': 'application/json' };
  const response = await scene.ask({ method: 'POST', path: '/v1.41/containers/create', headers }, body);
  return response.status === 201
    ? { status: 201, body: (JSON.parse(response.body) as { Id: string }).Id }
    : { status: response.status, body: response.body };
}

it.each([
  ['objects', '{"Labels":{"a":"1"},"Labels":{"b":"2"}}', { Labels: { a: '1', b: '2' } }],
  [
    'objects in objects',
    '{"HostConfig":{"Init":true},"HostConfig":{"Privileged":true}}',
    { HostConfig: { Init: true, Privileged: true } },
  ],
  ['names in another case', '{"Image":"a","Image":"b","image":"c"}', { Image: 'c' }],
  ['arrays', '{"Cmd":["a","b"],"Cmd":["c"]}', { Cmd: ['c'] }],
  ['unknown names', '{"x":1,"x":2}', { x: 2 }],
])('repeated %s are merged as in engines', async (_, body, wanted) => {
  const { body: received } = await create(body);
  expect(JSON.parse(received)).toMatchObject(wanted);
});

const deep = (depth: number): string => `{"Image":"a","x":${'['.repeat(depth - 1)}1.0${']'.repeat(depth - 1)}}`;

it.each([70, 6000, 10_000])('passes on a value %s levels deep as it was written', async (depth) => {
  const { status, body } = await create(deep(depth));
  expect(status).toBe(201);
  expect(body).toContain(deep(depth).slice(13, -1));
});

it('refuses a value that is too deep for engines, in their words', async () => {
  expect(await create(deep(10_001))).toEqual({
    status: 400,
    body: '{"message":"invalid JSON: exceeded max depth"}\n',
  });
});

it('refuses what is deep and not JSON in the words of engines', async () => {
  const { status, body } = await create(`{"x":${'['.repeat(5000)}}`);
  expect([status, body]).toEqual([400, expect.stringMatching(/^\{"message":"invalid JSON: invalid character '\}' /)]);
});

describe('where a policy checks it', () => {
  const policy = { allow: { ContainerCreate: { body: { properties: { Image: { const: 'a' } } } } } };

  it('refuses what is too deep to check', async () => {
    expect(await create(deep(6000), { policy })).toMatchObject({ status: 400 });
    expect(await create(deep(900), { policy })).toMatchObject({ status: 201 });
  });

  it('checks the merged values', async () => {
    expect(await create('{"Image":"b","Image":"a"}', { policy })).toMatchObject({ status: 201 });
    expect(await create('{"Image":"a","Image":"b"}', { policy })).toMatchObject({ status: 403 });
  });
});
