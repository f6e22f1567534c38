/** Downloads that are longer than they may be: the engine refuses them, and ends the connection. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { digestOf } from '../src/values/digest.js';
import { limitedBytes } from '../src/filesystem/response-bytes.js';
import { archiveWith } from '../src/filesystem/tar.js';
import { useEngineScene } from './engine-scene.js';

const scene = useEngineScene();

const digest = digestOf('another one');
const config = JSON.stringify({ architecture: 'amd64', os: 'linux', rootfs: { type: 'layers', diff_ids: [digest] } });
const manifestWith = (of: string) => {
  const layers = [{ mediaType: 'application/vnd.docker.image.rootfs.diff.tar.gzip', digest, size: 1000 }];
  const mediaType = 'application/vnd.docker.distribution.manifest.v2+json';
  return JSON.stringify({ schemaVersion: 2, mediaType, config: { digest: of, size: config.length }, layers });
};

let server: Server;
let host = '';
/** The end of the connection of the last endless response. */
let ended: Promise<unknown>;

beforeAll(async () => {
  const manifests: Readonly<Record<string, string>> = {
    '/v2/config/manifests/latest': manifestWith(digest),
    '/v2/layer/manifests/latest': manifestWith(digestOf(config)),
  };
  server = createServer((request, response) => {
    const { url = '' } = request;
    const manifest = manifests[url];
    if (manifest !== undefined)
      response.setHeader('content-type', 'application/vnd.docker.distribution.manifest.v2+json').end(manifest);
    else if (url.endsWith(digestOf(config))) response.end(config);
    else endless(response, url);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  ended = Promise.reject(new Error('nothing was asked for'));
  ended.catch(() => undefined);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function endless(response: ServerResponse, url: string): void {
  if (url === '/declared') response.setHeader('content-length', 3_000_000_000);
  if (url === '/failing') response.statusCode = 500;
  ended = new Promise((resolve) => response.on('close', resolve));
  const send = () => {
    while (!response.destroyed && response.write('x'.repeat(65_536)));
    if (!response.destroyed) response.once('drain', send);
  };
  send();
}

it.each<[string, () => Promise<unknown>, RegExp]>([
  ['a layer', () => pull('layer'), /^layer sha256:\w+ is too large/],
  ['an image config', () => pull('config'), /the image config is too large/],
  ['the image config of an inspected image', () => inspect('config'), /the image config is too large/],
  ['an imported archive', () => importFrom('declared'), /the archive at .* is too large/],
  ['an archive that cannot be had', () => importFrom('failing'), /^failed to GET .*\/failing with status 500/],
  ['a remote context', () => build({ remote: `http://${host}/declared` }), /the remote context .* is too large/],
  [
    'the error of a remote context',
    () => build({ remote: `http://${host}/failing` }),
    /with status 500 .{0,50}: x{100}/,
  ],
  ['a file that ADD names', () => build({ body: adding('declared') }), /the file at .* is too large/],
  ['a file that ADD cannot get', () => build({ body: adding('failing') }), /failing with status 500/],
])('%s', async (_what, call, message) => {
  await expect(call()).rejects.toMatchObject({ message: expect.stringMatching(message) as string });
  await ended;
});

it('what does not say its length is read up to the limit', async () => {
  const chunk = Buffer.alloc(1000);
  let count = 0;
  const chunks = (function* () {
    for (;;) {
      count++;
      yield chunk;
    }
  })();
  await expect(limitedBytes(chunks, 'it', 10_000)).rejects.toThrow('it is too large');
  expect(count).toBe(11);
  expect(await limitedBytes([chunk, chunk], 'it', 2000)).toHaveLength(2000);
});

async function pull(name: string): Promise<void> {
  await (await scene().client.image.create({ fromImage: `${host}/${name}`, tag: 'latest' })).done();
}

function inspect(name: string): Promise<unknown> {
  return scene().client.distribution.inspect({ name: `${host}/${name}` });
}

async function importFrom(path: string): Promise<void> {
  await (await scene().client.image.create({ fromSrc: `http://${host}/${path}`, repo: 'imported' })).done();
}

async function build(request: Parameters<ReturnType<typeof scene>['client']['image']['build']>[0]): Promise<void> {
  await (await scene().client.image.build(request)).done();
}

function adding(path: string) {
  return archiveWith({ Dockerfile: `FROM busybox\nADD http://${host}/${path} /file\n` }) as never;
}
