/** Compiles programs with generated packages, which import each other by names that are not installed. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { compilePrograms } from '../compiler.js';

/**
 * @param folder a workspace with packages of version 1.0 in the scope `@generated`, below this repository
 * @param programs by the names of their files
 * @returns the errors of the compiler
 */
export function compileGenerated(folder: string, programs: Readonly<Record<string, string>>): string {
  const program = join(folder, 'programs');
  mkdirSync(program);
  const paths = Object.fromEntries(
    ['types', 'contract', 'client', 'server'].flatMap((kind) => {
      const gen = join(folder, 'v1.0', kind, 'gen');
      const entry = `@generated/${kind}-v1.0`;
      return [
        [entry, [join(gen, 'index.ts')]],
        [`${entry}/*`, [join(gen, '*', 'index.ts'), join(gen, '*.ts')]],
      ] as const;
    }),
  );
  return compilePrograms(program, programs, { paths });
}
