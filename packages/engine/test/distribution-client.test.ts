/** The client of registries: what it sends to one that answers in other ways than the registry in memory. */
import { describe, expect, it } from 'vitest';
import { digestOf } from '../src/values/digest.js';
import type { RepositoryAccess } from '../src/index.js';
import { DistributionClient } from '../src/registry/distribution-client.js';

const access: RepositoryAccess = { host: 'r.test', repository: 'me/app' };
const body = Buffer.from('{"schemaVersion":2}');
const digest = digestOf(body);
const ok = () => new Response(body, { headers: { 'content-type': 'application/x; charset=utf-8' } });
const failure = (status: number, errors?: unknown, headers: Record<string, string> = {}) =>
  new Response(errors === undefined ? 'no JSON' : JSON.stringify({ errors }), { status, headers });
const challenge = (value: string) => failure(401, [], { 'www-authenticate': value });

/** @returns a client, and the lines of what it sends: the method, the address, credentials and range */
function clientOf(...responses: readonly (() => Response | Promise<Response>)[]) {
  const sent: string[] = [];
  const rest = [...responses];
  const client = new DistributionClient(async (request) => {
    const { headers } = request;
    const form = headers.get('content-type')?.startsWith('application/x-www-form') ? await request.text() : null;
    const parts = [request.method, request.url, headers.get('authorization'), headers.get('content-range'), form];
    sent.push(parts.filter((part) => part !== null).join(' '));
    const next = rest.shift();
    if (next === undefined) throw new Error(`not expected: ${request.method} ${request.url}`);
    return next();
  });
  return { client, sent };
}

const lost = (code: string) => (): never => {
  throw Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error('lost'), { code }) });
};

