/** Tests the bridge: the served version, headers and size limits. */
import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { openBridge, type BridgeScene } from './bridge-scene.js';

let scene: BridgeScene | undefined;
afterEach(() => scene?.close());

const version = {
  Version: '26',
  ApiVersion: '1.45',
  MinAPIVersion: '1.24',
  Components: [
    { Name: 'Engine', Version: '26', Details: { ApiVersion: '1.45', MinAPIVersion: '1.24', Os: 'linux' } },
    { Name: 'runc', Version: '1', Details: { GitCommit: 'x' } },
  ],
};

const urls: string[] = [];
const engine: RequestListener = (request, response) => {
  urls.push(request.url ?? '');
  const headers = { 'Content-Type': 'application/json', 'Api-Version': '1.45' };
  if (request.url?.includes('_ping')) response.writeHead(200, { 'Api-Version': '1.45' }).end('OK');
  else if (request.url?.endsWith('/version')) response.writeHead(200, headers).end(JSON.stringify(version));
  else if (request.url?.includes('/images/json')) response.writeHead(200, headers).end('[{"Id":"i","Size":5}]');
  else response.writeHead(404, headers).end('{"message":"none"}');
};

describe.each([
  { client: '1.41', engineVersion: '1.44' },
  { client: '1.44', engineVersion: '1.41' },
])('clients of $client', ({ client, engineVersion }) => {
  const request = async (path: string, method = 'GET') => {
    scene ??= await openBridge(engine, undefined, { as: engineVersion, serve: { oldest: client, newest: client } });
    return scene.ask({ path, method });
  };
  afterEach(() => {
    scene = undefined;
  });

  it.each(['/_ping', `/v${client}/_ping`, '/info', `/v${client}/images/json`, '/secrets', '/none', '/version'])(
    '%s tells the version that is served',
    async (path) => {
      for (const method of ['GET', 'HEAD']) expect((await request(path, method)).headers['api-version']).toBe(client);
    },
  );

  it('the range of versions is the served one', async () => {
    const range = { ApiVersion: client, MinAPIVersion: client };
    for (const path of ['/version', `/v${client}/version`]) {
      expect(JSON.parse((await request(path)).body)).toEqual({
        ...version,
        ...range,
        Components: [{ ...version.Components[0], Details: { ...range, Os: 'linux' } }, version.Components[1]],
      });
    }
  });

  it('paths without a version mean the served one, and other versions are refused', async () => {
    const { body } = await request('/images/json');
    expect(body.includes('VirtualSize')).toBe(client === '1.41');
    expect(urls.at(-1)).toContain(`/v${engineVersion}/images/json`);
    urls.length = 0;
    for (const [other, words] of [
      ['1.24', `is too old. Minimum supported API version is ${client}, please upgrade your client to a newer version`],
      ['1.40', `is too old. Minimum supported API version is ${client}, please upgrade your client to a newer version`],
      ['1.45', `is too new. Maximum supported API version is ${client}`],
      ['9', `is too new. Maximum supported API version is ${client}`],
      [engineVersion, client === '1.41' ? 'is too new' : 'is too old'],
      ['1.42', client === '1.41' ? 'is too new' : 'is too old'],
    ] as const) {
      const { status, body: refusal } = await request(`/v${other}/images/json`);
      expect(status).toBe(400);
      expect(JSON.parse(refusal)).toMatchObject({
        message: expect.stringContaining(`client version ${other} ${words}`) as string,
      });
    }
    // The engine is asked only in which form it refuses a version.
    expect(urls.filter((url) => !url.endsWith('/_ping'))).toEqual([]);
  });

  it.each([
    [404, 'text/plain'],
    [400, 'application/json'],
  ])('a version is refused in JSON where the engine responds with %i and %s', async (engineStatus, type) => {
    scene = await openBridge(
      (_request, response) => void response.writeHead(engineStatus, { 'Content-Type': type }).end('{}'),
      undefined,
      { as: engineVersion, serve: { oldest: client, newest: client } },
    );
    const { status, headers } = await request('/v1.11/info');
    expect([status, headers['content-type']]).toEqual([400, 'application/json']);
  });

  it('a version is refused in the form of the engine', async () => {
    scene = await openBridge(
      (_request, response) => void response.writeHead(400, { 'Content-Type': 'text/plain; charset=utf-8' }).end('no\n'),
      undefined,
      { as: engineVersion, serve: { oldest: client, newest: client } },
    );
    const { status, headers, body } = await request('/v1.11/info');
    expect({ status, body }).toEqual({
      status: 400,
      body: `client version 1.11 is too old. Minimum supported API version is ${client}, please upgrade your client to a newer version\n`,
    });
    expect(headers).toMatchObject({ 'content-type': 'text/plain; charset=utf-8', 'api-version': client });
  });

  it.each(['http://engine', '%'])('accepts another notation of the URL (%s)', async (way) => {
    const path = way === '%' ? `/v${client}/%69mages/json` : `http://engine/v${client}/images/json`;
    expect((await request(path)).body.includes('VirtualSize')).toBe(client === '1.41');
  });
});

