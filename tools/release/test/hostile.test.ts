/** Registries that lie and manifests that lead elsewhere end a release with a sentence, before anything is uploaded. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { PublishError } from '../src/npm.js';
import { published } from '../src/registry.js';
import { publicPackages } from '../src/workspace.js';
import { serve, temporaryFolder } from './testing/temporary.js';

/** 200 MB of spaces. */
const gzipBomb = Buffer.concat(Array.from({ length: 50 }, () => gzipSync(Buffer.alloc(1 << 22, ' '))));
const encoded = (encoding: string, bytes: Buffer | string) => (response: ServerResponse) =>
  response.writeHead(200, { 'content-encoding': encoding }).end(bytes);
const body = (content: unknown) => (response: ServerResponse) =>
  response.end(typeof content === 'string' ? content : JSON.stringify(content));
const version = (dist: unknown, number = '1.0.0') => body({ versions: { [number]: { dist } } });
const tarball = (address: string, more: object = {}) => version({ tarball: address, ...more });

type Answer = (response: ServerResponse, request: IncomingMessage) => unknown;
const longest = /its response is longer than 67108864 bytes/;

describe('a registry', () => {
  it.each<[string, RegExp, Answer]>([
    ['that redirects without end', /maximum redirect/, (response) => response.writeHead(302, { location: '/a' }).end()],
    ['that wants a login', /401/, (response) => response.writeHead(401, { 'www-authenticate': 'Basic' }).end()],
    ['that wants a code', /401/, (response) => response.writeHead(401, { 'www-authenticate': 'otp' }).end()],
    ['whose error is long', /500/, (response) => response.writeHead(500).end('x'.repeat(1 << 20))],
    ['whose content is a gzip bomb', longest, encoded('gzip', gzipBomb)],
    ['whose content is another bomb', /br was not asked/, encoded('br', brotliCompressSync(Buffer.alloc(1 << 22)))],
    ['whose encoding is of old servers', /deflate was not asked/, encoded('deflate', deflateSync('{}'))],
    ['whose encoding is none', /incorrect header|cannot be queried/, encoded('gzip', 'text')],
    ['whose head is long', /Header overflow/, (response) => response.setHeader('x', 'a'.repeat(60_000)).end('{}')],
    [
      'that stops in the middle',
      /aborted|closed/,
      (response) => {
        response.writeHead(200, { 'content-length': '100' }).write('{');
        setTimeout(() => response.destroy(), 20);
      },
    ],
    ['whose content is deep', /does not describe/, body('['.repeat(1_000_000))],
    ['whose content is HTML', /does not describe/, body('<!doctype html>')],
    ['whose content is null', /does not describe/, body('null')],
    ['whose content is empty', /does not describe/, body('')],
    ['whose content is a list', /does not describe/, body('[]')],
    ['whose versions are a text', /does not describe/, body({ versions: 'all' })],
    ['that does not respond', /timeout/, () => undefined],
    ['whose tags are a list', /does not describe/, body({ 'dist-tags': [] })],
    ['whose version is none', /"latest; rm -rf" is not a version/, version({}, 'latest; rm -rf')],
    ['whose version is the prototype', /"__proto__" is not a version/, body('{"versions":{"__proto__":{}}}')],
    ['whose version is empty', /names no tarball/, body({ versions: { '1.0.0': null } })],
    ['whose version is a text', /names no tarball/, body({ versions: { '1.0.0': 'file' } })],
    ['whose tarball is an object', /names no tarball/, version({ tarball: {} })],
    ['whose tarball is a file of this machine', /Only HTTP/, tarball('file:///etc/passwd')],
    ['whose tarball has no address', /Invalid URL/, tarball('../a.tgz')],
    ['whose tarball is data', /Only HTTP/, tarball('data:text/plain,a')],
    ['whose digest is another', /sha512/, tarball('SELF/b', { integrity: `sha512-${'A'.repeat(86)}==` })],
    ['whose digest is none', /No valid integrity/, tarball('SELF/b', { integrity: 'none' })],
    ['whose tarball is no archive', /TAR_BAD_ARCHIVE|no files/, tarball('SELF/b')],
    ['whose tarball is empty', /tarball of version 1\.0\.0 cannot be read/, tarball('SELF/empty')],
    ['without the version', /names no tarball of version 1\.0\.0/, version({}, '2.0.0')],
  ])('%s', async (_name, message, answer) => {
    const url: string = await serve((request, response) => {
      const { end } = response;
      // The address of the server is part of some responses.
      response.end = ((content?: unknown, ...more: never[]) =>
        end.call(
          response,
          typeof content === 'string' ? content.replace('SELF/', url) : content,
          ...(more as unknown as [BufferEncoding]),
        )) as typeof end;
      if (request.url === '/b') response.end('<html>');
      else if (request.url === '/empty') response.end(gzipSync(Buffer.alloc(1024)));
      else answer(response, request);
    });
    const read = published(url, 'a', { fetchRetries: 0, timeout: 2000 }).then(({ files }) => files('1.0.0'));
    const error: unknown = await read.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(PublishError);
    expect(error).toMatchObject({ code: 'REGISTRY_FAILED', message: expect.stringMatching(message) as string });
    expect(String(error).length).toBeLessThan(600);
  });

  it('tells no other host what it was sent', async () => {
    const heads: string[] = [];
    const other = (
      await serve((request, response) => {
        heads.push(JSON.stringify(request.headers));
        response.end();
      })
    ).replace('127.0.0.1', 'localhost');
    const url = await serve((request, response) => {
      if (request.url === '/b') response.writeHead(302, { location: other }).end();
      else tarball(`${url}b`)(response);
    });
    const asked = await published(url.replace('//', '//user:SECRET@'), 'a', { fetchRetries: 0 });
    await expect(asked.files('1.0.0')).rejects.toMatchObject({ code: 'REGISTRY_FAILED' });
    expect(heads).toHaveLength(1);
    expect(heads.join()).not.toMatch(/SECRET|authorization/i);
  });
});

