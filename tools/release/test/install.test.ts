/** The packages, installed from a registry into a separate folder. */
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { group } from '@lading/run/installs';
import { describe, expect, inject, it } from 'vitest';
import { packages, root } from './testing/workspace-copy.js';

const execute = promisify(execFile);
const missing = inject('missing');

/** The Node that runs this test, and a newer one if the end-to-end tests of the clients have installed it. */
const newer = group('runtimes').file('node22/bin/node');
const programs = [process.execPath, ...(existsSync(newer) ? [newer] : [])];

describe.skipIf(missing !== '')(`installed from a registry ${missing && `(SKIPPED: ${missing})`}`, () => {
  const folder = inject('consumer');

  it('every package is installed once', () => {
    const scoped = readdirSync(join(folder, 'node_modules/@lading')).map((name) => `@lading/${name}`);
    expect([...scoped, 'lading'].sort()).toEqual(packages.map(({ name }) => name).sort());
    const nested = readdirSync(join(folder, 'node_modules/@lading')).filter((name) =>
      existsSync(join(folder, 'node_modules/@lading', name, 'node_modules/@lading')),
    );
    expect(nested).toEqual([]);
  });

  it('a program with both versions compiles, including the declarations of all packages', async () => {
    const compilerOptions = { ...compiler, noEmit: false, outDir: '.' };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const { stdout } = await execute(process.execPath, [tsc, '-p', folder]).catch((error: { stdout: string }) => error);
    expect(stdout).toBe('');
  });

  it.each(programs)('the program runs on %s', async (program) => {
    const { stdout } = await execute(program, [join(folder, 'program.js')]);
    expect(stdout).toBe('both versions, side by side\n');
  });

  it('the generator runs with documents and emitters of the user', async () => {
    const mine = join(folder, 'mine');
    mkdirSync(mine);
    cpSync(join(folder, 'node_modules/lading/examples/kiosk.yaml'), join(mine, 'kiosk.yaml'));
    writeFileSync(join(mine, 'emitter.mjs'), emitter);
    const lading = (...args: readonly string[]) =>
      execute(process.execPath, [join(folder, 'node_modules/lading/cli/lading.mjs'), ...args], { cwd: mine });
    const { version } = packages.find(({ name }) => name === 'lading')?.manifest ?? {};
    expect((await lading('--version')).stdout).toBe(`${version}\n`);
    expect((await lading('init')).stdout).toContain('kiosk.yaml  version 1.0');
    const config = JSON.parse(readFileSync(join(mine, 'lading.config.json'), 'utf8')) as object;
    const own = { ...config, emitters: ['client', './emitter.mjs'] };
    writeFileSync(join(mine, 'lading.config.json'), JSON.stringify(own));
    expect(await lading('generate', '--quiet')).toEqual({ stdout: '', stderr: '' });
    expect(existsSync(join(mine, 'generated/v1.0/client/gen/ticket.ts'))).toBe(true);
    expect(readFileSync(join(mine, 'generated/v1.0/title/gen/title.ts'), 'utf8')).toContain("title = 'Kiosk'");
  });

  it.each(programs)('every entry point can be loaded with require() on %s', async (program) => {
    const { stdout } = await execute(program, [join(folder, 'required.cjs')]);
    expect(stdout).toBe('by require()\n');
  });

  it.each(programs)('every entry point can be loaded with import on %s', async (program) => {
    const { stdout } = await execute(program, [join(folder, 'imported.js')]);
    expect(stdout).toBe('by import\n');
  });
});

const emitter = `import { defineEmitter, literal } from 'lading/emitter';

export default defineEmitter()({
  name: 'title',
  emit: ({ api, symbol }) => ({
    manifest: { description: 'The title' },
    declarations: [{ symbols: [symbol('title', 'title')], statements: ['export const title = ' + literal(api.title) + ';'] }],
  }),
});
`;

/** The strictest compiler options. */
const compiler = {
  target: 'ES2022',
  module: 'NodeNext',
  moduleResolution: 'NodeNext',
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  skipLibCheck: false,
};
