/** Tests what clients of old versions get from an engine of today, which sends more than the engines of those versions. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBridge, type BridgeScene } from './bridge-scene.js';

const received: string[] = [];
const urls: string[] = [];
let supported = '1.45';
let scene: BridgeScene;

beforeAll(async () => {
  scene = await openBridge(
    async (request, response) => {
      urls.push(request.url ?? '');
      let body = '';
      for await (const chunk of request) body += String(chunk);
      received.push(body);
      if (request.url?.endsWith('/detached/start') === true)
        return void response.writeHead(200, { 'content-length': '0' }).end();
      response.writeHead(200, { 'content-type': 'application/json', swarm: 'inactive' });
      if (request.url?.endsWith('/_ping') === true) return void response.end();
      const bridge = { Aliases: null, DNSNames: null };
      if (request.url?.endsWith('/version') === true)
        return void response.end(JSON.stringify({ ApiVersion: supported }));
      if (request.url?.endsWith('/networks') === true)
        return void response.end(JSON.stringify([{ Scope: 'local' }, { Scope: 'swarm' }, {}]));
      if (request.url?.endsWith('/auth') === true)
        return void response.end(JSON.stringify({ Status: 'Login Succeeded' }));
      const names = {
        CDISpecDirs: [],
        Config: { Hostname: 'a' },
        NetworkSettings: { Networks: { bridge } },
        HostConfig: { Annotations: { a: 'b' } },
      };
      response.end(JSON.stringify(names));
    },
    undefined,
    { as: '1.44' },
  );
});
afterAll(() => scene.close());

it.each(['1.24', '1.40', '1.41', '1.42'])('%s: what engines of today send at any version is kept', async (version) => {
  const inspected = await scene.ask({ path: `/v${version}/containers/a/json` });
  expect(JSON.parse(inspected.body)).toMatchObject({
    NetworkSettings: { Networks: { bridge: { DNSNames: null } } },
    // Not a limit that no engine has sent.
    HostConfig: { Annotations: { a: 'b' } },
  });
  expect(inspected.body).not.toContain('KernelMemory');
  expect(JSON.parse((await scene.ask({ path: `/v${version}/info` })).body)).toMatchObject({ CDISpecDirs: [] });
  expect((await scene.ask({ path: `/v${version}/_ping` })).headers['swarm']).toBe('inactive');
});

// What engines of 29 and later leave out, and those before them sent at each of these versions.
it.each(Array.from({ length: 20 }, (_, index) => `1.${24 + index}`))(
  '%s: what engines of 29 leave out is there',
  async (version) => {
    const inspected = await scene.ask({ path: `/v${version}/containers/a/json` });
    expect(JSON.parse(inspected.body)).toMatchObject({
      Config: { OnBuild: null },
      NetworkSettings: {
        Bridge: '',
        HairpinMode: false,
        LinkLocalIPv6Address: '',
        LinkLocalIPv6PrefixLen: 0,
        SecondaryIPAddresses: null,
        SecondaryIPv6Addresses: null,
        EndpointID: '',
        Gateway: '',
        GlobalIPv6Address: '',
        GlobalIPv6PrefixLen: 0,
        IPAddress: '',
        IPPrefixLen: 0,
        IPv6Gateway: '',
        MacAddress: '',
      },
    });
    const listed = await scene.ask({ path: `/v${version}/networks` });
    const networks = JSON.parse(listed.body) as readonly { readonly Containers?: unknown }[];
    expect(networks.map(({ Containers }) => Containers)).toEqual([{}, null, {}]);
    const headers = { 'content-type': 'application/json' };
    const login = await scene.ask({ path: `/v${version}/auth`, method: 'POST', headers }, '{"username":"a"}');
    expect(JSON.parse(login.body)).toEqual({ Status: 'Login Succeeded', IdentityToken: '' });
  },
);

it('at 1.44, which engines of 29 speak themselves, nothing is added', async () => {
  const { body } = await scene.ask({ path: '/v1.44/containers/a/json' });
  expect(JSON.parse(body)).toMatchObject({ Config: {}, NetworkSettings: {} });
  expect(body).not.toMatch(/OnBuild|HairpinMode/);
});

it.each(['1.24', '1.41', '1.44', '1.47'])('%s: so is what engines of 1.48 and later send', async (version) => {
  const networks = { EnableIPv4: true };
  const inspected = {
    NetworkSettings: { Networks: { bridge: { GwPriority: 0 } } },
    HostConfig: { ConsoleSize: [0, 0] },
  };
  const later = await openBridge(
    (request, response) => {
      const body = request.url?.includes('networks') === true ? networks : inspected;
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    },
    undefined,
    { as: '1.51' },
  );
  const ask = async (path: string) => JSON.parse((await later.ask({ path: `/v${version}${path}` })).body) as unknown;
  expect([await ask('/networks/a'), await ask('/containers/a/json')]).toMatchObject([networks, inspected]);
  await later.close();
});

it('a client of 1.41 is refused by the engine what no engine of today ignores', async () => {
  urls.length = 0;
  await scene.ask({ path: '/v1.41/containers/a/wait?condition=nonsense', method: 'POST' });
  expect(urls).toEqual(['/v1.44/containers/a/wait?condition=nonsense']);
});

it.each(['1.52', '1.45'])(
  'the networks of a service of a client of 1.41 are where engines of %s read them',
  async (newest) => {
    supported = newest;
    const headers = { 'content-type': 'application/json' };
    const body = { TaskTemplate: { ContainerSpec: { Image: 'a' } }, Networks: [{ Target: 'n' }] };
    await scene.ask({ path: '/v1.41/services/create', method: 'POST', headers }, JSON.stringify(body));
    const moved = { ...body, TaskTemplate: { ...body.TaskTemplate, Networks: body.Networks } };
    expect(JSON.parse(received.at(-1) ?? '')).toEqual(newest === '1.45' ? body : moved);
  },
);

it('a response without a body gets no media type', async () => {
  const { headers } = await scene.ask({ path: '/v1.41/exec/detached/start', method: 'POST' });
  expect(headers['content-type']).toBeUndefined();
});

it.each(['1.24', '1.36'])('%s: a refusal names the version of the client', async (version) => {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ Name: 'c', Templating: { Name: 'golang' } });
  const { status, body: refusal } = await scene.ask(
    { path: `/v${version}/configs/create`, method: 'POST', headers },
    body,
  );
  expect(status).toBe(400);
  expect(refusal).toContain(`config templating is not supported on the specified API version: ${version}`);
});

it('a body that is not JSON reaches the engine as it is', async () => {
  const headers = { 'content-type': 'text/plain' };
  const { status } = await scene.ask({ path: '/v1.30/containers/create', method: 'POST', headers }, 'Image');
  expect([status, received.at(-1)]).toEqual([200, 'Image']);
});

it.each([
  ['{"Image":"a"}', 'shareable'],
  ['{"Image":"a","HostConfig":{}}', 'shareable'],
  ['{"Image":"a","HostConfig":{"IpcMode":""}}', 'shareable'],
  ['{"Image":"a","HostConfig":{"IpcMode":"private"}}', 'private'],
])('a client of 1.39 creates containers whose IPC namespace can be shared: %s', async (body, mode) => {
  received.length = 0;
  const headers = { 'content-type': 'application/json' };
  await scene.ask({ path: '/v1.39/containers/create', method: 'POST', headers }, body);
  expect(JSON.parse(received.at(-1) ?? '')).toMatchObject({ HostConfig: { IpcMode: mode } });
});
