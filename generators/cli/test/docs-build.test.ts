/** Docs packages whose build writes their data: the option `build` of "docs", and `lading generate --dist`. */
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import type { LadingConfig } from '../../generate/config/config.js';
import { putThings } from '../../testing/things.js';
import { ladingIn } from './testing/lading-in.js';

const build = { command: 'lading generate --dist', dependsOn: ['^build'], inputs: ['spec'] };
const config: LadingConfig = {
  spec: 'spec',
  emitters: [['docs', { build }]],
  out: 'packages',
  workspace: false,
};
const inPackage = 'packages/v1.0/docs';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
  putThings(folder);
});

const write = (path: string, text: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};
const text = (path: string) => readFileSync(join(folder, path), 'utf8');
const filesOf = (path: string) =>
  readdirSync(join(folder, path), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.\w+$/.test(file))
    .sort();

async function generate(more: LadingConfig = {}) {
  write('lading.config.json', JSON.stringify({ ...config, ...more }));
  return ladingIn(folder, 'generate', '--quiet');
}

it('generates the pages in Markdown alone, unless the data are wanted', async () => {
  expect(await generate({ emitters: ['docs'] })).toMatchObject({ status: 0 });
  const files = filesOf(inPackage);
  expect(files.filter((file) => !file.endsWith('.md'))).toEqual(['package.json']);
  const pages = new Map(files.map((file) => [file, text(`${inPackage}/${file}`)]));
  expect(pages.get('README.md')).toContain('`npx lading docs`');
  expect(pages.get('README.md')).not.toMatch(/json|llms|lading-docs/);

  expect(await generate({ emitters: [['docs', { data: true }]] })).toMatchObject({ status: 0 });
  expect(filesOf(inPackage)).toEqual(expect.arrayContaining(['gen/index.json', 'gen/llms.txt', 'gen/openapi.json']));
  for (const file of files.filter((one) => one !== 'README.md'))
    expect(text(`${inPackage}/${file}`), file).toBe(pages.get(file));
  expect(text(`${inPackage}/README.md`)).toContain('lading-docs serve');
});

it('generates the pages in Markdown alone; the build writes the data that are generated without it', async () => {
  expect(await generate({ emitters: [['docs', { data: true }]] })).toMatchObject({ status: 0 });
  const whole = new Map(filesOf(`${inPackage}/gen`).map((file) => [file, text(`${inPackage}/gen/${file}`)]));
  const data = [...whole.keys()].filter((file) => !file.endsWith('.md'));
  expect(data).toEqual(expect.arrayContaining(['index.json', 'llms.txt', 'openapi.json', 'pages/groups/thing.json']));

  expect(await generate()).toMatchObject({ status: 0 });
  expect(filesOf(`${inPackage}/gen`)).toEqual([...whole.keys()].filter((file) => !data.includes(file)));
  expect(existsSync(join(folder, inPackage, 'dist'))).toBe(false);

  write(`${inPackage}/dist/pages/former.json`, '{}');
  expect(await ladingIn(join(folder, inPackage), 'generate', '--dist')).toEqual({
    status: 0,
    stderr: '',
    stdout: `${data.length} files in dist\n`,
  });
  expect(filesOf(`${inPackage}/dist`)).toEqual(data);
  for (const file of data.filter((one) => one !== 'llms.txt'))
    expect(text(`${inPackage}/dist/${file}`), file).toBe(whole.get(file));
  // The list leads from its folder to the pages.
  const list = text(`${inPackage}/dist/llms.txt`);
  expect(list).toBe(whole.get('llms.txt')?.replaceAll(/\]\((?=[^)]*\.md[#)])/g, '](../gen/'));
  for (const [, link = ''] of list.matchAll(/\]\(([^)]+)\)/g))
    expect(existsSync(join(folder, inPackage, 'dist', link.replace(/#.*/, ''))), link).toBe(true);
  expect(await ladingIn(folder, 'generate', '--check')).toMatchObject({ status: 0 });
});

it('has the build in package.json, and exports the same names', async () => {
  await generate();
  expect(JSON.parse(text(`${inPackage}/package.json`))).toMatchObject({
    exports: { './gen/*.md': './gen/*.md', './gen/*': './dist/*' },
    files: ['dist', 'gen'],
    scripts: { build: build.command },
    nx: { targets: { build: { ...build, options: { cwd: '{projectRoot}' } } } },
  });
});

it('writes what the specification says when the package is built', async () => {
  await generate();
  await ladingIn(join(folder, inPackage), 'generate', '--dist');
  write('spec/v1.0/openapi.yaml', text('spec/v1.0/openapi.yaml').replace('A thing of ours.', 'A changed thing.'));
  await ladingIn(join(folder, inPackage), 'generate', '--dist');
  expect(text(`${inPackage}/dist/openapi.json`)).toContain('A changed thing.');
});

it('reports a folder that is not that of such a package', async () => {
  await generate();
  const { status, stderr } = await ladingIn(folder, 'generate', '--dist');
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('USAGE: ') as string });
  expect(stderr).toContain('Run it in the folder of a docs package, and set "build" of "docs"');
  expect(existsSync(join(folder, 'dist'))).toBe(false);
});

it('excludes --check', async () => {
  const { status, stderr } = await ladingIn(folder, 'generate', '--dist', '--check');
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: 'USAGE: --dist and --check are mutually exclusive (lading generate). Use one of them.\n',
  });
});

it('is refused in a generated workspace, which does not run it', async () => {
  const { status, stderr } = await generate({ workspace: true });
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringMatching(/^CONFIG_STRUCTURE: .* v1\.0\/docs\/dist\/.* \(lading\.config\.json\)/) as string,
  });
});