describe('a manifest', () => {
  it('has a type without parameters, and the digest of its bytes', async () => {
    const { client, sent } = clientOf(ok, ok);
    expect(await client.manifest(access, '1')).toEqual({ mediaType: 'application/x', digest, body });
    expect(await client.manifest({ ...access, host: 'docker.io' }, digest)).toMatchObject({ digest });
    expect(sent).toEqual([
      'GET https://r.test/v2/me/app/manifests/1',
      `GET https://registry-1.docker.io/v2/me/app/manifests/${digest}`,
    ]);
  });

  const other = `sha256:${'0'.repeat(64)}`;
  it.each<[string, string, () => Response, number, string]>([
    ['of another digest', other, ok, 500, `manifest verification failed for digest ${other}`],
    ['too large', '1', () => new Response(Buffer.alloc(4 * 1024 * 1024 + 1)), 500, 'the manifest is too large'],
    [
      'missing',
      '1',
      () => failure(404, [{ code: 'MANIFEST_UNKNOWN', message: 'm' }]),
      404,
      'manifest for r.test/me/app:1 not found: manifest unknown: m',
    ],
    [
      'missing by digest',
      other,
      () => failure(404, [{ code: 'MANIFEST_UNKNOWN', message: 'm' }]),
      404,
      `manifest for r.test/me/app@${other} not found: manifest unknown: m`,
    ],
    [
      'of a missing repository',
      '1',
      () => failure(404, [{ code: 'NAME_UNKNOWN', message: 'n' }]),
      404,
      "pull access denied for r.test/me/app, repository does not exist or may require 'docker login': n",
    ],
    [
      'missing without a reason',
      '1',
      () => failure(404),
      404,
      "pull access denied for r.test/me/app, repository does not exist or may require 'docker login'",
    ],
    ['denied', '1', () => failure(403, [{ code: 'DENIED', message: 'd' }]), 401, 'unauthorized: d'],
    ['unauthorized without a challenge', '1', () => failure(401), 401, 'unauthorized: authentication required'],
    ['refused for now', '1', () => failure(429, [{ code: 'X', message: 'slowly' }]), 429, 'toomanyrequests: slowly'],
    ['refused for now without a reason', '1', () => failure(429), 429, 'toomanyrequests: too many requests'],
    ['of a failing registry', '1', () => failure(500, [{ code: 'X', message: 'broken' }]), 500, 'broken'],
    [
      'of a failing gateway',
      '1',
      () => new Response('', { status: 502, statusText: 'Bad Gateway' }),
      500,
      'received unexpected HTTP status: 502 Bad Gateway',
    ],
  ])('%s is an error', async (_what, reference, respond, status, message) => {
    await expect(clientOf(respond).client.manifest(access, reference)).rejects.toMatchObject({ status, message });
  });

  const login = { username: 'me', password: 'p' };
  const bearer = () => challenge('Bearer realm="https://auth.test/token"');
  it.each<[string, (client: DistributionClient) => Promise<unknown>, (() => Response)[], number, object]>([
    ['a manifest', (to) => to.manifest(access, '1'), [], 200, { message: 'the manifest is too large' }],
    ['an error', (to) => to.manifest(access, '1'), [], 503, { status: 500 }],
    ['a token', (to) => to.manifest(access, '1'), [bearer], 200, { message: 'the token is too large' }],
    ['a refused login', (to) => to.login('r.test', login), [() => challenge('Basic')], 401, { status: 401 }],
    ['a search', (to) => to.search('r.test', 'x', 1), [], 200, { message: 'the list of results is too large' }],
  ])('%s without an end is read up to a limit', async (_what, call, before, status, error) => {
    let sent = 0;
    let isCancelled = false;
    const endless = () =>
      new Response(
        new ReadableStream<Uint8Array>({
          pull(controller) {
            sent += 65_536;
            controller.enqueue(Buffer.alloc(65_536, ' '));
          },
          cancel: () => void (isCancelled = true),
        }),
        { status },
      );
    await expect(call(clientOf(...before, endless).client)).rejects.toMatchObject(error);
    expect(isCancelled).toBe(true);
    expect(sent).toBeLessThan(5 * 1024 * 1024);
  });

  it.each([
    ['ECONNREFUSED', 'dial tcp r.test:443: connect: connection refused'],
    ['ENOTFOUND', 'dial tcp: lookup r.test: no such host'],
    ['EAI_AGAIN', 'dial tcp: lookup r.test: Temporary failure in name resolution'],
    ['OTHER', 'lost'],
  ])('of a machine that cannot be reached is an error: %s', async (code, reason) => {
    const message = `Get "https://r.test/v2/": ${reason}`;
    await expect(clientOf(lost(code)).client.manifest(access, '1')).rejects.toMatchObject({ status: 500, message });
  });

  it.each(['localhost:5000', '127.0.0.1:5000', '[::1]:5000'])('of %s is asked for without TLS first', async (host) => {
    const { client, sent } = clientOf(lost('ECONNREFUSED'), ok);
    await client.manifest({ ...access, host }, '1');
    expect(sent).toEqual(['http', 'https'].map((scheme) => `GET ${scheme}://${host}/v2/me/app/manifests/1`));
    await expect(
      clientOf(lost('ECONNREFUSED'), lost('OTHER')).client.manifest({ ...access, host }, '1'),
    ).rejects.toThrow(`Get "http://${host}/v2/": dial tcp`);
  });
});

