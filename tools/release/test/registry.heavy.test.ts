/** A registry whose responses are wrong, slow or cut is an error with a sentence; what was uploaded before is named. */
import { execFile, execFileSync } from 'node:child_process';
import fs, { readdirSync, readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { npmCommand } from '../src/npm.js';
import { PublishError } from '../src/npm.js';
import type { ReleaseStep } from '../src/plan.js';
import { published, registrySettings } from '../src/registry.js';
import { filesOf } from '../src/contents.js';
import { upload } from '../src/upload.js';
import { listening, logIn, serve, setVariable, temporaryFolder } from './testing/temporary.js';

const execute = promisify(execFile);
const settings = { fetchRetries: 0, timeout: 500 };
const packument = (url: string, dist: object = {}) =>
  JSON.stringify({
    'dist-tags': { latest: '1.0.0' },
    versions: { '1.0.0': { dist: { tarball: `${url}a.tgz`, ...dist } } },
  });

it('a package that does not exist has no versions', async () => {
  const url = await serve((_, response) => response.writeHead(404).end('{}'));
  expect((await published(url, 'a', settings)).versions).toEqual([]);
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

it('is asked through the proxy of the environment, unless that excludes it', async () => {
  const proxied: string[] = [];
  const answer: RequestListener = (request, response) => {
    proxied.push(String(request.url));
    response.end(packument('http://registry.example/'));
  };
  const proxy = await serve(answer);
  const direct = await serve(answer);
  // The variables are read when the client is loaded.
  const ask = async (registry: string, env: Readonly<Record<string, string>>) => {
    const client = new URL('../dist/registry.js', import.meta.url).href;
    const program = `
      import { published } from ${JSON.stringify(client)};
      console.log((await published(${JSON.stringify(registry)}, 'a', { fetchRetries: 0 })).versions.join());`;
    const args = ['--input-type=module', '--eval', program];
    const { stdout } = await execute(process.execPath, args, { env: { ...process.env, ...env } });
    return stdout.trim();
  };
  expect(await ask('http://registry.example/', { HTTPS_PROXY: proxy })).toBe('1.0.0');
  expect(await ask(direct, { HTTPS_PROXY: proxy, NO_PROXY: '127.0.0.1' })).toBe('1.0.0');
  expect(proxied).toEqual(['http://registry.example/a', '/a']);
});

it('is asked without the proxy where the settings of npm say so', async () => {
  const proxied: string[] = [];
  const proxy = await serve((request, response) => {
    proxied.push(String(request.url));
    response.end(packument('http://registry.example/'));
  });
  const direct = await serve((_, response) => response.end(packument('http://registry.example/')));
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'])
    for (const one of [name, name.toLowerCase()]) setVariable(one, undefined);
  setVariable('npm_config_https_proxy', proxy);
  setVariable('npm_config_noproxy', '127.0.0.1');
  const configured = { ...(await registrySettings(tmpdir())), ...settings };
  expect((await published(direct, 'a', configured)).versions).toEqual(['1.0.0']);
  expect(proxied).toEqual([]);
  expect((await published('http://registry.example/', 'a', configured)).versions).toEqual(['1.0.0']);
  expect(proxied).toEqual(['http://registry.example/a']);
});

it('a registry with certificates of its own is trusted by the setting cafile', async () => {
  const folder = temporaryFolder();
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const files = ['-keyout', join(folder, 'key'), '-out', join(folder, 'cert')];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject, ...files], {
    stdio: 'ignore',
  });
  const read = (name: string) => readFileSync(join(folder, name));
  const server = createSecureServer({ key: read('key'), cert: read('cert') }, (_, response) =>
    response.end(packument('https://registry.example/')),
  );
  const url = await listening(server, 'https');
  await expect(published(url, 'a', settings)).rejects.toMatchObject({ code: 'REGISTRY_FAILED' });
  setVariable('npm_config_cafile', join(folder, 'cert'));
  const configured = await registrySettings(folder);
  expect((await published(url, 'a', { ...configured, ...settings })).versions).toEqual(['1.0.0']);
});

it('a response that never ends is an error after the time limit', { timeout: 20_000 }, async () => {
  const url = await serve((_, response) => {
    const drip = setInterval(() => response.write(' '), 50);
    response.on('close', () => clearInterval(drip));
  });
  await expect(published(url, 'a', settings)).rejects.toMatchObject({ code: 'REGISTRY_FAILED' });
});

const releaseOf = (names: readonly string[]) =>
  names.map((name) => ({
    step: {
      package: { name, folder: `packages/${name.slice(-1)}`, group: 'shared' },
      version: '1.0.0',
      tags: [],
    } as unknown as ReleaseStep,
    files: new Map([['package.json', Buffer.from(JSON.stringify({ name, version: '1.0.0' }))]]),
  }));

it('a full disk in the middle says what is uploaded, and leaves no folder', async () => {
  const url = await serve((_, response) => response.writeHead(404).end('{}'));
  const folder = temporaryFolder();
  const write = fs.writeFileSync;
  let calls = 0;
  fs.writeFileSync = ((...given: Parameters<typeof write>) => {
    if (++calls === 2) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    write(...given);
  }) as typeof write;
  syncBuiltinESMExports();
  setVariable('TMPDIR', folder);
  try {
    await expect(
      upload(releaseOf(['@lading/a', '@lading/b']), { registry: url, root: folder, provenance: false, settings }),
    ).rejects.toMatchObject({
      code: 'UPLOAD_STOPPED',
      message: expect.stringMatching(
        /^ENOSPC.*\n0 of 2 packages are uploaded: nothing\. Run the same command/,
      ) as string,
    });
    expect(readdirSync(folder)).toEqual([]);
  } finally {
    fs.writeFileSync = write;
    syncBuiltinESMExports();
  }
});

it('a conflict in the middle of an upload names what is uploaded', async () => {
  const uploaded = new Set<string>();
  let isFree = false;
  const url = await serve((request, response) => {
    const name = decodeURIComponent(String(request.url).slice(1));
    request.resume().on('end', () => {
      if (request.method === 'PUT' && uploaded.size === 0) uploaded.add(name);
      else if (request.method === 'PUT' && !isFree) return response.writeHead(409).end('{"error":"conflict"}');
      else if (request.method === 'PUT') uploaded.add(name);
      if (uploaded.has(name)) return response.end(JSON.stringify({ name, versions: { '1.0.0': { dist: {} } } }));
      return response.writeHead(404).end('{}');
    });
  });
  const folder = temporaryFolder();
  logIn(url);
  const uploads = releaseOf(['@lading/a', '@lading/b']);
  await expect(upload(uploads, { registry: url, root: folder, provenance: false, settings })).rejects.toMatchObject({
    code: 'UPLOAD_STOPPED',
    message: expect.stringMatching(
      /1 of 2 packages are uploaded: @lading\/a@1\.0\.0\. Run the same command again/,
    ) as string,
  });
  // The next run uploads what the registry does not have.
  isFree = true;
  const missing = [];
  for (const one of uploads)
    if ((await published(url, one.step.package.name, settings)).versions.length === 0) missing.push(one);
  expect(missing).toHaveLength(1);
  await upload(missing, { registry: url, root: folder, provenance: false, settings });
  expect([...uploaded]).toEqual(['@lading/a', '@lading/b']);
});

it.each([
  ['a description', () => true],
  ['a tarball', (path: string) => path !== '/a'],
])('%s that does not end is read up to a limit', { timeout: 60_000 }, async (_name, isEndless) => {
  let sent = 0;
  const url: string = await serve((request, response) => {
    if (!isEndless(String(request.url))) return void response.end(packument(url));
    const chunk = Buffer.alloc(1 << 20, ' ');
    const send = () => {
      while (!response.destroyed && response.write(chunk)) sent += chunk.length;
      if (!response.destroyed) response.once('drain', send);
    };
    send();
  });
  const read = published(url, 'a', { fetchRetries: 0, timeout: 60_000 }).then(({ files }) => files('1.0.0'));
  await expect(read).rejects.toMatchObject({
    message: expect.stringMatching(/its response is longer than 67108864 bytes/) as string,
  });
  expect(sent).toBeLessThan(128 << 20);
});

it('a tarball that becomes too large is refused', async () => {
  const block = Buffer.alloc(512);
  const header = Buffer.alloc(512);
  header.write('package/zeros');
  header.write('0000644\0', 100);
  header.write(`${(2 ** 31).toString(8).padStart(11, '0')}\0`, 124);
  header.write('        0', 148);
  header.write(
    `${header
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
  );
  const zeros = gzipSync(Buffer.alloc(1 << 24));
  // The parts of a gzip file are decompressed one after the other.
  const bytes = Buffer.concat([gzipSync(header), ...Array.from({ length: 17 }, () => zeros), gzipSync(block)]);
  await expect(filesOf(bytes)).rejects.toThrow('its files are larger than 268435456 bytes');
});

it.each([
  ['the address of a tarball', (url: string) => ({ tarball: `${url}a.tgz?token=SECRET#SECRET` })],
  ['a redirect of a tarball', (url: string) => ({ tarball: `${url}redirect` })],
  ['a user', (url: string) => ({ tarball: `${url.replace('//', '//user:SECRET@')}a.tgz` })],
  ['a machine that cannot be reached', () => ({ tarball: 'http://user:SECRET@127.0.0.1:1/a.tgz?token=SECRET' })],
  ['a URL that is none', () => ({ tarball: 'http://user:SECRET@[/a.tgz?token=SECRET' })],
])('no error contains the secrets of %s', async (_name, dist) => {
  let url = '';
  url = await serve((request, response) => {
    if (request.url === '/a') response.end(packument(url, dist(url)));
    else if (request.url === '/redirect') response.writeHead(302, { location: `${url}b.tgz?token=SECRET` }).end();
    else response.writeHead(403).end('SECRET');
  });
  const { files } = await published(url, 'a', settings);
  const error: unknown = await files('1.0.0').catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'REGISTRY_FAILED' });
  expect(String(error)).not.toContain('SECRET');
});

it('no error contains the secrets of the address of the registry', async () => {
  const url = (await serve((_, response) => response.writeHead(403).end())).replace('//', '//user:SECRET@');
  const folder = temporaryFolder();
  logIn(url);
  for (const registry of [`${url}?token=SECRET`, url, 'http://user:SECRET@127.0.0.1:1/?token=SECRET'])
    for (const asked of [
      published(registry, 'a', settings),
      upload(releaseOf(['@lading/a']), { registry, root: folder, provenance: false, settings }),
    ]) {
      const error: unknown = await asked.catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(PublishError);
      expect(String(error)).not.toContain('SECRET');
    }
});

it('npm is started without a shell', () => {
  const [program, module] = npmCommand({});
  expect(module === undefined ? program : module).toMatch(/^npm$|npm-cli\.js$/);
});
