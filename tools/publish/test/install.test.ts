/** The packages in a folder of their own that knows nothing but the registry. */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, inject, it } from 'vitest';
import { packages, root } from './testing/workspace-copy.js';

const execute = promisify(execFile);
const missing = inject('missing');

/** The Node that runs this, and a newer one where the clients' judge has it. */
const newer = join(root, 'tools/clients/runners/node_modules/node22/bin/node');
const programs = [process.execPath, ...(existsSync(newer) ? [newer] : [])];

describe.skipIf(missing !== '')(`installed from a registry ${missing && `(SKIPPED: ${missing})`}`, () => {
  const folder = inject('consumer');

  it('every package is there once', () => {
    const installed = readdirSync(join(folder, 'node_modules/@lading')).map((name) => `@lading/${name}`);
    expect(installed.sort()).toEqual(packages.map(({ name }) => name).sort());
    const nested = readdirSync(join(folder, 'node_modules/@lading')).filter((name) =>
      existsSync(join(folder, 'node_modules/@lading', name, 'node_modules/@lading')),
    );
    expect(nested).toEqual([]);
  });

  it('a program on both versions compiles, the declarations of all packages included', async () => {
    const compilerOptions = { ...compiler, noEmit: false, outDir: '.' };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const { stdout } = await execute(process.execPath, [tsc, '-p', folder]).catch((error: { stdout: string }) => error);
    expect(stdout).toBe('');
  });

  it.each(programs)('it runs on %s', async (program) => {
    const { stdout } = await execute(program, [join(folder, 'program.js')]);
    expect(stdout).toBe('both versions, side by side\n');
  });

  it.each(programs)('every entry is loaded by require() on %s', async (program) => {
    const { stdout } = await execute(program, [join(folder, 'required.cjs')]);
    expect(stdout).toBe('by require()\n');
  });

  it.each(programs)('every entry is loaded by import on %s', async (program) => {
    const { stdout } = await execute(program, [join(folder, 'imported.js')]);
    expect(stdout).toBe('by import\n');
  });
});

/** The strictest that someone may have. */
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
