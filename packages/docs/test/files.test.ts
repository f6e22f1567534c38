/** The files that the command reads, writes and serves. */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { buildSite, main, readSources, serve, writeSite } from '../src/index.js';
import { BuiltSite } from './testing/built-site.js';
import { kiosk } from './testing/kiosk.js';

const folder = temporaryFolder();

/**
 * Writes the kiosk as packages to the disk. The package of the older version contains only the pages that differ, and its build
 * has written its data.
 */
function writePackages(): string[] {
  return kiosk.map(({ list, pages }) => {
    const packageFolder = join(folder, `v${list.version}`);
    write(join(packageFolder, 'package.json'), { name: `@lading/docs-v${list.version}` });
    const data = join(packageFolder, list.version === '1.0' ? 'dist' : 'gen');
    write(join(data, 'index.json'), {
      ...list,
      pages: list.pages.map((page) => (page.path === 'index' ? { ...page, package: '@lading/docs-v2.0' } : page)),
    });
    const pagesFolder = join(data, 'pages');
    const schemas = [...pages.values()].filter((page) => page.kind === 'schema');
    for (const page of pages.values()) {
      if (page.kind === 'schema') {
        const ofGroup = schemas.filter(({ group }) => group === page.group);
        write(join(pagesFolder, 'schemas', `${page.group}.json`), ofGroup);
      } else if (page.path !== 'index' || list.version === '2.0') {
        write(join(pagesFolder, `${page.path}.json`), page);
      }
    }
    writeFileSync(
      join(data, 'llms.txt'),
      '# Kiosk\n\n- [Here](../gen/groups/order.md)\n- [There](../../../v2.0/docs/gen/index.md)\n',
    );
    writeFileSync(join(data, 'openapi.json'), '{}\n');
    return packageFolder;
  });
}

function write(file: string, value: unknown): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(value));
}

const [newer = '', older = ''] = writePackages();
const out = join(folder, 'site');

