/** Tests version negotiation: through proxies that allow only some requests, and with real engines. */
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type Fetch,
  assertServes,
  compareVersions,
  negotiate,
  openSocket,
  resolveTarget,
} from '../../src/connect/index.js';
import { ConnectionError, ProtocolError, VersionError } from '../../src/error/index.js';
import { ask, engineSockets, listening, temporaryFolder, endAfterTests } from './temporary.js';

endAfterTests();

const folder = temporaryFolder();
let count = 0;

function over(socketPath: string): Fetch {
  return async (method, path) => {
    const target = await resolveTarget({ host: `unix://${socketPath}` });
    return ask(await openSocket(target, { timeout: 5000 }), path, method);
  };
}

async function engine(
  respond: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ fetch: Fetch; asked: string[] }> {
  const asked: string[] = [];
  const path = join(folder, `${(count += 1)}.sock`);
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    respond(request, response);
  });
  await listening(server, path);
  return { fetch: over(path), asked };
}

const version = JSON.stringify({ ApiVersion: '1.45', MinAPIVersion: '1.24', Os: 'linux' });

describe('negotiate', () => {
  it('uses the headers of HEAD /_ping', async () => {
    const { fetch, asked } = await engine((_, response) =>
      response.setHeader('Api-Version', '1.45').setHeader('Ostype', 'linux').end(),
    );
    expect([await negotiate(fetch), asked]).toEqual([{ apiVersion: '1.45' }, ['HEAD /_ping']]);
  });

  it('uses the headers of an unhealthy engine', async () => {
    const { fetch } = await engine((_, response) => void response.writeHead(500, { 'Api-Version': '1.41' }).end());
    expect(await negotiate(fetch)).toEqual({ apiVersion: '1.41' });
  });

  it('sends GET if HEAD is not allowed', async () => {
    const { fetch, asked } = await engine(({ method }, response) => {
      if (method === 'HEAD') response.writeHead(403).end();
      else response.setHeader('Api-Version', '1.45').end('OK');
    });
    expect([await negotiate(fetch), asked]).toEqual([{ apiVersion: '1.45' }, ['HEAD /_ping', 'GET /_ping']]);
  });

  it('requests /version if the ping has no version', async () => {
    const { fetch, asked } = await engine(
      ({ url }, response) => void response.end(url === '/version' ? version : 'OK'),
    );
    const wanted = { apiVersion: '1.45', minApiVersion: '1.24' };
    expect([await negotiate(fetch), asked]).toEqual([wanted, ['HEAD /_ping', 'GET /_ping', 'GET /version']]);
  });

  it.each([
    ['nothing', (response: ServerResponse) => response.writeHead(404).end()],
    ['HTML', (response: ServerResponse) => response.end('<html>')],
    ['null', (response: ServerResponse) => response.end('null')],
    [
      'a version that is none',
      (response: ServerResponse) => response.setHeader('Api-Version', '../x').end('{"ApiVersion":"1.44/.."}'),
    ],
  ])('rejects %s', async (_, respond) => {
    const { fetch } = await engine((_request, response) => void respond(response));
    const error: unknown = await negotiate(fetch).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ProtocolError);
    expect(String(error)).toMatch(
      /is not a container engine.*\(HEAD \/_ping: \d+, GET \/_ping: \d+, GET \/version: \d+\)/,
    );
  });

  it('recognizes a port that requires TLS', async () => {
    const { fetch } = await engine(
      (_, response) => void response.writeHead(400).end('Client sent an HTTP request to an HTTPS server.\n'),
    );
    const target = await resolveTarget({ host: 'tcp://h:2376' });
    const error: unknown = await negotiate(fetch, target).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ConnectionError);
    expect(String(error)).toContain('The engine at tcp://h:2376 wants TLS: set DOCKER_TLS_VERIFY=1');
  });
});

describe('assertServes', () => {
  it.each([
    [['1.44'], { apiVersion: '1.44' }, '1.44', 0],
    [['1.44'], { apiVersion: '1.45' }, '1.44', 1],
    [['1.41', '1.44'], { apiVersion: '1.43' }, '1.41', 1],
    [['1.44', '1.41'], { apiVersion: '1.100' }, '1.44', 1],
    [['1.41'], { apiVersion: '1.45', minApiVersion: '1.24' }, '1.41', 0],
  ] as const)('%j and %j is %s', async (ours, served, spoken, requests) => {
    const { fetch, asked } = await engine((_, response) => void response.end(version));
    expect([await assertServes(ours, served, fetch), asked.length]).toEqual([spoken, requests]);
  });

  it.each([
    [
      ['1.44'],
      '1.41',
      '1.24',
      'This client speaks version 1.44 of the API, but the engine serves 1.24 to 1.41: update the engine, or use the client of an older version.',
    ],
    [
      ['1.41'],
      '1.52',
      '1.44',
      'This client speaks version 1.41 of the API, but the engine serves 1.44 to 1.52: use the client of a newer version.',
    ],
    [
      ['1.44'],
      '1.41',
      undefined,
      'This client speaks version 1.44 of the API, but the engine serves up to 1.41: update the engine, or use the client of an older version.',
    ],
    [
      ['1.41', '1.44'],
      '1.52',
      '1.45',
      'This client speaks version 1.41 to 1.44 of the API, but the engine serves 1.45 to 1.52: use the client of a newer version.',
    ],
  ] as const)('%j and %s (from %s) names both ranges', async (ours, newest, oldest, message) => {
    const { fetch } = await engine(
      (_, response) => void response.end(JSON.stringify({ ApiVersion: newest, MinAPIVersion: oldest })),
    );
    const error: unknown = await assertServes(ours, { apiVersion: newest }, fetch).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(VersionError);
    expect(error).toHaveProperty('message', message);
  });
});

const engines = engineSockets();
describe.skipIf(engines.length === 0)(
  `real engines${engines.length === 0 ? ' [SKIPPED: none is running]' : ''}`,
  () => {
    it.each(engines)('%s', async (path) => {
      const fetch = over(path);
      const served = await negotiate(fetch);
      expect(served).toEqual({ apiVersion: expect.stringMatching(/^1\.\d+$/) });
      expect(await assertServes(['1.41', '1.44'], served, fetch)).toBe(
        compareVersions(served.apiVersion, '1.44') >= 0 ? '1.44' : '1.41',
      );
      await expect(assertServes(['1.99'], served, fetch)).rejects.toThrow(
        /speaks version 1\.99 of the API, but the engine serves 1\.\d+ to 1\.\d+: update/,
      );
      await expect(assertServes(['1.1'], served, fetch)).rejects.toThrow(
        /speaks version 1\.1 of the API, but the engine serves 1\.\d+ to 1\.\d+: use the client of a newer/,
      );
    });
  },
);
