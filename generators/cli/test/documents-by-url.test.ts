/** Documents by URL: copies that make runs repeatable, and commands that fetch what they are given. */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serve, type TestServer } from '../../testing/document-server.js';
import { publishedThings } from '../../testing/things.js';
import { ladingIn } from './testing/lading-in.js';

let folder: string;
let server: TestServer;
let served = '';
beforeEach(async () => {
  folder = temporaryFolder();
  served = publishedThings('1.0');
  server = await serve({ '/things.yaml': (_request, response) => response.end(served) });
});
afterEach(() => server.close());

const lading = (...args: readonly string[]) => ladingIn(folder, ...args);
const url = () => `${server.url}/things.yaml`;
const configured = (documents: readonly unknown[]) =>
  writeFileSync(join(folder, 'lading.config.json'), JSON.stringify({ documents }));

describe('a configuration', () => {
  it('is written for a URL, and generates from a copy that is fetched once', async () => {
    expect(await lading('init', '--document', url())).toMatchObject({ status: 0, stderr: '' });
    expect(JSON.parse(readFileSync(join(folder, 'lading.config.json'), 'utf8'))).toMatchObject({ documents: [url()] });
    const before = server.requested.length;
    expect(await lading('generate')).toMatchObject({ status: 0 });
    expect(server.requested.length).toBe(before + 1);
    await server.close();
    expect(await lading('generate', '--check')).toMatchObject({ status: 0 });
    const [host = ''] = readdirSync(join(folder, '.lading/documents'));
    expect(host).toMatch(/^_127\.0\.0\.1=\d+$/);
    expect(readFileSync(join(folder, 'generated/v1.0/types/gen/index.ts'), 'utf8')).toContain('from _things.yaml.');
  });

  it('is checked without fetching anything', async () => {
    configured([url()]);
    const { status, stderr } = await lading('generate', '--check');
    expect(stderr).toBe(
      `FETCH_FAILED: There is no copy of this document, and a check fetches none (${url()}). Run lading fetch, and commit .lading/documents.\n`,
    );
    expect([status, server.requested]).toEqual([1, []]);
  });

  it('pins a document, copied or not, by its digest', async () => {
    const integrity = `sha256-${'A'.repeat(43)}=`;
    configured([{ file: url(), integrity }]);
    expect((await lading('generate')).stderr).toContain('FETCH_INTEGRITY: The content has the digest sha256-');
    writeFileSync(join(folder, 'things.yaml'), served);
    configured([{ file: 'things.yaml', integrity }]);
    expect((await lading('generate')).stderr).toContain('(things.yaml). Review what changed');
  });
});

describe('lading fetch', () => {
  it('updates the copies, and says which changed', async () => {
    configured([url(), { file: 'other.yaml', version: '2.0' }]);
    const place = /\.lading\/documents\/_127\.0\.0\.1=\d+\/_things\.yaml/;
    expect((await lading('fetch')).stdout).toMatch(new RegExp(`things.yaml\n  new {7}${place.source}\n$`));
    expect((await lading('fetch')).stdout).toContain('unchanged');
    served = publishedThings('1.0', '      AcmeSize: { type: integer }\n');
    expect(await lading('fetch', '--check')).toMatchObject({ status: 3 });
    expect(await lading('fetch', '--check')).toMatchObject({ status: 3 });
    const { stdout } = await lading('fetch', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ documents: [{ url: url(), files: [{ state: 'changed' }] }] });
    expect(await lading('fetch', '--check')).toMatchObject({ status: 0 });
  });

  it('updates the copies of all documents or of none', async () => {
    const page = `${server.url}/login`;
    configured([url(), { file: page, version: '2.0' }]);
    expect((await lading('fetch')).stderr).toContain('responds with 404');
    expect(readdirSync(folder)).toEqual(['lading.config.json']);
  });

  const shapes = ['secret', '?secret', '?token=secret', '?a=b&token=secret', '#secret', '#x?token=secret'];
  it.each(shapes)('prints no part of a URL that may be a token: %s', async (shape) => {
    await server.close();
    const part = shape === 'secret' ? '' : shape;
    server = await serve({ [`/things.yaml${part.replace(/#.*/, '')}`]: (_request, response) => response.end(served) });
    const at = shape === 'secret' ? server.url.replace('//', '//me:secret@') : server.url;
    const secret = `${at}/things.yaml${part}`;
    const overlay = { overlay: '1.0.0', info: { title: 'x', version: '2.0' }, extends: secret, actions: [] };
    writeFileSync(join(folder, 'overlay.json'), JSON.stringify(overlay));
    configured([secret, { file: `${at}/none.yaml${part}`, version: '3.0' }]);
    const commands = [
      ...[
        ['fetch'],
        ['fetch', '--json'],
        ['fetch', '--check'],
        ['generate'],
        ['generate', '--check'],
        ['docs', '--out', 'site'],
      ],
      ...[
        ['lint', secret],
        ['lint', 'overlay.json'],
        ['ir', '--document', secret],
        ['ir', secret],
        ['bundle', secret],
      ],
      ...[
        ['diff', secret, `${secret}2`],
        ['derive', secret, secret],
        ['apply', secret, secret],
        ['bump', secret],
      ],
      ...[
        ['bump', 'x.yaml', '--previous', secret],
        ['rebase', secret],
        ['check-released', '--record', secret],
        [secret],
      ],
      ...[
        ['generate', '--document', secret, '--out', 'out'],
        ['generate', '--config', secret],
        ['fetch', '--config', secret],
      ],
    ];
    for (const args of commands) {
      const { stdout, stderr } = await lading(...args);
      expect(stdout + stderr, args.join(' ')).not.toContain('secret');
    }
    writeFileSync(
      join(folder, 'lading.config.json'),
      JSON.stringify({ documents: [url()], overlays: ['overlay.json'] }),
    );
    expect((await lading('generate')).stderr).not.toContain('secret');
  });

  it('writes no value of a query, which may be a token', async () => {
    await server.close();
    server = await serve({ '/things.yaml?token=secret': (_request, response) => response.end(served) });
    const secret = `${url()}?token=secret`;
    expect((await lading('init', '--document', secret)).stdout).not.toContain('secret');
    configured([secret]);
    await lading('generate');
    const written = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
      (each) => each.isFile() && each.name !== 'lading.config.json',
    );
    expect(written.length).toBeGreaterThan(5);
    for (const { parentPath, name } of written)
      expect(readFileSync(join(parentPath, name), 'utf8')).not.toContain('secret');
  });

  it('has nothing to do without URLs', async () => {
    configured(['things.yaml']);
    expect((await lading('fetch')).stdout).toBe('No document of lading.config.json is named by a URL.\n');
  });
});

