/** A registry whose responses are wrong, slow or cut is an error with a sentence; what was uploaded before is named. */
import { createServer, type RequestListener, type Server } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { npmCommand } from '../src/npm-command.js';
import type { ReleaseStep } from '../src/plan.js';
import { published } from '../src/registry.js';
import { upload } from '../src/upload.js';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const settings = { fetchRetries: 0, timeout: 500 };
const packument = (url: string, dist: object = {}) =>
  JSON.stringify({
    'dist-tags': { latest: '1.0.0' },
    versions: { '1.0.0': { dist: { tarball: `${url}a.tgz`, ...dist } } },
  });

it.each([
  ['HTML', '<html>not found</html>', /does not describe a package/],
  ['null', 'null', /does not describe a package/],
  ['an array', '[]', /does not describe a package/],
  ['versions that are a text', '{"versions": "all"}', /does not describe a package/],
  ['nothing', '', /does not describe a package/],
])('a response of %s', async (_name, body, message) => {
  const url = await serve((_, response) => response.end(body));
  const asked = published(url, '@lading/a', settings);
  await expect(asked).rejects.toMatchObject({
    code: 'REGISTRY_FAILED',
    message: expect.stringMatching(message) as string,
  });
});

it('a status of an error, and a registry that does not respond', async () => {
  const failing = await serve((_, response) => response.writeHead(500).end('{}'));
  await expect(published(failing, 'a', settings)).rejects.toMatchObject({ code: 'REGISTRY_FAILED' });
  const silent = await serve(() => undefined);
  await expect(published(silent, 'a', settings)).rejects.toMatchObject({ code: 'REGISTRY_FAILED' });
});

it('a package that does not exist has no versions', async () => {
  const url = await serve((_, response) => response.writeHead(404).end('{}'));
  expect((await published(url, 'a', settings)).versions).toEqual([]);
});

it.each([
  ['no tarball', Buffer.from('<html>'), {}],
  ['an empty archive', gzipSync(Buffer.alloc(1024)), {}],
  ['another digest', gzipSync(Buffer.alloc(1024)), { integrity: `sha512-${'A'.repeat(86)}==` }],
])('an archive that is %s', async (_name, bytes, dist) => {
  let url = '';
  url = await serve((request, response) => response.end(request.url === '/a' ? packument(url, dist) : bytes));
  const { files } = await published(url, 'a', settings);
  await expect(files('1.0.0')).rejects.toMatchObject({ code: 'REGISTRY_FAILED' });
  await expect(files('2.0.0')).rejects.toMatchObject({
    message: expect.stringMatching(/no tarball of version/) as string,
  });
});

it('is asked through the proxy of npm', async () => {
  const proxied: string[] = [];
  const proxy = await serve((request, response) => {
    proxied.push(String(request.url));
    response.end(packument('http://registry.example/'));
  });
  await published('http://registry.example/', 'a', { ...settings, proxy });
  expect(proxied).toEqual(['http://registry.example/a']);
});

it('a conflict in the middle of an upload names what is uploaded', async () => {
  const uploaded = new Set<string>();
  const url = await serve((request, response) => {
    const name = decodeURIComponent(String(request.url).slice(1));
    request.resume().on('end', () => {
      if (request.method === 'PUT' && uploaded.size === 0) uploaded.add(name);
      else if (request.method === 'PUT') return response.writeHead(409).end('{"error":"conflict"}');
      if (uploaded.has(name)) return response.end(JSON.stringify({ name, versions: { '1.0.0': { dist: {} } } }));
      return response.writeHead(404).end('{}');
    });
  });
  const folder = mkdtempSync(join(tmpdir(), 'lading-upload-'));
  try {
    process.env[`npm_config_//127.0.0.1:${new URL(url).port}/:_authToken`] = 'token';
    const uploads = ['@lading/a', '@lading/b'].map((name) => ({
      step: {
        package: { name, folder: `packages/${name.slice(-1)}`, group: 'shared' },
        version: '1.0.0',
        tags: [],
      } as unknown as ReleaseStep,
      files: new Map([['package.json', Buffer.from(JSON.stringify({ name, version: '1.0.0' }))]]),
    }));
    await expect(upload(uploads, { registry: url, root: folder, provenance: false, settings })).rejects.toMatchObject({
      code: 'UPLOAD_STOPPED',
      message: expect.stringMatching(
        /1 of 2 packages are uploaded: @lading\/a@1\.0\.0\. Run the same command again/,
      ) as string,
    });
  } finally {
    delete process.env[`npm_config_//127.0.0.1:${new URL(url).port}/:_authToken`];
    rmSync(folder, { recursive: true });
  }
});

it('npm is started without a shell', () => {
  const [program, module] = npmCommand({});
  expect(module === undefined ? program : module).toMatch(/^npm$|npm-cli\.js$/);
});
