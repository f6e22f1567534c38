/** Tests the bridge without a given version: it asks the engine, and converts only what the engine does not support. */
import type { RequestListener, ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { openBridge, type BridgeScene } from './bridge-scene.js';
import { versions } from '../src/convert/conversions.js';

const newest = versions.at(-1) ?? '';
/** A version that no package knows yet. */
const later = `1.${Number(newest.slice(2)) + 1}`;

let scene: BridgeScene | undefined;
afterEach(() => scene?.close());

let urls: string[] = [];

/** An engine of some versions; without them, it does not say which. */
function engineOf(range: { ApiVersion?: unknown; MinAPIVersion?: unknown }): RequestListener {
  urls = [];
  return (request, response) => {
    urls.push(request.url ?? '');
    response.writeHead(200, { 'Content-Type': 'application/json', 'Api-Version': String(range.ApiVersion) });
    response.end(request.url?.endsWith('/version') === true ? JSON.stringify(range) : '[{"Id":"i","Size":5}]');
  };
}

const open = async (range: object, serve?: { oldest: string; newest: string }) => {
  scene = await openBridge(engineOf(range), undefined, serve === undefined ? {} : { serve });
  return scene;
};

describe.each([
  { engine: ['1.24', '1.45'], served: ['1.24', newest], client: '1.42', used: '1.42' },
  { engine: ['1.24', '1.45'], served: ['1.24', newest], client: '1.24', used: '1.24' },
  { engine: ['1.24', '1.45'], served: ['1.24', newest], client: '1.45', used: '1.45' },
  { engine: ['1.44', newest], served: ['1.24', newest], client: '1.41', used: '1.44' },
  { engine: ['1.44', newest], served: ['1.24', newest], client: '1.43', used: '1.44' },
  { engine: ['1.12', '1.41'], served: ['1.12', newest], client: '1.44', used: '1.41' },
  { engine: ['1.12', '1.41'], served: ['1.12', newest], client: '1.40', used: '1.40' },
  { engine: ['1.46', newest], served: ['1.24', newest], client: '1.46', used: '1.46' },
  { engine: ['1.44', newest], served: ['1.24', newest], client: '1.24', used: '1.44' },
  { engine: ['1.40', later], served: ['1.24', later], client: '1.30', used: '1.40' },
  { engine: ['1.24', '1.40'], served: ['1.24', newest], client: '1.44', used: '1.40' },
])('an engine of $engine', ({ engine: [oldest, newest], served, client, used }) => {
  it(`is sent ${used} for a client of ${client}, and ${served.join(' to ')} are offered`, async () => {
    const { ask } = await open({ ApiVersion: newest, MinAPIVersion: oldest });
    const { body, headers } = await ask({ path: `/v${client}/images/json` });
    expect(urls).toEqual(['/version', `/v${used}/images/json`]);
    // Bodies of clients whose version the engine supports keep their bytes.
    expect(body.includes('VirtualSize')).toBe(client < '1.44' && used === '1.44');
    expect(headers['api-version']).toBe(served[1]);
    const version = await ask({ path: `/v${client}/version` });
    expect(JSON.parse(version.body)).toEqual({ ApiVersion: served[1], MinAPIVersion: served[0] });
  });
});

it('offers a part of the versions', async () => {
  const { ask } = await open({ ApiVersion: '1.52', MinAPIVersion: '1.44' }, { oldest: '1.42', newest: '1.50' });
  expect((await ask({ path: '/v1.41/info' })).body).toContain('Minimum supported API version is 1.42');
  expect((await ask({ path: '/v1.51/info' })).body).toContain('Maximum supported API version is 1.50');
});

it('asks again after the engine did not respond', async () => {
  const range: { ApiVersion?: string; MinAPIVersion?: string } = {};
  const { ask } = await open(range);
  const refused = await ask({ path: '/v1.41/images/json' });
  expect([refused.status, refused.body]).toEqual([
    502,
    '{"message":"the engine does not say which versions it supports: 200"}\n',
  ]);
  Object.assign(range, { ApiVersion: '1.44', MinAPIVersion: '1.24' });
  expect((await ask({ path: '/v1.41/images/json' })).status).toBe(200);
  expect((await ask({ path: '/v1.41/images/json' })).status).toBe(200);
  expect(urls.filter((url) => url === '/version')).toHaveLength(2);
});

it.each([
  ['no object', (response: ServerResponse) => response.end('null')],
  ['cut off', (response: ServerResponse) => response.write('{"ApiV', () => response.destroy())],
])('requests them again after a response that is %s', async (_what, respond) => {
  let isBroken = true;
  scene = await openBridge(
    (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      if (isBroken) respond(response);
      else response.end('{"ApiVersion":"1.44","MinAPIVersion":"1.24"}');
    },
    undefined,
    {},
  );
  expect((await scene.ask({ path: '/v1.41/version' })).status).toBe(502);
  isBroken = false;
  expect((await scene.ask({ path: '/v1.41/version' })).status).toBe(200);
});
