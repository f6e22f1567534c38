/** Documents by URL: what is fetched and where copies lie, and what servers cannot do. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyOfFile, copyOfFolder, readDocument } from '../../read/index.js';
import { isInternal, isLoopback } from '../addresses.js';
import { copyPath } from '../copy-path.js';
import { fetchDocument, printableUrl, saveCopies } from '../index.js';
import { integrityOf } from '../fetch-document.js';
import { serve, type TestServer } from '../../testing/document-server.js';

let work: string;
let folder: string;
let server: TestServer;
beforeEach(() => {
  work = temporaryFolder();
  folder = join(work, '.lading/documents');
});
afterEach(async () => {
  await server.close();
});

const document = (reference: string) => `
openapi: 3.1.0
info: { title: Boxes, version: '1.0' }
paths: {}
components: { schemas: { Box: { $ref: '${reference}' } } }
`;

/** Fetches `/api/openapi.yaml`, or another path, of a server. */
async function fetchFrom(paths: Parameters<typeof serve>[0], path = '/api/openapi.yaml', options = {}) {
  server = await serve(paths);
  const fetched = await fetchDocument(server.url + path, { folder, ...options });
  await saveCopies(folder, [fetched]);
  return fetched;
}

const files = () => readdirSync(work, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

describe('a document', () => {
  it('is copied with the files of its folder that it refers to, and is read from there', async () => {
    const found = await fetchFrom({
      '/api/openapi.yaml': document('schemas/a%20box.yaml'),
      '/api/schemas/a%20box.yaml': 'type: object\nproperties: { lid: { $ref: lid.json } }',
      '/api/schemas/lid.json': '{ "type": "string" }',
    });
    expect(found.files.map(({ path, state }) => [path.replace(/^[^/]*/, ''), state])).toEqual([
      ['/_api/_openapi.yaml', 'new'],
      [expect.stringMatching(/^\/_api\/_schemas\/_[0-9a-f]{32}=\.yaml$/), 'new'],
      ['/_api/_schemas/_lid.json', 'new'],
    ]);
    expect(JSON.stringify(readDocument(join(folder, found.path)).root)).toContain('"Lid":{"type":"string"}');
  });

  it('is unchanged, changed or only compared the next time', async () => {
    const first = await fetchFrom({ '/api/openapi.yaml': document('#/components/schemas/Lid') });
    const file = join(folder, first.path);
    expect((await fetchDocument(`${server.url}/api/openapi.yaml`, { folder })).files[0]?.state).toBe('unchanged');
    rmSync(file);
    const compared = await fetchDocument(`${server.url}/api/openapi.yaml`, { folder });
    expect([compared.files[0]?.state, existsSync(file)]).toEqual(['new', false]);
  });

  it('follows redirects on its server, and resolves references where they lead', async () => {
    const found = await fetchFrom({
      '/api/openapi.yaml': (_request, response) => response.writeHead(302, { location: '/v2/api.yaml' }).end(),
      '/v2/api.yaml': document('box.yaml'),
      '/v2/box.yaml': 'type: object',
    });
    expect(readDocument(join(folder, found.path)).version).toBe('1.0');
    expect(server.requested).toEqual(['/api/openapi.yaml', '/v2/api.yaml', '/v2/box.yaml']);
  });

  it('has the digest of the configuration', async () => {
    const text = document('#/components/schemas/Lid');
    const integrity = integrityOf(Buffer.from(text));
    await fetchFrom({ '/api/openapi.yaml': text }, undefined, { integrity });
    await expect(
      fetchDocument(`${server.url}/api/openapi.yaml`, { folder, integrity: `sha256-${'A'.repeat(43)}=` }),
    ).rejects.toThrow(`FETCH_INTEGRITY: The content has the digest ${integrity}`);
  });
});

/** Names that a tool executes, that a system takes for a device, or that a file system takes for another. */
const hostileNames = [
  ...['.git/HEAD', '.git/config', '.git/objects/a', 'node_modules/lading/index.js', '.envrc', '.npmrc', 'package.json'],
  ...['.vscode/tasks.json', 'lading.config.json', 'project.json', 'aux', 'CON.json', 'nul.yaml', 'Schemas/A.yaml'],
  ...[
    'schemas/a.yaml',
    'compose.yaml',
    'x.',
    'x ',
    'a.yaml/b.yaml',
    '~/.bashrc',
    'é.yaml',
    'e\u0301.yaml',
    'COM1/x.yaml',
  ],
];
const segment = fc.oneof(
  fc.constantFrom(...hostileNames.flatMap((name) => name.split('/'))),
  fc.string({ minLength: 1, maxLength: 8 }),
  fc.constantFrom('.', '..', 'GIT~1', '.GIT', 'Package.JSON', 'a'.repeat(300)),
);

describe('the copy of a file', () => {
  it('has a name that no tool executes and no system changes, in the folder of the copies', () => {
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 5 }), (segments) => {
        const path = copyPath(new URL(`https://example.org/api/${segments.map(encodeURIComponent).join('/')}`));
        expect(path).toMatch(/^(_[a-z0-9._-]*=?\/)+_[a-z0-9._-]*=?\.(json|ya?ml)$/);
        expect(path).not.toMatch(/[. ]\/|\/\.|\.\.\//);
        expect(Math.max(...path.split('/').map((name) => name.length))).toBeLessThan(120);
      }),
    );
  });

  it('has another name than the copy of another file, whether case counts or not', () => {
    fc.assert(
      fc.property(segment, segment, (one, other) => {
        fc.pre(one !== other);
        for (const copyOf of [copyOfFile, copyOfFolder])
          expect(copyOf(one).toUpperCase()).not.toBe(copyOf(other).toUpperCase());
      }),
    );
  });

  it.each(hostileNames)('%s is read where a reference leads to it', async (name) => {
    const reference = name.split('/').map(encodeURIComponent).join('/');
    const path = new URL(`/api/${reference}`, 'http://localhost').pathname;
    const found = await fetchFrom({ '/api/openapi.yaml': document(reference), [path]: '{ "type": "object" }' });
    expect(JSON.stringify(readDocument(join(folder, found.path)).root)).toContain('"Box":{"type":"object"}');
    expect(files()).toHaveLength(2);
    for (const { name: copy } of files()) expect(copy).toMatch(/^_.*\.(json|yaml)$/);
  });

  it('is not written unless all of them can be', async () => {
    const both = { '/api/openapi.yaml': document('a.yaml'), '/api/a.yaml': 'type: object' };
    const { path } = await fetchFrom(both);
    await server.close();
    const before = readFileSync(join(folder, path), 'utf8');
    const changed = { '/api/openapi.yaml': document('a.yaml').replace('Boxes', 'Bags'), '/api/a.yaml': 'not here' };
    await expect(fetchFrom(changed)).rejects.toThrow('The server sent no part of a document');
    expect(readFileSync(join(folder, path), 'utf8')).toBe(before);
  });
});

