/** The generator is built until a build succeeds: files that the compiler left behind a failed one do not pass for a build. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const folder = temporaryFolder();

it('builds again after a failed build, and not after a successful one', () => {
  const generators = join(folder, 'generators');
  mkdirSync(join(generators, 'cli'), { recursive: true });
  cpSync(join(import.meta.dirname, '..', 'built.mjs'), join(generators, 'cli', 'built.mjs'));
  symlinkSync(join(import.meta.dirname, '..', '..', '..', 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(generators, 'tsconfig.build.json'), '{}');
  writeFileSync(join(generators, 'package.json'), JSON.stringify({ scripts: { build: 'node build.mjs' } }));
  // As the compiler does, it writes its files whether there are errors or not; what runs is written if there are none.
  const build = (succeeds: boolean) =>
    writeFileSync(
      join(generators, 'build.mjs'),
      `import { mkdirSync, writeFileSync } from 'node:fs';
mkdirSync('dist/cli', { recursive: true });
writeFileSync('dist/.build.tsbuildinfo', '{}');
${succeeds ? "writeFileSync('dist/cli/main.js', '')" : 'process.exitCode = 1'};`,
    );
  const run = () => {
    const code = "import { buildWhenStale } from './cli/built.mjs'; buildWhenStale();";
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
      cwd: generators,
      encoding: 'utf8',
    });
    return { status, isBuilt: stderr.includes('Building the generator') };
  };
  const source = join(generators, 'source.ts');
  writeFileSync(source, '');
  build(false);
  expect(run()).toEqual({ status: 1, isBuilt: true });
  expect(run()).toEqual({ status: 1, isBuilt: true });
  build(true);
  expect(run()).toEqual({ status: 0, isBuilt: true });
  expect(run()).toEqual({ status: 0, isBuilt: false });
  // An edit that does not compile, after a build that did.
  const later = new Date(Date.now() + 60_000);
  utimesSync(source, later, later);
  build(false);
  expect(run()).toEqual({ status: 1, isBuilt: true });
  expect(run()).toEqual({ status: 1, isBuilt: true });
});
