/** The command: rewrites files, or shows what would be rewritten. */
import {
  chmodSync,
  existsSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { parseArgs } from 'node:util';
import { migrate } from './migrate.js';

const help = `Usage: lading-migrate [--write] FILE...

Rewrites the calls of dockerode in JavaScript and TypeScript files to @lading/client. Without --write, it only reports. What has
to be done by hand is a comment above the statement, TODO(lading), and is listed.

Exit codes: 0 if everything was rewritten, 1 if something is left to be done by hand, 2 for a wrong command line or a
file that cannot be read or written.`;

/** @returns the exit code */
export function main(args: readonly string[]): number {
  const options = { write: { type: 'boolean' }, help: { type: 'boolean' } } as const;
  let paths: readonly string[] = [];
  let write = false;
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    if (values.help === true) {
      console.log(help);
      return 0;
    }
    [paths, write] = [positionals, values.write === true];
  } catch (error) {
    return wrongUsage((error as Error).message);
  }
  if (paths.length === 0) return wrongUsage('no file is given');
  const missing = paths.find((path) => !existsSync(path));
  if (missing !== undefined) return wrongUsage(`there is no file ${missing}`);
  try {
    return migrateFiles(paths, write);
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    console.error(`lading-migrate: no file was changed, or not all of them: ${error.message}.`);
    return 2;
  }
}

function wrongUsage(problem: string): number {
  console.error(`lading-migrate: ${problem}. See lading-migrate --help.`);
  return 2;
}

function migrateFiles(paths: readonly string[], write: boolean): number {
  const results = paths.map((path) => ({ path, ...migrate(path, readFileSync(path, 'utf8')) }));
  const found = results.filter(({ rewritten, manual }) => rewritten > 0 || manual.length > 0);
  if (write) writeAll(found);
  for (const { path, rewritten, manual } of found) {
    console.log(`${path}: ${rewritten} rewritten, ${manual.length} by hand`);
    for (const { line, advice } of manual) console.log(`  ${path}:${line}: ${advice}`);
  }
  const left = results.some(({ manual }) => manual.length > 0);
  return left ? 1 : 0;
}

/** Writes every file beside its target first, so that a full disk leaves all of them unchanged. */
function writeAll(files: readonly { readonly path: string; readonly source: string }[]): void {
  const targets = new Map(files.map(({ path, source }) => [realpathSync(path), source]));
  const staged = [...targets].map(([target, source]) => ({ target, source, stage: `${target}.lading-migrate` }));
  try {
    for (const { target, source, stage } of staged) {
      writeFileSync(stage, source);
      chmodSync(stage, statSync(target).mode);
    }
    for (const { target, stage } of staged) renameSync(stage, target);
  } finally {
    for (const { stage } of staged) rmSync(stage, { force: true });
  }
}
