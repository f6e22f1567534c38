/** Compiles programs with TypeScript 7, apart from the compiler that the command uses. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const compiler = join(import.meta.dirname, '../../../node_modules/typescript7/bin/tsc');

/** The compiler's errors; JavaScript is compiled, but not checked, since it has no types. */
export function errorsOf(programs: ReadonlyMap<string, string>): string {
  // Within the package, so that modules are found.
  const folder = mkdtempSync(join(import.meta.dirname, '..', '.compiled-'));
  try {
    for (const [name, source] of programs) writeFileSync(join(folder, name), source);
    const compilerOptions = {
      strict: true,
      allowJs: true,
      noEmit: true,
      skipLibCheck: true,
      target: 'es2023',
      module: 'preserve',
      types: ['node'],
      incremental: false,
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [...programs.keys()] }));
    const { stdout } = spawnSync(process.execPath, [compiler, '-p', folder, '--pretty', 'false', '--singleThreaded'], {
      encoding: 'utf8',
    });
    return stdout.trim();
  } finally {
    rmSync(folder, { recursive: true });
  }
}