describe('credentials', () => {
  const user = { username: 'me', password: 'p:w' };
  const basic = `Basic ${Buffer.from('me:p:w').toString('base64')}`;
  const bearer = 'Bearer realm="https://auth.test/token",service="s",scope="given"';
  const noScope = 'Bearer realm="https://auth.test/token"';
  const token = (value: object) => () => Response.json(value);

  it.each<[string, RepositoryAccess['credentials'], string, object, string[]]>([
    [
      'of a user are sent if the registry asks',
      user,
      'Basic realm="r"',
      {},
      [`GET https://r.test/v2/me/app/manifests/1 ${basic}`],
    ],
    [
      'become a token',
      user,
      bearer,
      { token: 't' },
      [
        `GET https://auth.test/token?service=s&scope=given&client_id=docker ${basic}`,
        'GET https://r.test/v2/me/app/manifests/1 Bearer t',
      ],
    ],
    [
      'of nobody become a token',
      undefined,
      noScope,
      { access_token: 'a' },
      [
        'GET https://auth.test/token?scope=repository%3Ame%2Fapp%3Apull&client_id=docker',
        'GET https://r.test/v2/me/app/manifests/1 Bearer a',
      ],
    ],
    [
      'may be an identity token',
      { identityToken: 'i' },
      bearer,
      { token: 't' },
      [
        'POST https://auth.test/token grant_type=refresh_token&refresh_token=i&client_id=docker&service=s&scope=given',
        'GET https://r.test/v2/me/app/manifests/1 Bearer t',
      ],
    ],
    [
      'may be a token of the registry',
      { registryToken: 'x' },
      bearer,
      {},
      ['GET https://r.test/v2/me/app/manifests/1 Bearer x'],
    ],
  ])('%s', async (_what, credentials, header, issued, wanted) => {
    const tokens = wanted.length === 2 ? [token(issued)] : [];
    const { client, sent } = clientOf(() => challenge(header), ...tokens, ok);
    await client.manifest({ ...access, credentials }, '1');
    expect(sent).toEqual(['GET https://r.test/v2/me/app/manifests/1', ...wanted]);
  });

  it.each<[string, RepositoryAccess['credentials'], (() => Response)[], string]>([
    [
      'of nobody do not answer a challenge for a user',
      undefined,
      [() => challenge('Basic')],
      'unauthorized: authentication required',
    ],
    [
      'do not answer a challenge of another kind',
      user,
      [() => challenge('Negotiate x')],
      'unauthorized: authentication required',
    ],
    [
      'are refused once',
      user,
      [() => challenge('Basic'), () => challenge('Basic')],
      'unauthorized: authentication required',
    ],
    [
      'are refused by the server of tokens',
      user,
      [() => challenge(bearer), () => failure(401)],
      'incorrect username or password',
    ],
    [
      'of nobody are refused by the server of tokens',
      undefined,
      [() => challenge(bearer), () => failure(403)],
      'authentication required',
    ],
    [
      'become no token',
      user,
      [() => challenge(bearer), token({ token: 1 })],
      'authorization server did not include a token in the response',
    ],
  ])('%s', async (_what, credentials, responses, message) => {
    await expect(clientOf(...responses).client.manifest({ ...access, credentials }, '1')).rejects.toMatchObject({
      status: 401,
      message,
    });
  });

  it.each<[string, (() => Response)[], string]>([
    ['an open registry', [ok], ''],
    ['a registry with passwords', [() => challenge('basic'), ok], ''],
    ['a registry with tokens', [() => challenge(bearer), token({ token: 't', refresh_token: 'r' })], 'r'],
    ['a registry that issues no identity', [() => challenge(bearer), token({ token: 't' })], ''],
    ['a registry whose first address is lost', [lost('ECONNREFUSED'), ok], ''],
  ])('log in to %s', async (_what, responses, wanted) => {
    expect(await clientOf(...responses).client.login('localhost', user)).toBe(wanted);
  });

  it.each<[string, (() => Response)[], string]>([
    [
      'a password',
      [() => challenge('basic'), () => failure(401)],
      'Get "https://r.test/v2/": unauthorized: incorrect username or password',
    ],
    [
      'a password, with a reason',
      [() => challenge('basic'), () => failure(401, [{ code: 'X', message: 'locked' }])],
      'Get "https://r.test/v2/": unauthorized: locked',
    ],
    [
      'a token',
      [() => challenge(bearer), () => failure(401)],
      'Get "https://r.test/v2/": unauthorized: incorrect username or password',
    ],
    ['anything', [() => failure(500)], 'received unexpected HTTP status: 500 '],
    [
      'a connection',
      [lost('ECONNREFUSED')],
      'Get "https://r.test/v2/": dial tcp r.test:443: connect: connection refused',
    ],
  ])('are refused: %s', async (_what, responses, message) => {
    await expect(clientOf(...responses).client.login('r.test', user)).rejects.toMatchObject({ message });
  });
});

