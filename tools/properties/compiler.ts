/** The compilers with which the property tests check programs. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { inject } from 'vitest';
import { repository } from './paths.js';

/** The arguments of node for each compiler. TypeScript 7 takes less processor time in one thread, and a tenth of that of 5.9. */
export const compilers = {
  'TypeScript 5.9': [join(repository, 'node_modules', 'typescript', 'bin', 'tsc')],
  'TypeScript 7': [join(repository, 'node_modules', 'typescript7', 'bin', 'tsc'), '--singleThreaded'],
} as const;

export type Compiler = keyof typeof compilers;

/** The compiler of tests that need one: a full run uses the one that most users have. */
const defaultCompiler: Compiler = inject('isFullRun') ? 'TypeScript 5.9' : 'TypeScript 7';

/** The compilers of tests of what each compiler does. */
export const testedCompilers: readonly Compiler[] = inject('isFullRun')
  ? ['TypeScript 5.9', 'TypeScript 7']
  : ['TypeScript 7'];

/**
 * Compiles a project.
 *
 * @returns the errors of the compiler, or an empty string
 */
export function compileErrors(project: string, compiler: Compiler = defaultCompiler): string {
  const args = [...compilers[compiler], '-p', project, '--pretty', 'false'];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return `${stdout}${stderr}`.trim();
}