describe('a reference', () => {
  it.each([
    '../secret.yaml',
    '/secret.yaml',
    'http://169.254.169.254/latest',
    'file:///etc/passwd',
    '%2e%2e/secret.yaml',
    '..%2fsecret.yaml',
    'a/../../secret.yaml',
    '//127.0.0.1/secret.yaml',
    'c:\\secret.yaml',
    'box.yaml?token',
  ])('to %s is not fetched', async (reference) => {
    const found = await fetchFrom({ '/api/openapi.yaml': document(reference), '/secret.yaml': 'type: object' });
    expect(server.requested).toEqual(['/api/openapi.yaml']);
    expect(files()).toHaveLength(1);
    expect(() => readDocument(join(folder, found.path))).toThrow(/^READ_/);
  });

  it('counts among at most 200', async () => {
    const next = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`/api/${index}.yaml`, `$ref: ${index + 1}.yaml`]),
    );
    await expect(fetchFrom({ '/api/openapi.yaml': document('0.yaml'), ...next })).rejects.toThrow(
      'more than 200 files',
    );
    expect(files()).toEqual([]);
  });
});

describe('a server cannot', () => {
  const redirectTo = (location: string): Parameters<typeof serve>[0] => ({
    '/api/openapi.yaml': (_request, response) => response.writeHead(302, { location }).end(),
  });

  it.each([
    ['http://127.0.0.2/', 'FETCH_REFUSED'],
    ['https://10.1.2.3/', 'FETCH_REFUSED'],
    ['https://[::ffff:192.168.0.1]/', 'FETCH_REFUSED'],
    ['https://localhost:1/', 'FETCH_REFUSED'],
    ['file:///etc/passwd', 'FETCH_REFUSED'],
    ['http://[', 'FETCH_REFUSED: The URL is invalid'],
    ['http://example.org/', 'FETCH_REFUSED'],
    ['/api/openapi.yaml', 'FETCH_FAILED: The server redirects more than 5 times'],
  ])('redirect to %s', async (location, problem) => {
    await expect(fetchFrom(redirectTo(location))).rejects.toThrow(problem);
  });

  const endless: RequestListener = (_request, response) => {
    const chunk = Buffer.alloc(1 << 20, 32);
    const more = () => response.write(chunk, more);
    more();
  };
  const drip: RequestListener = (_request, response) => {
    const timer = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(timer));
  };
  it('send more than the limit in several files', async () => {
    const half = `{ "$ref": "b.json" }${' '.repeat(60_000_000)}`;
    await expect(
      fetchFrom({ '/api/openapi.yaml': document('a.json'), '/api/a.json': half, '/api/b.json': half }),
    ).rejects.toThrow('READ_LIMIT: The document is larger than 100 MB, with the files');
    expect(files()).toEqual([]);
  });

  it.each<[string, RequestListener, string]>([
    ['send without end', endless, 'READ_LIMIT: The document is larger'],
    ['keep silent', () => undefined, 'FETCH_FAILED: The server sent nothing for 0.2 s'],
    ['stop', (_, response) => response.write('openapi'), 'FETCH_FAILED: The server sent nothing for 0.2 s'],
    ['drip', drip, 'FETCH_FAILED: The server takes too long'],
  ])('%s', async (_name, entry, problem) => {
    // A busy machine may be silent for a moment.
    const silence = problem.includes('sent nothing') ? 200 : 10_000;
    const limits = { silence, total: problem.includes('too long') ? 400 : 20_000 };
    await expect(fetchFrom({ '/api/openapi.yaml': entry }, undefined, limits)).rejects.toThrow(problem);
  });

  it.each<[string, RequestListener, string]>([
    [
      'compress',
      (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{}')),
      'encoding',
    ],
    [
      'cut',
      (_, response) => void response.writeHead(200, { 'content-length': 99 }).write('{', () => response.destroy()),
      'cannot be read',
    ],
    ['fail', (_, response) => response.writeHead(503).end(), 'responds with 503'],
    ['send something else', (_, response) => response.end('<html>: {'), 'READ_SYNTAX'],
    ['send a page', (_, response) => response.end('<!doctype html><p>Log in</p>'), 'The server sent no OpenAPI'],
    ['send nothing', (_, response) => response.end(), 'The server sent no OpenAPI'],
    ['send an error as data', (_, response) => response.end('{ "message": "no" }'), 'The server sent no OpenAPI'],
  ])('%s', async (_name, entry, problem) => {
    await expect(fetchFrom({ '/api/openapi.yaml': entry })).rejects.toThrow(problem);
    expect(files()).toEqual([]);
  });
});

