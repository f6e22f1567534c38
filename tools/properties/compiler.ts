/** The compilers with which the property tests check programs. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, inject } from 'vitest';
import { parse } from 'yaml';
import { repository } from './paths.js';
import { sampled } from './sampled.js';

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

/** The options of programs as people write them. */
const usual = {
  target: 'ES2022',
  lib: ['ES2022', 'ESNext.Disposable'],
  types: ['node'],
  skipLibCheck: true,
  noEmit: true,
  module: 'NodeNext',
  moduleResolution: 'NodeNext',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
};

/** The texts of programs by the names of their files, or the files. */
type Programs = Readonly<Record<string, string>> | readonly string[];

/**
 * Compiles programs in a folder below this repository.
 *
 * @param options those that differ from the usual ones
 */
export function compilePrograms(folder: string, programs: Programs, options: object = {}, compiler?: Compiler): string {
  const files = Array.isArray(programs) ? (programs as readonly string[]) : Object.keys(programs);
  if (!Array.isArray(programs))
    for (const [name, text] of Object.entries(programs)) writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const project = join(folder, 'tsconfig.json');
  writeFileSync(project, JSON.stringify({ compilerOptions: { ...usual, ...options }, files }));
  return compileErrors(project, compiler);
}

/** Values below imports, and what the compiler says about each. */
interface Mistakes {
  readonly imports: string;
  readonly mistakes: readonly { readonly type?: string; readonly value: string; readonly says: string }[];
}

/**
 * Compiles the mistakes of a table.
 *
 * @returns those of which the compiler does not say once what the table does, and what it says of others
 */
export function unreported(folder: string, table: keyof typeof tables, options: object, compiler: Compiler): unknown[] {
  const { imports, mistakes } = tables[table];
  const lines = mistakes.map(
    ({ type, value }, index) => `export const mistake${index}${type === undefined ? '' : `: ${type}`} = ${value};`,
  );
  const printed = compilePrograms(folder, { 'mistakes.ts': `${imports}${lines.join('\n')}\n` }, options, compiler);
  const errors = new Set(printed.split(/^(?=\S+\(\d+,\d+\): )/m));
  const first = imports.split('\n').length;
  const wrong = mistakes.filter(({ says }, index) => {
    const own = [...errors].filter((error) => error.includes(`mistakes.ts(${first + index},`));
    for (const error of own) errors.delete(error);
    return own.length !== 1 || own[0]?.includes(says) !== true;
  });
  return [...wrong, ...errors];
}

const tables = parse(readFileSync(new URL('mistakes.yaml', import.meta.url), 'utf8')) as {
  readonly types: Mistakes;
  readonly handlers: Mistakes;
};

/** Creates a folder for programs of a test, from which the packages are found; it is removed after the tests of the file. */
export function programFolder(): string {
  const folder = mkdtempSync(join(import.meta.dirname, '.types-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  return folder;
}

const resolutions = [
  { module: 'NodeNext', moduleResolution: 'NodeNext' },
  { module: 'ESNext', moduleResolution: 'Bundler' },
];

/** The kinds of module resolution with each compiler. A run that is not full tests one of them. */
export const resolutionCases: readonly {
  readonly compiler: Compiler;
  readonly options: object;
  readonly resolution: string;
}[] = testedCompilers.flatMap((compiler) =>
  sampled(resolutions, resolutions.length).map((options) => ({
    compiler,
    options,
    resolution: options.moduleResolution,
  })),
);