describe('an overlay', () => {
  const overlay = (extended: string) =>
    JSON.stringify({
      overlay: '1.0.0',
      info: { title: 'Next', version: '1.1' },
      extends: extended,
      actions: [{ target: '$.info', update: { version: '1.1', title: 'Next' } }],
    });
  const versions = async () => JSON.parse((await lading('generate', '--json')).stdout) as unknown;

  it('extends a document by its URL, in a file and in a copy', async () => {
    const written = { versions: [{ version: '1.0' }, { version: '1.1', extends: '1.0' }] };
    writeFileSync(join(folder, 'next.json'), overlay(url()));
    writeFileSync(join(folder, 'lading.config.json'), JSON.stringify({ documents: [url()], overlays: ['next.json'] }));
    expect(await versions()).toMatchObject(written);
    await server.close();
    const texts = { '/things.yaml': publishedThings('1.0'), '/next.json': overlay('things.yaml') };
    server = await serve(texts);
    const overlays = [`${server.url}/next.json`];
    writeFileSync(join(folder, 'lading.config.json'), JSON.stringify({ documents: [url()], overlays }));
    expect(await versions()).toMatchObject(written);
  });

  it.each([
    [
      'https://example.org/other.yaml?token=secret',
      /^OVERLAY_EXTENDS: .*other\.yaml\?token=….*Add this URL to "documents"/,
    ],
    ['http://example.org/things.yaml', /^FETCH_REFUSED: /],
    ['https://me:secret@example.org/things.yaml', /^FETCH_REFUSED: .*\/\/…@example/],
    ['file:///etc/hosts', /^FETCH_REFUSED: /],
  ])('that extends %s is refused, and nothing is fetched', async (extended, expected) => {
    writeFileSync(join(folder, 'next.json'), overlay(extended));
    writeFileSync(join(folder, 'things.yaml'), publishedThings('1.0'));
    const config = { documents: ['things.yaml'], overlays: ['next.json'] };
    writeFileSync(join(folder, 'lading.config.json'), JSON.stringify(config));
    const { status, stderr } = await lading('generate');
    expect(stderr).toMatch(expected);
    expect([status, stderr.includes('secret')]).toEqual([1, false]);
  });
});

describe('a command', () => {
  it.each([
    ['lint', (at: string) => ['lint', at], '0 errors'],
    ['diff', (at: string) => ['diff', at, at], 'No changes'],
    ['ir', (at: string) => ['ir', '--document', at], '"title": "Acme"'],
    ['derive', (at: string) => ['derive', at, at], 'overlay: 1.0.0'],
    ['generate', (at: string) => ['generate', '--document', at, '--out', 'out'], '1.0'],
  ])('%s reads a URL', async (_name, args, expected) => {
    const { status, stdout, stderr } = await lading(...args(url()));
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain(expected);
    expect(server.requested.length).toBeGreaterThan(0);
    expect(readdirSync(folder).filter((name) => name !== 'out')).toEqual([]);
  });

  it('says what is wrong with a URL', async () => {
    expect((await lading('lint', `${server.url}/none.yaml`)).stderr).toBe(
      `FETCH_FAILED: The server responds with 404 (${server.url}/none.yaml). Try again, or download the document and name the file.\n`,
    );
    expect((await lading('lint', 'http://example.org/api.yaml')).stderr).toContain('FETCH_REFUSED: ');
  });
});
