/** `lading docs` renders the pages of all versions and serves the site. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { loadMocks } from '../../generate/site/mocks.js';
import { loadSiteRenderer } from '../../generate/site/renderer.js';
import { ladingIn } from './testing/lading-in.js';

const kiosk = fileURLToPath(new URL('../../examples/kiosk.yaml', import.meta.url));
const command = fileURLToPath(new URL('../lading.mjs', import.meta.url));

const renderer = fileURLToPath(new URL('testing/site-renderer.mjs', import.meta.url));

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
  const text = readFileSync(kiosk, 'utf8');
  for (const version of ['1.9', '1.10']) {
    writeFileSync(join(folder, `${version}.yaml`), text.replace("version: '1.0'", `version: '${version}'`));
  }
  writeFileSync(join(folder, 'lading.config.json'), JSON.stringify({ documents: ['1.9.yaml', '1.10.yaml'] }));
});

function installRenderer(): void {
  const path = join(folder, 'node_modules/@lading/docs');
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, 'package.json'), '{"name":"@lading/docs","type":"module","exports":"./index.js"}');
  cpSync(renderer, join(path, 'index.js'));
}

type Begin = () => (request: Request, version: string) => Promise<Response | undefined>;

/** Writes a package of mocks with one handler, beside Mock Service Worker. */
function writeMocks(version: string): void {
  const path = join(folder, `generated/v${version}/mocks`);
  mkdirSync(join(path, 'dist'), { recursive: true });
  writeFileSync(join(path, 'package.json'), '{"type":"module"}');
  const handler = "http.all('*/tickets', () => new Response(stateful ? 'kept' : 'example'))";
  const text = `import { http } from 'msw';\nexport const handlers = ({ stateful } = {}) => [${handler}];\n`;
  writeFileSync(join(path, 'dist/index.js'), text);
  mkdirSync(join(folder, 'generated/node_modules'));
  symlinkSync(
    dirname(createRequire(import.meta.url).resolve('msw/package.json')),
    join(folder, 'generated/node_modules/msw'),
  );
}