describe('a URL', () => {
  it.each([
    ['http://example.org/api.yaml', 'where anyone on the way can change it'],
    ['ftp://example.org/api.yaml', 'where anyone on the way can change it'],
    ['https://user:word@example.org/api.yaml', 'contains credentials'],
    ['https://exa mple.org/', 'is invalid'],
  ])('%s is refused', async (url, problem) => {
    server = await serve({});
    await expect(fetchDocument(url, { folder })).rejects.toThrow(problem);
    await expect(fetchDocument(url, { folder })).rejects.not.toThrow('word');
  });

  it.each([
    ['https://example.org/', /^_example\.org\/_[0-9a-f]{32}=\.yaml$/],
    ['https://example.org:8443/v1/api.yaml', /^_example\.org=8443\/_v1\/_api\.yaml$/],
    [
      'https://example.org/a%2fb/..%2f/%00/api.yaml',
      /^_example\.org\/_[0-9a-f]{32}=\/_[0-9a-f]{32}=\/_[0-9a-f]{32}=\/_api\.yaml$/,
    ],
    ['https://example.org/api.yaml?format=2', /^_example\.org\/_[0-9a-f]{32}=\.yaml$/],
    [`https://example.org/${'a'.repeat(3000)}`, /^_example\.org\/_[0-9a-f]{32}=\.yaml$/],
    ['https://[::1]/.hidden', /^_[0-9a-f]{32}=\/_[0-9a-f]{32}=\.yaml$/],
    ['https://example.org/.git/config.json', /^_example\.org\/_\.git\/_config\.json$/],
  ])('%#: has a place', async (url, place) => {
    server = await serve({});
    expect(copyPath(new URL(url))).toMatch(place);
  });

  it.each([
    ['https://user:word@example.org/a?token=secret&x', 'https://…@example.org/a?token=…&…'],
    ['https://us@er:word@example.org/#key=secret', 'https://…@example.org/#key=…'],
    ['https://example.org/a.yaml', 'https://example.org/a.yaml'],
  ])('%s is printed without what may be a secret', async (url, printed) => {
    server = await serve({});
    expect(printableUrl(url)).toBe(printed);
  });

  it('leads to this machine or into a network, or not', async () => {
    server = await serve({});
    expect(['localhost', '127.0.0.9', '[::1]', 'localhost.example.org', '1.1.1.1'].map(isLoopback)).toEqual([
      ...[true, true, true, false, false],
    ]);
    expect(
      ['10.0.0.1', '::ffff:10.0.0.1', 'fd00::1', '169.254.169.254', '0.0.0.0', '1.1.1.1', '2606::1'].map(isInternal),
    ).toEqual([...[true, true, true, true, true, false, false]]);
  });
});
