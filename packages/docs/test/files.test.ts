/** What the command reads, writes and serves. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { buildSite, main, readSources, serve, writeSite } from '../src/index.js';
import { kiosk } from './testing/kiosk.js';

const folder = mkdtempSync(join(tmpdir(), 'lading-docs-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The kiosk as packages on the disk: the older one holds only what differs. */
function packages(): string[] {
  return kiosk.map(({ list, pages }) => {
    const home = join(folder, `v${list.version}`);
    write(join(home, 'package.json'), { name: `@lading/docs-v${list.version}` });
    write(join(home, 'gen', 'index.json'), {
      ...list,
      pages: list.pages.map((page) => (page.path === 'index' ? { ...page, package: '@lading/docs-v2.0' } : page)),
    });
    for (const page of pages.values()) {
      if (page.path !== 'index' || list.version === '2.0') write(join(home, 'gen', 'pages', `${page.path}.json`), page);
    }
    writeFileSync(join(home, 'gen', 'llms.txt'), '# Kiosk\n');
    writeFileSync(join(home, 'gen', 'openapi.json'), '{}\n');
    return home;
  });
}

function write(file: string, value: unknown): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(value));
}

const [newer = '', older = ''] = packages();
const out = join(folder, 'site');

describe('build', () => {
  test('writes the pages of every version, those that are shared too', async () => {
    expect(await main(['build', '--out', out, '--package', newer, '--package', older])).toBe(0);
    expect(readdirSync(out).sort()).toEqual([
      'icon.svg',
      'index.html',
      'search-index.js',
      'site.css',
      'site.js',
      'theme.js',
      'v1.0',
      'v2.0',
    ]);
    expect(readdirSync(join(out, 'v1.0'))).toEqual(
      expect.arrayContaining(['index.html', 'changes.html', 'openapi.json', 'llms.txt']),
    );
  });

  test('removes what an earlier site had, and leaves what is the same', () => {
    const kept = statSync(join(out, 'site.css')).mtimeMs;
    writeFileSync(join(out, 'v1.0', 'old.html'), '');
    writeSite(buildSite(readSources([newer, older])), out);
    expect(readdirSync(join(out, 'v1.0'))).not.toContain('old.html');
    expect(statSync(join(out, 'site.css')).mtimeMs).toBe(kept);
  });

  test('does not touch a folder that holds something else', async () => {
    expect(await main(['build', '--out', newer, '--package', newer])).toBe(1);
    expect(readFileSync(join(newer, 'package.json'), 'utf8')).toContain('docs-v2.0');
  });

  test.each([[[]], [['bake']], [['build', 'twice']], [['build', '--no-such']], [['serve', '--port', 'x']]])(
    'refuses %j',
    async (args) => {
      expect(await main(args)).toBe(2);
    },
  );

  test('names the package that holds a page and was not given', () => {
    expect(() => readSources([older])).toThrow('@lading/docs-v2.0, which is not among the given packages');
  });

  test('--help has examples', async () => expect(await main(['--help'])).toBe(0));
});

describe('serve', () => {
  test.each([
    ['/', 200, 'text/html'],
    ['/v2.0/groups/ticket.html?missing=x', 200, 'text/html'],
    ['/site.js', 200, 'text/javascript'],
    ['/none.html', 404, 'text/plain'],
    ['/../v2.0/package.json', 404, 'text/plain'],
    ['/%2e%2e/v2.0/package.json', 404, 'text/plain'],
    ['/..%2fv2.0%2fpackage.json', 404, 'text/plain'],
    ['/%00', 404, 'text/plain'],
  ])('%s is %d', async (path, status, type) => {
    const server = await serve(out, 0);
    try {
      const { port } = server.address() as AddressInfo;
      const response = await get(port, path);
      expect(response).toMatchObject({ status });
      expect(response.type).toContain(type);
    } finally {
      server.close();
    }
  });
});

function get(port: number, path: string): Promise<{ status: number; type: string }> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path }, (response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0, type: response.headers['content-type'] ?? '' });
    });
    asked.on('error', reject).end();
  });
}