describe('versions between 1.41 and 1.44, which engines serve differently', () => {
  const all = { as: '1.44', serve: { oldest: '1.41', newest: '1.44' } };
  const endpoints = { NetworkingConfig: { EndpointsConfig: { a: {}, b: {} } } };
  const Annotations = { a: 'b' };
  it.each([
    ['1.42', endpoints, 400, undefined],
    ['1.43', endpoints, 400, undefined],
    ['1.44', endpoints, 201, endpoints],
    ['1.42', { HostConfig: { Annotations, Init: true } }, 201, { HostConfig: { Init: true } }],
    ['1.43', { HostConfig: { Annotations } }, 201, { HostConfig: { Annotations } }],
  ])('%s: %j', async (client, body, status, sent) => {
    let received: unknown;
    scene = await openBridge(
      (request, response) => {
        let text = '';
        request.on('data', (piece: Buffer) => (text += piece.toString()));
        request.on('end', () => {
          received = JSON.parse(text);
          response.writeHead(201, { 'content-type': 'application/json' }).end('{"Id":"i","Warnings":[]}');
        });
      },
      undefined,
      all,
    );
    const headers = { 'content-type': 'application/json' };
    const path = `/v${client}/containers/create`;
    expect((await scene.ask({ method: 'POST', path, headers }, JSON.stringify(body))).status).toBe(status);
    expect(received).toEqual(sent);
  });

  it('shows what an image without a name has', async () => {
    scene = await openBridge(
      (_request, response) => {
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end('[{"Size":5,"RepoTags":[],"RepoDigests":[]}]');
      },
      undefined,
      all,
    );
    const namesAt = async (client: string) => {
      const [image] = JSON.parse((await scene?.ask({ path: `/v${client}/images/json` }))?.body ?? '') as [
        { readonly RepoTags: unknown; readonly VirtualSize?: number },
      ];
      return [image.RepoTags, image.VirtualSize];
    };
    expect(await namesAt('1.42')).toEqual([['<none>:<none>'], 5]);
    expect(await namesAt('1.43')).toEqual([[], 5]);
    expect(await namesAt('1.44')).toEqual([[], undefined]);
  });
});

