/** Compiles programs with generated packages, which import each other by names that are not installed. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileErrors } from '../compiler.js';

const strict = {
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

/**
 * @param folder a workspace with packages of version 1.0 in the scope `@generated`, below this repository
 * @param programs by the names of their files
 * @returns the errors of the compiler
 */
export function compileGenerated(folder: string, programs: Readonly<Record<string, string>>): string {
  const program = join(folder, 'programs');
  mkdirSync(program);
  for (const [file, code] of Object.entries(programs)) writeFileSync(join(program, file), code);
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
  writeFileSync(join(program, 'package.json'), '{ "type": "module" }');
  const compilerOptions = { ...strict, paths };
  writeFileSync(join(program, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  return compileErrors(program);
}
