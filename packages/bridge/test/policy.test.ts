/** Tests which requests a policy lets through, and what the engine gets then. */
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBridge, type PolicyRules } from '../src/index.js';
import { openBridge, type BridgeScene } from './bridge-scene.js';

const rules: PolicyRules = {
  allow: {
    SystemPing: true,
    ContainerList: true,
    ContainerAttach: true,
    ContainerDelete: { query: { properties: { force: { enum: ['0', 'false'] } } } },
    ContainerCreate: {
      body: {
        type: 'object',
        required: ['Image'],
        properties: {
          Image: { enum: ['a', 'b'] },
          HostConfig: { properties: { Privileged: { const: false }, Tasks: { const: 1 }, Memory: { maximum: 100 } } },
        },
      },
    },
  },
};
const seen: string[] = [];
let scene: BridgeScene;

beforeAll(async () => {
  scene = await openBridge(
    async (request, response) => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      seen.push(`${request.method} ${request.url} ${body}`.trim());
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"Id":"a"}');
    },
    undefined,
    { as: '1.44', policy: rules },
  );
});
afterAll(() => scene.close());

async function ask(method: string, path: string, body?: string, type = 'application/json') {
  seen.length = 0;
  const response = await scene.ask({ path, method, headers: body === undefined ? {} : { 'content-type': type } }, body);
  return { ...response, message: (JSON.parse(response.body) as { message?: string }).message };
}

describe('an operation that is not on the list is refused', () => {
  it.each([
    ['GET', '/v1.44/info', 'SystemInfo'],
    ['POST', '/v1.44/containers/a/start', 'ContainerStart'],
    ['POST', '/v1.30/containers/a/start', 'ContainerStart'],
    ['GET', '/containers//json', 'ContainerInspect'],
    ['GET', '/v1.44/unknown', 'unknown operations'],
    ['PATCH', '/v1.44/containers/json', 'unknown operations'],
    ['GET', '/v1.44/containers/json/../a/json', 'unknown operations'],
  ])('%s %s', async (method, path, name) => {
    const { status, message } = await ask(method, path);
    expect([status, seen]).toEqual([403, []]);
    expect(message).toMatch(/^the policy does not allow /);
    if (path !== '/containers//json') expect(message).toContain(name);
  });
});

describe('an operation on the list', () => {
  it('is forwarded', async () => {
    expect((await ask('GET', '/v1.44/containers/json?all=1')).status).toBe(200);
    expect(seen).toEqual(['GET /v1.44/containers/json?all=1']);
  });

  it.each([
    ['/v1.44/containers/a', 200],
    ['/v1.44/containers/a?force=0', 200],
    ['/v1.44/containers/a?force=1', 403],
    ['/v1.44/containers/a?force=yes', 403],
    ['/v1.44/containers/a?force=0&force=1', 200],
  ])('has a checked query: %s', async (path, status) => {
    expect((await ask('DELETE', path)).status).toBe(status);
    // What was checked is encoded again: another reader of the query would see the same.
    if (status === 200) expect(seen[0]).toMatch(/^DELETE \/v1\.44\/containers\/a(\?force=0)?$/);
  });

  it.each([
    ['{"Image":"a"}', 200],
    ['{"Image":"a","HostConfig":{"Privileged":false}}', 200],
    ['{"Image":"c"}', 403],
    ['{}', 403],
    ['{"Image":"a","HostConfig":{"Privileged":true}}', 403],
    ['{"Image":"a","HostConfig":{"privileged":true}}', 403],
    ['{"Image":"a","hostConfig":{"Privileged":true}}', 403],
    ['{"Image":"a","ho\u017FtConfig":{"Privileged":true}}', 403],
    ['{"Image":"a","HostConfig":{"Tas\u212As":2}}', 403],
    ['{"Image":"a","HostConfig":{"Privileged":true},"HostConfig":{"Privileged":false}}', 200],
    ['{"Image":"a","HostConfig":{"Memory":10.0}}', 200],
    ['{"Image":"a","HostConfig":{"Memory":1e3}}', 403],
    ['{"Image":"a","HostConfig":{"Memory":1000.0}}', 403],
    ['{"Image":"a","HostConfig":{"Memory":9007199254740993}}', 403],
    ['{"Image":"a"', 400],
  ])('has a checked body: %s', async (body, status) => {
    const response = await ask('POST', '/v1.44/containers/create', body);
    expect(response.status).toBe(status);
    if (status === 200) expect(seen[0]).not.toContain('true');
    else expect(seen).toEqual([]);
  });

  it('is checked in the version of the engine, and must be JSON', async () => {
    expect((await ask('POST', '/v1.24/containers/create', '{"Image":"c"}')).status).toBe(403);
    expect((await ask('POST', '/v1.24/containers/create', '{"Image":"a"}')).status).toBe(200);
    expect((await ask('POST', '/v1.44/containers/create', '{"Image":"a"}', 'text/plain')).message).toBe(
      'the policy needs ContainerCreate in JSON',
    );
  });

  it('is refused with the place of the value', async () => {
    const body = '{"Image":"a","HostConfig":{"Privileged":true}}';
    expect((await ask('POST', '/v1.44/containers/create', body)).message).toBe(
      'the policy does not allow this ContainerCreate: body/HostConfig/Privileged must be equal to constant',
    );
  });
});

describe('the example', () => {
  const file = readFileSync(join(import.meta.dirname, '../examples/policy.json'), 'utf8');
  const policy = JSON.parse(file) as PolicyRules;
  it.each([
    [
      {
        Image: 'registry.example/a',
        Env: [],
        HostConfig: { NetworkMode: 'default', Privileged: false, Devices: null },
      },
      201,
    ],
    [{ Image: 'registry.example/a', HostConfig: { Binds: ['data:/data:ro'], Memory: 1 } }, 201],
    [{ Image: 'other/a' }, 403],
    [{ Image: 'registry.example/a', HostConfig: { Binds: ['/:/host'] } }, 403],
    [{ Image: 'registry.example/a', HostConfig: { Privileged: true } }, 403],
    [{ Image: 'registry.example/a', HostConfig: { CapAdd: ['ALL'] } }, 403],
    [{ Image: 'registry.example/a', HostConfig: { NetworkMode: 'host' } }, 403],
    [{ Image: 'registry.example/a', hostconfig: { Privileged: true } }, 403],
    [{ Image: 'registry.example/a', NetworkingConfig: { EndpointsConfig: {} } }, 403],
  ])('%j', async (body, status) => {
    const engine: RequestListener = (_request, response) => void response.writeHead(201).end();
    const own = await openBridge(engine, undefined, { as: '1.44', policy });
    const headers = { 'content-type': 'application/json' };
    const sent = own.ask({ path: '/v1.44/containers/create', method: 'POST', headers }, JSON.stringify(body));
    expect((await sent).status).toBe(status);
    await own.close();
  });
});

it.each([
  [{}, 'it has no object "allow"'],
  [{ allow: { A: false } }, '"allow" has neither true nor an object for A'],
  [{ allow: { A: { headers: {} } } }, 'A has "headers": only "query" and "body" are checked'],
  [{ allow: { A: { body: { type: 'objekt' } } } }, 'the schema of the body of A is invalid'],
  [{ allow: { A: { body: { propertys: {} } } } }, 'the schema of the body of A is invalid'],
])('the policy %j is rejected', async (policy, message) => {
  const created = createBridge({ engine: 'unix:///a', policy: policy as unknown as PolicyRules });
  await expect(created).rejects.toThrow(`the policy is invalid: ${message}`);
});
