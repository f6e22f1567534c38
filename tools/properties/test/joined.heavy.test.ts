/** Joining the modules of a package preserves its entry points, the identity of classes, and tree shaking. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { repository } from '../paths.js';

const entry = (name: string) => ({ types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` });
const sources = {
  'package.json': JSON.stringify({
    name: 'kiosk',
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20.19' },
    exports: { '.': entry('index'), './exact': entry('exact/index'), './package.json': './package.json' },
  }),
  'src/index.ts': `
    export { Refused } from './refused.js';
    export { later } from './later.js';
    export const sold = (): number => 1;
    export const unsold = (): string => 'never asked for';`,
  'src/exact/index.ts': `
    import { Refused } from '../refused.js';
    export const refuse = (): never => { throw new Refused('sold out'); };`,
  'src/refused.ts': `export class Refused extends Error { override name = 'Refused'; }`,
  'src/later.ts': `export const later = async (): Promise<string> => (await import('undici')).constructor.name;`,
  'dist/index.d.ts': 'export {};',
  'dist/exact/of-an-earlier-build.js': '',
};

const options = { module: 'NodeNext', target: 'ES2023', declaration: true, emitDeclarationOnly: true, composite: true };

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lading-joined-'));
  for (const [path, text] of Object.entries(sources)) write(path, text);
});
afterEach(() => rmSync(folder, { recursive: true }));

test('one file for each entry point, the declarations, and a shared file', () => {
  expect(joined()).toMatchObject({ status: 0, stderr: '' });
  const files = readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' }).sort();
  expect(files).toEqual([
    'exact',
    'exact/index.js',
    'index.d.ts',
    'index.js',
    expect.stringMatching(/^shared-\w+\.js$/),
  ]);
});

test('a class is identical in every entry point', async () => {
  joined();
  const { Refused } = (await import(join(folder, 'dist/index.js'))) as { Refused: new () => Error };
  const { refuse } = (await import(join(folder, 'dist/exact/index.js'))) as { refuse: () => void };
  expect(refuse).toThrow(Refused);
});

test('a second run writes the same bytes', () => {
  const texts = () => {
    joined();
    const paths = readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' });
    return paths.filter((path) => path.endsWith('.js')).map((path) => readFileSync(join(folder, 'dist', path), 'utf8'));
  };
  expect(texts()).toEqual(texts());
});

test('dependencies remain imports, also dynamic ones', () => {
  joined();
  expect(readFileSync(join(folder, 'dist/index.js'), 'utf8')).toContain(`await import("undici")`);
});

test('a bundler removes unused code', async () => {
  joined();
  write('program.js', `import { sold } from './dist/index.js'; console.log(sold());`);
  const { outputFiles } = await build({
    entryPoints: [join(folder, 'program.js')],
    packages: 'external',
    bundle: true,
    format: 'esm',
    write: false,
  });
  expect(outputFiles[0]?.text).not.toMatch(/never asked for|Refused|undici/);
});

test('a module that a program imports is an entry point too', async () => {
  expect(joined('refused.ts')).toMatchObject({ status: 0, stderr: '' });
  const { Refused } = (await import(join(folder, 'dist/refused.js'))) as { Refused: new () => Error };
  const { refuse } = (await import(join(folder, 'dist/exact/index.js'))) as { refuse: () => void };
  expect(refuse).toThrow(Refused);
});

test('an entry point without a source fails the build', () => {
  rmSync(join(folder, 'src/exact/index.ts'));
  const { status, stderr } = joined();
  expect(status).not.toBe(0);
  expect(stderr).toContain('src/exact/index.ts');
});

test('a build removes the declarations of sources that are gone', () => {
  write(
    'tsconfig.json',
    JSON.stringify({ compilerOptions: { ...options, rootDir: 'src', outDir: 'dist' }, include: ['src'] }),
  );
  write('src/later.ts', 'export const later = (): string => "later";');
  write('dist/exact/gone.d.ts', 'export {};');
  const program = join(repository, 'tools', 'build', 'build.mjs');
  const { status, stderr } = spawnSync(process.execPath, [program, 'src'], { cwd: folder, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const declared = readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' });
  expect(declared.filter((path) => path.endsWith('.d.ts')).sort()).toEqual([
    'exact/index.d.ts',
    'index.d.ts',
    'later.d.ts',
    'refused.d.ts',
  ]);
});

function joined(...entries: readonly string[]) {
  const program = join(repository, 'tools', 'build', 'join.mjs');
  return spawnSync(process.execPath, [program, 'src', ...entries], { cwd: folder, encoding: 'utf8' });
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
