/**
 * Compiles the mistakes: the compiler has to report one error for each, which names the mistake in a sentence. The everyday programs, which
 * are compiled with them, have none.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { parse } from 'yaml';
import { clients, everydayPrograms } from '../everyday.js';

const compilers = inject('isFullRun') ? ['typescript', 'typescript7'] : ['typescript7'];
const folder = mkdtempSync(join(import.meta.dirname, '..', '.types-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Mistake {
  /** What the compiler says. */
  readonly says: string;
  readonly code: string;
}

const text = readFileSync(join(import.meta.dirname, '..', 'wrong', 'mistakes.yaml'), 'utf8');
const functions = 'at, connect, copyTo, decodeData, exec, follow, isVersion, pull, run, usageOf, waitFor';
const program = [`import { NotFound, ${functions} } from '@lading/client';`, 'const engine = await connect();'];
/** The mistakes in their order, each with the line at which it begins. */
const mistakes = Object.entries(parse(text) as Readonly<Record<string, Mistake>>).map(([name, { says, code }]) => {
  const line = program.length + 1;
  program.push(...code.trimEnd().split('\n'));
  return { name, sentence: says, line };
});
writeFileSync(join(folder, 'mistakes.ts'), `${program.join('\n')}\n`);
writeFileSync(join(folder, 'tar-fs.d.ts'), "declare module 'tar-fs';\n");
for (const program of everydayPrograms)
  for (const client of clients) writeFileSync(join(folder, `${program.name}-${client}.ts`), program[client]);
const compilerOptions = { noEmit: true, incremental: false, noUnusedLocals: false };
const settings = { extends: '../../../tsconfig.base.json', compilerOptions, include: ['*.ts'] };
writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));

interface Diagnostic {
  readonly mistake: string | undefined;
  readonly lines: string[];
}

test.each(compilers)('%s reports one error for each mistake, and none of the everyday programs', (compiler) => {
  const diagnostics = diagnosticsOf(compiler);
  const found = mistakes.map((one) => ({ ...one, own: diagnostics.filter(({ mistake }) => mistake === one.name) }));
  expect(found.filter(({ own }) => own.length !== 1)).toEqual([]);
  expect(diagnostics.filter(({ mistake }) => !mistakes.some(({ name }) => name === mistake))).toEqual([]);
  expect(mistakes).toHaveLength(76);

  const unexpected = found.filter(({ own, sentence }) => !own[0]?.lines.some((line) => line.includes(sentence)));
  expect(unexpected).toEqual([]);
  // An array instead of a map, and a string instead of an id, have a second line. In TypeScript 5.9, a missing property has one as well.
  const oneLine = compiler === 'typescript7' ? 74 : 71;
  expect(diagnostics.filter(({ lines }) => lines.length === 1).length).toBeGreaterThanOrEqual(oneLine);
  expect(diagnostics.filter(({ lines }) => lines.length > 3)).toEqual([]);
});

function diagnosticsOf(compiler: string): Diagnostic[] {
  const tsc = join(import.meta.dirname, '..', '..', '..', 'node_modules', compiler, 'bin', 'tsc');
  const options = compiler === 'typescript7' ? ['--singleThreaded'] : [];
  const command = [tsc, ...options, '-p', folder, '--pretty', 'false'];
  const { stdout } = spawnSync(process.execPath, command, { cwd: folder, encoding: 'utf8' });
  const diagnostics: Diagnostic[] = [];
  for (const line of stdout.split('\n').filter((text) => text !== '')) {
    const [, file, at, sentence] = /^([^(]+)\((\d+),\d+\): error TS\d+: (.*)$/.exec(line) ?? [];
    if (sentence === undefined) diagnostics.at(-1)?.lines.push(line.trim());
    else if (file !== 'mistakes.ts') diagnostics.push({ mistake: file, lines: [sentence] });
    else diagnostics.push({ mistake: mistakes.findLast((one) => one.line <= Number(at))?.name, lines: [sentence] });
  }
  return diagnostics;
}