describe('messages', () => {
  it.each(['/v1.41/secrets', '/v1.41/images/json'])('repeated headers stay separate: %s', async (path) => {
    let seen: readonly string[] = [];
    scene = await openBridge((request, response) => {
      seen = request.rawHeaders;
      response.writeHead(200, [
        ['Content-Type', 'application/json'],
        ['X-A', '1'],
        ['X-A', '2, 3'],
        ['Keep-Alive', 'timeout=77'],
      ] as never);
      response.end('[]');
    });
    const { rawHeaders } = await scene.ask({ path, headers: { 'X-B': ['1', '2, 3'], TE: 'gzip' } });
    const valuesOf = (headers: readonly string[], name: string) =>
      headers.filter((_, index) => headers[index - 1]?.toLowerCase() === name && index % 2 === 1);
    expect(valuesOf(seen, 'x-b')).toEqual(['1', '2, 3']);
    expect(valuesOf(seen, 'te')).toEqual([]);
    expect(valuesOf(rawHeaders, 'x-a')).toEqual(['1', '2, 3']);
    expect(valuesOf(rawHeaders, 'keep-alive')).not.toContain('timeout=77');
  });

  it('JSON is read only if it is converted, and up to a limit', async () => {
    const bodies: string[] = [];
    scene = await openBridge((request, response) => {
      let body = '';
      request
        .on('data', (piece: Buffer) => (body += piece.toString()))
        .on('end', () => {
          bodies.push(body);
          response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
        });
    });
    const headers = { 'content-type': 'application/json' };
    const post = (path: string, body: string) => scene?.ask({ method: 'POST', path, headers }, body);
    expect((await post('/v1.41/secrets/create', '{ no JSON'))?.status).toBe(200);
    expect(bodies).toEqual(['{ no JSON']);
    for (const [body, message] of [
      ['{ no JSON', "invalid JSON: invalid character 'n' looking for beginning of object key string"],
      ['{"Image":', 'invalid JSON: unexpected EOF'],
      ['{', 'invalid JSON: unexpected EOF'],
      ['{"Image":"a",', 'invalid JSON: unexpected EOF'],
      ['{} {}', 'unexpected content after JSON'],
    ] as const) {
      const refused = await post('/v1.41/containers/create', body);
      expect([refused?.status, refused?.body]).toEqual([400, `${JSON.stringify({ message })}\n`]);
    }
    const large = `{"Image":"${'a'.repeat(65 * 1024 * 1024)}"}`;
    expect((await post('/v1.41/containers/create', large))?.status).toBe(413);
    expect(bodies).toHaveLength(1);
  });

  it('refusals have the headers of the engine, once it has responded', async () => {
    const headers = { 'docker-experimental': 'false', ostype: 'linux', server: 'Engine/26', 'api-version': '1.45' };
    scene = await openBridge((_request, response) => response.writeHead(200, headers).end('OK'));
    await scene.ask({ path: '/_ping' });
    const json = { 'content-type': 'application/json' };
    const refused = await scene.ask({ path: '/v1.41/containers/create', method: 'POST', headers: json }, '{');
    expect(refused).toMatchObject({ status: 400, headers: { ...headers, 'api-version': '1.41' } });
    // A version is refused before the engine adds all of them.
    const { 'docker-experimental': _, ...others } = headers;
    const version = await scene.ask({ path: '/v1.23/info' });
    expect(version).toMatchObject({ status: 400, headers: { ...others, 'api-version': '1.41' } });
    expect(version.headers).not.toHaveProperty('docker-experimental');
  });

  it('a response of a conversion hook has the headers of the engine', async () => {
    scene = await openBridge(
      (_request, response) => {
        const headers = {
          'content-type': 'application/json',
          'api-version': '1.41',
          ostype: 'linux',
          server: 'Docker/x',
        };
        response.writeHead(200, headers).end('{"Volumes":[]}');
      },
      undefined,
      { as: '1.41', serve: { oldest: '1.41', newest: '1.44' } },
    );
    expect(await scene.ask({ method: 'POST', path: '/v1.44/volumes/prune' })).toMatchObject({
      status: 200,
      headers: { 'api-version': '1.44', ostype: 'linux', server: 'Docker/x' },
      body: '{"VolumesDeleted":[],"SpaceReclaimed":0}\n',
    });
  });

  it('the engine refuses a query that cannot be decoded, unless the request changes something', async () => {
    const seen: unknown[] = [];
    scene = await openBridge((request, response) => {
      seen.push(request.url);
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"message":"invalid filter"}');
    });
    const list = await scene.ask({ path: '/v1.41/containers/json?filters=nonsense' });
    expect([list.status, list.body]).toEqual([400, '{"message":"invalid filter"}']);
    const prune = await scene.ask({ method: 'POST', path: '/v1.41/volumes/prune?filters=nonsense' });
    expect(prune.status).toBe(400);
    expect(seen).toEqual(['/v1.44/containers/json?filters=nonsense']);
  });
});