describe('a push', () => {
  const upload = { digest, data: Buffer.from('0123456789') };
  const url = 'https://r.test/v2/me/app/blobs';
  const accepted =
    (range?: string, status = 202) =>
    () =>
      new Response(null, { status, headers: { location: '/up/1?a=b', ...(range !== undefined && { range }) } });
  const done = () => new Response(null, { status: 201 });
  const missing = () => new Response(null, { status: 404 });

  it('sends nothing that is there, and mounts what another repository has', async () => {
    const first = clientOf(ok);
    expect(await first.client.pushBlob(access, upload)).toBe('exists');
    expect(first.sent).toEqual([`HEAD ${url}/${digest}`]);
    const second = clientOf(missing, done);
    expect(await second.client.pushBlob(access, { ...upload, mountFrom: 'other' })).toBe('mounted');
    expect(second.sent[1]).toBe(`POST ${url}/uploads/?mount=${digest}&from=other`);
  });

  it('continues where the registry has been interrupted', async () => {
    const progress: number[] = [];
    const { client, sent } = clientOf(
      missing,
      accepted(),
      lost('ECONNRESET'),
      accepted('0-3', 204),
      accepted('bytes=0-9'),
      done,
    );
    expect(await client.pushBlob(access, { ...upload, onProgress: (bytes) => void progress.push(bytes) })).toBe(
      'uploaded',
    );
    expect(sent.slice(1)).toEqual([
      `POST ${url}/uploads/`,
      'PATCH https://r.test/up/1?a=b 0-9',
      'GET https://r.test/up/1?a=b',
      'PATCH https://r.test/up/1?a=b 4-9',
      `PUT https://r.test/up/1?a=b&digest=${encodeURIComponent(digest)}`,
    ]);
    expect(progress).toEqual([4, 10]);
  });

  it.each<[string, (() => Response)[], string]>([
    ['at the question', [() => failure(500)], 'received unexpected HTTP status: 500 '],
    ['at the beginning', [missing, () => failure(500, [{ message: 'full' }])], 'full'],
    [
      'without an address',
      [missing, () => new Response(null, { status: 202 })],
      'the registry did not say where to upload',
    ],
    ['at the end', [missing, accepted(), accepted('0-9'), () => failure(400, [{ message: 'digest' }])], 'digest'],
    [
      'again and again',
      [missing, accepted(), ...Array.from({ length: 11 }, () => lost('ECONNRESET'))],
      'Get "https://r.test/v2/": lost',
    ],
  ])('fails %s', async (_when, responses, message) => {
    await expect(clientOf(...responses).client.pushBlob(access, upload)).rejects.toMatchObject({ message });
  });

  it('ends where a registry stores no more than it has', async () => {
    let requests = 0;
    const client = new DistributionClient(async ({ method }) => {
      requests += 1;
      const headers = { location: '/v2/me/app/uploads/1', range: '0-1' };
      return new Response(null, { status: method === 'HEAD' ? 404 : 202, headers });
    });
    const message = 'the registry did not store a part of the upload';
    await expect(client.pushBlob(access, upload)).rejects.toMatchObject({ message });
    expect(requests).toBeLessThan(20);
  });

  it('of a manifest returns its digest', async () => {
    const named = () => new Response(null, { status: 201, headers: { 'docker-content-digest': 'sha256:named' } });
    const { client } = clientOf(named, done, () => failure(400, [{ message: 'invalid' }]));
    const manifest = { mediaType: 'application/x', body };
    expect(await client.pushManifest(access, '1', manifest)).toBe('sha256:named');
    expect(await client.pushManifest(access, '1', manifest)).toBe(digest);
    await expect(client.pushManifest(access, '1', manifest)).rejects.toThrow('invalid');
  });
});

it('sends no credentials to another machine that the registry names', async () => {
  const away = () => new Response(null, { status: 202, headers: { location: 'https://storage.test/1' } });
  const { client, sent } = clientOf(
    () => challenge('basic'),
    () => new Response(null, { status: 404 }),
    away,
    away,
    () => new Response(null, { status: 201 }),
  );
  await client.pushBlob({ ...access, credentials: { username: 'me', password: 'p' } }, { digest, data: body });
  expect(sent.map((line) => line.includes('Basic '))).toEqual([false, true, true, false, false]);
});

it('reads results of a search that lack properties', async () => {
  const results = [{ name: 'a' }, { name: 'b', description: 'd', star_count: 3, is_official: true }];
  const { client, sent } = clientOf(
    () => Response.json({ results }),
    () => Response.json({}),
    () => failure(503),
  );
  expect(await client.search('r.test', 'a b', 5)).toEqual([
    { name: 'a', description: '', stars: 0, isOfficial: false },
    { name: 'b', description: 'd', stars: 3, isOfficial: true },
  ]);
  expect(await client.search('r.test', 'a', 5)).toEqual([]);
  await expect(client.search('r.test', 'a', 5)).rejects.toThrow('Unexpected status code 503');
  expect(sent[0]).toBe('GET https://r.test/v1/search?q=a%20b&n=5');
});