describe('build', () => {
  test('writes the pages of every version, including shared ones', async () => {
    expect(await main(['build', '--out', out, '--package', newer, '--package', older])).toBe(0);
    expect(readdirSync(out).sort()).toEqual([
      '404.html',
      'find.js',
      'icon.svg',
      'index.html',
      'llms.txt',
      'robots.txt',
      'search-engine.js',
      'search-index.js',
      'site.css',
      'site.js',
      'theme.js',
      'try.js',
      'v1.0',
      'v2.0',
    ]);
    expect(readFileSync(join(out, 'v1.0/llms.txt'), 'utf8')).toBe(
      '# Kiosk\n\n- [Here](groups/order.md)\n- [There](index.md)\n',
    );
    expect(readdirSync(join(out, 'v1.0'))).toEqual(
      expect.arrayContaining(['index.html', 'changes.html', 'openapi.json', 'llms.txt']),
    );
  });

  test('writes a Markdown file for each schema, though packages have one for a group', () => {
    const [first, ...others] = readSources([newer, older]);
    const file = join(folder, 'order.md');
    const order = '<a id="Order"></a>\n\n## Order\n\nBy [Guest](#Guest), [day](#Order.Day).\n';
    const guest = '<a id="Guest"></a>\n\n## Guest\n\nSee [Order](#Order), [name](#Guest.Name).\n';
    writeFileSync(file, `# Schemas\n\n[Guest](#Guest), [Order](#Order)\n\n${guest}\n${order}`);
    const index = join(folder, 'index.md');
    writeFileSync(index, '[day](schemas/order.md#Order.Day), [Guest](../../../v2.0/docs/gen/schemas/order.md#Guest)\n');
    if (first === undefined) throw new Error('there is no source');
    const list = {
      ...first.list,
      pages: first.list.pages.map((page) =>
        page.kind === 'schema' ? { ...page, file: 'schemas/order', anchor: page.title } : page,
      ),
    };
    const files = new Map([...first.files, ['schemas/order.md', file], ['index.md', index]]);
    const markdown = new Map(list.pages.map(({ path }) => [path, '2.0']));
    const site = new BuiltSite([{ ...first, list, files, markdown }, ...others]);
    expect(site.text('v2.0/schemas/Guest.md')).toBe(guest.replace('(#Order)', '(../schemas/Order.md)'));
    expect(site.text('v2.0/schemas/Order.md')).toBe(order.replace('(#Guest)', '(../schemas/Guest.md)'));
    expect(site.text('v2.0/index.md')).toBe('[day](schemas/Order.md#Order.Day), [Guest](schemas/Guest.md)\n');
    expect(site.paths()).not.toContain('v2.0/schemas/order.md');
  });

  test('removes files of an earlier site, and leaves unchanged files alone', () => {
    const modified = statSync(join(out, 'site.css')).mtimeMs;
    writeFileSync(join(out, 'v1.0', 'old.html'), '');
    writeSite(buildSite(readSources([newer, older])), out);
    expect(readdirSync(join(out, 'v1.0'))).not.toContain('old.html');
    expect(statSync(join(out, 'site.css')).mtimeMs).toBe(modified);
  });

  test('does not overwrite a folder with other files', async () => {
    expect(await main(['build', '--out', newer, '--package', newer])).toBe(1);
    expect(readFileSync(join(newer, 'package.json'), 'utf8')).toContain('docs-v2.0');
  });

  test.each([
    ['a file', 'blocked', 'blocked', 'ENOTDIR. Choose another folder, because a file is in its place.'],
    [
      'a path below a file',
      'blocked/x/site',
      'blocked',
      'ENOTDIR. Choose another folder, because a file is in its place.',
    ],
    ['a link to itself', 'loop', 'loop', 'ELOOP. Check the folder and run the command again.'],
    [
      'a link to nothing below a folder',
      'dangling/site',
      'dangling',
      'ENOENT. Choose a folder that the system can create.',
    ],
  ])('says what to do where the output folder is %s', async (_, place, named, wanted) => {
    writeFileSync(join(folder, 'blocked'), '');
    for (const [link, target] of [
      ['loop', 'loop'],
      ['dangling', 'nowhere/else'],
    ] as const) {
      rmSync(join(folder, link), { force: true });
      symlinkSync(target, join(folder, link));
    }
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    try {
      expect(await main(['build', '--out', join(folder, place), '--package', newer, '--package', older])).toBe(1);
      expect(String(written.mock.calls[0]?.[0])).toMatch(
        new RegExp(`^lading-docs: The system cannot write ${join(folder, named)}\\S*: ${wanted}\n$`),
      );
      // What is in the place of the folder stays.
      expect(readdirSync(folder)).toContain(named);
    } finally {
      written.mockRestore();
    }
  });

  test.each([
    [[]],
    [['bake']],
    [['build', 'twice']],
    [['build', '--no-such']],
    [['serve', '--port', 'x']],
    [['build', '--built']],
    [['serve', '--server', 'ftp://x']],
    [['serve', '--engine', '--server', 'http://x']],
  ])('rejects the arguments %j', async (args) => {
    expect(await main(args)).toBe(2);
  });

  test('names the package that contains a page and is not among those given', () => {
    expect(() => readSources([older])).toThrow('@lading/docs-v2.0, which is not among the given packages');
  });

  test('--help ends with exit code 0', async () => expect(await main(['--help'])).toBe(0));
});

describe('settings', () => {
  const png = Buffer.from('89504e470d0a1a0a00ff', 'hex');
  const settingsFile = join(folder, 'site.json');
  const site = join(folder, 'published');
  const build = async (settings: object, ...options: string[]) => {
    writeFileSync(settingsFile, JSON.stringify(settings));
    const args = ['build', '--out', site, '--package', newer, '--package', older, '--settings', settingsFile];
    return main([...args, ...options]);
  };
  const page = (path: string) => readFileSync(join(site, path), 'utf8');

  test('give the site its icons, its address and the places of its sources', async () => {
    for (const name of ['icon.png', 'touch.png', 'picture.png']) writeFileSync(join(folder, name), png);
    const pictures = { icon: 'icon.png', touchIcon: 'touch.png', picture: 'picture.png' };
    const edit = { operation: '{repository}/edit/{group}/{page}', '*': 'https://git.example/{version}', states: '' };
    const urls = ['--url', 'https://kiosk.example/api', '--repository', 'https://git.example/kiosk/'];
    expect(await build({ ...pictures, edit }, ...urls)).toBe(0);
    expect(readFileSync(join(site, 'picture.png')).equals(png)).toBe(true);
    const operation = page('v2.0/operations/TicketBuy.html');
    expect(operation).toContain(
      '<link rel="canonical" href="https://kiosk.example/api/v2.0/operations/TicketBuy.html">',
    );
    expect(operation).toContain('<meta property="og:image" content="https://kiosk.example/api/picture.png">');
    expect(operation).toContain('<link rel="apple-touch-icon" href="../../touch-icon.png">');
    expect(operation).toContain('href="https://git.example/kiosk/edit/ticket/operations/TicketBuy"');
    expect(page('v2.0/index.html')).toContain('href="https://git.example/2.0"');
    expect(page('sitemap.xml')).toContain('<loc>https://kiosk.example/api/v2.0/operations/TicketBuy.html</loc>');
  });

  test('without a URL and a repository, no page links to them', async () => {
    expect(await build({ picture: 'picture.png', edit: '{repository}/edit' })).toBe(1);
    expect(await build({ picture: 'picture.png', edit: { '*': '{repository}/edit' } })).toBe(0);
    expect(page('v2.0/index.html')).not.toMatch(/canonical|og:image|apple-touch-icon|Edit this page/);
  });

  test.each([{ url: 'ftp://x' }, { icon: 'none.png' }, { accent: { light: 'red' } }, { colour: 'red' }, { edit: 1 }])(
    '%j is refused',
    async (settings) => expect(await build(settings)).toBe(1),
  );
});