describe('with a renderer', () => {
  beforeEach(installRenderer);

  it('writes the site of every version, the newest first, and no packages', async () => {
    const before = readdirSync(folder).sort();
    expect(await ladingIn(folder, 'docs', '--out', 'site')).toEqual({
      status: 0,
      stdout: '1 files in site\n',
      stderr: '',
    });
    expect(readFileSync(join(folder, 'site/index.html'), 'utf8')).toBe('1.10 1.9');
    expect(readdirSync(folder).sort()).toEqual([...before, 'site'].sort());
  });

  it('renders all of the data, also where the build of the packages writes them', async () => {
    const config = { documents: ['1.9.yaml', '1.10.yaml'], workspace: false, docs: { build: { command: 'build' } } };
    writeFileSync(join(folder, 'lading.config.json'), JSON.stringify(config));
    expect(await ladingIn(folder, 'docs', '--out', 'site')).toMatchObject({ status: 0 });
    expect(readFileSync(join(folder, 'site/index.html'), 'utf8')).toBe('1.10 1.9');
  });

  it('passes the settings of the site', async () => {
    writeFileSync(join(folder, 'site.json'), '{"url":" https://x.example/"}');
    const { status } = await ladingIn(folder, 'docs', '--settings', 'site.json', '--out', 'site');
    expect(status).toBe(0);
    expect(readFileSync(join(folder, 'site/index.html'), 'utf8')).toBe('1.10 1.9 https://x.example/');
  });

  it('takes documents without a configuration', async () => {
    const { status } = await ladingIn(folder, 'docs', '--document', '1.9.yaml', '--out', 'site');
    expect(status).toBe(0);
    expect(readFileSync(join(folder, 'site/index.html'), 'utf8')).toBe('1.9');
  });

  it('serves the site, prints its URL, and removes its files when it ends with a signal', async () => {
    const temporary = join(folder, 'tmp');
    mkdirSync(temporary);
    const env = { ...process.env, TMPDIR: temporary };
    const args = [command, 'docs', '--port', '0', '--quiet'];
    const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const [output] = (await once(child.stdout, 'data')) as [Buffer];
    const url = String(output).trim();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
    expect(await (await fetch(url)).text()).toBe('1.10 1.9');
    expect(readdirSync(temporary).filter((name) => name.startsWith('lading-docs-'))).toHaveLength(1);
    // npx forwards a signal that the terminal sends too. Both arrive before the process ends: it is stopped meanwhile, and two
    // of one kind would be one.
    for (const signal of ['SIGSTOP', 'SIGINT', 'SIGTERM', 'SIGCONT'] as const) child.kill(signal);
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('reports an error of the renderer as a problem', async () => {
    expect(await ladingIn(folder, 'docs', '--out', 'foreign')).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^SITE_FAILED: The folder contains other files \(lading docs\)\./),
    });
  });

  it('names what to do where the mocks are not generated, or not built', async () => {
    const missing = (remedy: string) => ({ status: 1, stderr: expect.stringContaining(remedy) });
    const run = () => ladingIn(folder, 'docs', '--mocks', 'generated', '--port', '0');
    expect(await run()).toMatchObject(
      missing('v1.10/mocks is not generated (lading docs --mocks). Add "@lading/emit-mocks"'),
    );
    for (const version of ['v1.9', 'v1.10']) {
      mkdirSync(join(folder, 'generated', version, 'mocks'), { recursive: true });
      writeFileSync(join(folder, 'generated', version, 'mocks/package.json'), '{"type":"module"}');
    }
    expect(await run()).toMatchObject(missing('v1.10/mocks is not built (lading docs --mocks). Build it: npm install'));
    for (const version of ['v1.9', 'v1.10']) {
      mkdirSync(join(folder, 'generated', version, 'mocks/dist'));
      writeFileSync(join(folder, 'generated', version, 'mocks/dist/index.js'), "import '@acme/not-installed';\n");
    }
    expect(await run()).toMatchObject(missing("lacks a dependency: Cannot find package '@acme/not-installed'"));
    expect(await ladingIn(folder, 'docs', '--mocks', 'x', '--server', 'http://x')).toMatchObject({ status: 2 });
  });

  it('responds with the built mocks, which keep what a visitor creates', async () => {
    writeMocks('1.9');
    const { mocks } = (await loadMocks(join(folder, 'generated'), ['1.9'])) as { readonly mocks: Begin };
    const [one, other] = [mocks(), mocks()];
    const ask = async (respond: ReturnType<Begin>, method: string, version = '1.9') =>
      (await respond(new Request('http://localhost/tickets', { method }), version))?.text();
    expect(await ask(one, 'GET')).toBe('example');
    expect(await ask(one, 'POST')).toBe('kept');
    expect(await ask(one, 'GET')).toBe('kept');
    expect(await ask(other, 'GET')).toBe('example');
    expect(await ask(one, 'GET', '2.0')).toBeUndefined();
  });

  it('refuses a port that is none', async () => {
    expect(await ladingIn(folder, 'docs', '--port', '70000')).toMatchObject({ status: 2 });
  });
});

it('names the package to install where there is no renderer', async () => {
  await expect(loadSiteRenderer([join(folder, 'package.json')])).rejects.toMatchObject({
    problem: { code: 'PACKAGE_MISSING', remedy: 'Install it: npm install --save-dev @lading/docs' },
  });
});

const isBuilt = existsSync(new URL('../../../packages/docs/dist/index.js', import.meta.url));
it.skipIf(!isBuilt)('renders with the package of this repository', async () => {
  cpSync(kiosk, join(folder, 'kiosk.yaml'));
  const { status } = await ladingIn(folder, 'docs', '--document', 'kiosk.yaml', '--out', 'site');
  expect(status).toBe(0);
  expect(readFileSync(join(folder, 'site/index.html'), 'utf8')).toContain('<title>Kiosk</title>');
  expect(await ladingIn(folder, 'docs', '--document', 'kiosk.yaml', '--out', 'kiosk.yaml/site')).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(
      /^SITE_FAILED: The system cannot write .*kiosk\.yaml\S*: ENOTDIR \(lading docs\)\. Choose another folder, because a file is in its place\.\n$/,
    ),
  });
});