it('an error has no control sequences of others', () => {
  expect(new PublishError('NPM_FAILED', 'npm:\n\u001b[2Jgone\u0007').message).toBe('npm:\n\uFFFD[2Jgone\uFFFD');
});

describe('a manifest', () => {
  let folder = '';
  beforeEach(() => {
    folder = temporaryFolder();
  });

  const write = (file: string, content: unknown) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content));
  };
  const fine = { name: '@lading/a', version: '1.0.0' };

  it.each<[string, RegExp, unknown]>([
    ['that leads out of its folder by its name', /name "\.\.\/\.\.\/a" is not/, { ...fine, name: '../../a' }],
    ['whose name is an option', /name "--registry=x" is not/, { ...fine, name: '--registry=x' }],
    ['whose name has a line end', /name "a\\nb" is not/, { ...fine, name: 'a\nb' }],
    ['whose name is long', /name "a{90,}/, { ...fine, name: 'a'.repeat(300) }],
    ['without a name', /name undefined is not/, { version: '1.0.0' }],
    ['whose version is a range', /version "\^1" is not/, { ...fine, version: '^1' }],
    ['whose version is a path', /version "\.\.\/1" is not/, { ...fine, version: '../1' }],
    ['whose version is a number', /version 1 is not/, { ...fine, version: 1 }],
    ['whose files are a text', /files is not a list/, { ...fine, files: 'dist' }],
    ['whose dependencies are a list', /dependencies is not an object/, { ...fine, dependencies: ['a'] }],
    ['whose range is an object', /dependencies is not an object/, { ...fine, dependencies: { a: {} } }],
    ['whose labels are a text', /nx\.tags is not a list/, { ...fine, nx: { tags: 'version:1' } }],
    ['that is null', /it is not an object/, null],
    ['that is a list', /it is not an object/, []],
    ['that is no JSON', /it is not JSON/, '{'],
  ])('%s', (_name, message, content) => {
    write('package.json', { workspaces: ['packages/*'] });
    write('packages/a/package.json', content);
    expect(() => publicPackages(folder)).toThrow(
      expect.objectContaining({ code: 'MANIFEST_INVALID', message: expect.stringMatching(message) as string }),
    );
  });

  it.each(['../other', '/etc', 'packages/../../other', 'packages\\..\\..\\other'])('of the workspace %s', (pattern) => {
    write('package.json', { workspaces: [pattern] });
    expect(() => publicPackages(folder)).toThrow(expect.objectContaining({ code: 'MANIFEST_INVALID' }));
  });

  it.each(['packages/a', 'packages/a/package.json'])('that a link at %s leads to', (link) => {
    write('package.json', { workspaces: ['packages/*', 'packages/a'] });
    write('other/package.json', fine);
    mkdirSync(dirname(join(folder, link)), { recursive: true });
    symlinkSync(join(folder, link.endsWith('.json') ? 'other/package.json' : 'other'), join(folder, link));
    expect(() => publicPackages(folder)).toThrow(/packages\/a\/package\.json cannot be released: it is a link/);
  });

  it('that is fine', () => {
    write('package.json', { workspaces: ['packages/*'] });
    write('packages/a/package.json', { ...fine, files: ['dist'], dependencies: { b: '^1' }, nx: { tags: [] } });
    expect(publicPackages(folder)).toMatchObject([{ name: '@lading/a', folder: 'packages/a', group: 'shared' }]);
  });
});
