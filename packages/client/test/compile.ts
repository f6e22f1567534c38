/** Compiles programs as if they were files of the package. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';

// Runs that are not full use TypeScript 7, which takes a tenth of the processor time, and least of it in one thread.
const compiler = inject('isFullRun') ? [pathOf('typescript')] : [pathOf('typescript7'), '--singleThreaded'];

function pathOf(name: string): string {
  return join(import.meta.dirname, '..', '..', '..', 'node_modules', name, 'bin', 'tsc');
}

/**
 * Returns the errors of the compiler for these programs; an empty string if there are none.
 *
 * @param folder the package whose compiler options are used
 * @param sources the programs by file name
 */
export function compileErrors(folder: string, sources: ReadonlyMap<string, string>, options: object = {}): string {
  const work = mkdtempSync(join(folder, '.types-'));
  try {
    for (const [name, code] of sources) writeFileSync(join(work, name), `${code}\nexport {};\n`);
    const compilerOptions = { ...options, rootDir: '.', noEmit: true, incremental: false, tsBuildInfoFile: null };
    const project = {
      extends: '../tsconfig.json',
      compilerOptions,
      files: [...sources.keys()],
      include: [],
      exclude: [],
    };
    writeFileSync(join(work, 'tsconfig.json'), JSON.stringify(project));
    const command = [...compiler, '-p', work, '--pretty', 'false'];
    const { stdout, stderr } = spawnSync(process.execPath, command, { cwd: work, encoding: 'utf8' });
    return `${stdout}${stderr}`.trim();
  } finally {
    rmSync(work, { recursive: true });
  }
}