describe('the words of the search', () => {
  const settingsFile = join(folder, 'words', 'site.json');
  mkdirSync(join(folder, 'words'));
  const build = async (words: string) => {
    writeFileSync(join(folder, 'words', 'words.json'), words);
    writeFileSync(settingsFile, '{"search":"words.json"}');
    const site = join(folder, 'words-site');
    return main(['build', '--out', site, '--package', newer, '--package', older, '--settings', settingsFile]);
  };

  test('are read from the file that the settings name', async () => {
    expect(await build('{"synonyms":[["buy","Purchase"]],"keywords":{"TicketBuy":["reserve"]}}')).toBe(0);
    const index = readFileSync(join(folder, 'words-site', 'search-index.js'), 'utf8');
    expect(index).toContain('"synonyms":[["buy","purchase"]]');
    expect(index).toContain('reserve');
  });

  test.each([
    '{',
    '[]',
    '{"words":{}}',
    '{"synonyms":[["alone"]]}',
    '{"synonyms":[["a",""]]}',
    '{"keywords":{"TicketBuy":"reserve"}}',
    '{"keywords":{"TicketBuy":["a ¦ b"]}}',
    '{"keywords":{"None":["reserve"]}}',
  ])('%s is refused', async (words) => expect(await build(words)).toBe(1));
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

test('links that lead out of the site are not followed', async () => {
  const site = join(folder, 'linked');
  mkdirSync(site);
  writeFileSync(join(folder, 'secret.html'), 'secret');
  writeFileSync(join(site, 'page.html'), 'page');
  symlinkSync(join(site, 'page.html'), join(site, 'inside.html'));
  symlinkSync('../secret.html', join(site, 'file.html'));
  symlinkSync(folder, join(site, 'folder'));
  mkdirSync(join(site, 'below'));
  symlinkSync('../../secret.html', join(site, 'below', 'index.html'));
  // The folder itself may be a link: the user names it.
  symlinkSync(site, join(folder, 'link'));
  const server = await serve(join(folder, 'link'), 0);
  try {
    const { port } = server.address() as AddressInfo;
    const statusOf = async (path: string) => (await get(port, path)).status;
    for (const path of ['/page.html', '/inside.html']) expect([path, await statusOf(path)]).toEqual([path, 200]);
    for (const path of ['/file.html', '/folder/secret.html', '/below/', '/below', '/below/index.html'])
      expect([path, await statusOf(path)]).toEqual([path, 404]);
  } finally {
    server.close();
  }
});

test('other hosts are refused, unless they are named', async () => {
  const server = await serve(out, 0, { hosts: ['Docs.example'] });
  try {
    const { port } = server.address() as AddressInfo;
    const statusOf = async (host: string) => (await get(port, '/', host)).status;
    for (const host of [
      'localhost',
      `localhost:${port}`,
      'LOCALHOST',
      `127.0.0.1:${port}`,
      '[::1]:80',
      'docs.example:443',
    ])
      expect([host, await statusOf(host)]).toEqual([host, 200]);
    for (const host of ['attacker.example', `attacker.example:${port}`, '127.0.0.1.attacker.example', 'localhost.'])
      expect([host, await statusOf(host)]).toEqual([host, 421]);
  } finally {
    server.close();
  }
});

function get(port: number, path: string, host = 'localhost'): Promise<{ status: number; type: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, path, headers: { host } }, (response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0, type: response.headers['content-type'] ?? '' });
    });
    outgoing.on('error', reject).end();
  });
}
