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
import { patchOf } from './patch.js';

const help = `Usage: lading-migrate [--write | --dry-run] FILE...

Rewrites JavaScript and TypeScript files that use dockerode to @lading/client. Without --write, it only reports; --dry-run prints a
diff. A file of which a part has no counterpart, or that would not compile, is left as it was; each place is listed with what to
write. Give files that belong together in one command.

Exit codes: 0 if everything was rewritten, 1 if a file is left as it was, 2 for a wrong command line or a file that cannot be read
or written.`;

type Mode = 'report' | 'diff' | 'write';

/** @returns the exit code */
export function main(args: readonly string[]): number {
  const options = { write: { type: 'boolean' }, 'dry-run': { type: 'boolean' }, help: { type: 'boolean' } } as const;
  let paths: readonly string[] = [];
  let mode: Mode = 'report';
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    if (values.help === true) {
      console.log(help);
      return 0;
    }
    if (values.write === true && values['dry-run'] === true)
      return wrongUsage('--write and --dry-run exclude each other');
    paths = positionals;
    mode = values.write === true ? 'write' : values['dry-run'] === true ? 'diff' : 'report';
  } catch (error) {
    return wrongUsage((error as Error).message);
  }
  if (paths.length === 0) return wrongUsage('no file is given');
  const missing = paths.find((path) => !existsSync(path));
  if (missing !== undefined) return wrongUsage(`there is no file ${missing}`);
  const irregular = paths.find((path) => !statSync(path).isFile());
  if (irregular !== undefined) return wrongUsage(`${irregular} is no regular file`);
  try {
    return migrateFiles(paths, mode);
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) {
      console.error(`lading-migrate: no file was changed, or not all of them: ${error.message}.`);
      return 2;
    }
    // The compiler visits nested expressions by recursion.
    const reason =
      error instanceof RangeError
        ? 'a program is nested too deeply; leave it out'
        : `unexpected: ${error instanceof Error ? error.message : String(error)}; report it to the project`;
    console.error(`lading-migrate: no file was changed: ${reason}.`);
    return 2;
  }
}

function wrongUsage(problem: string): number {
  console.error(`lading-migrate: ${problem}. See lading-migrate --help.`);
  return 2;
}

function migrateFiles(paths: readonly string[], mode: Mode): number {
  const sources = new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]));
  const results = [...migrate(sources)].map(([path, result]) => ({ path, ...result }));
  const changed = results.filter(({ path, source }) => source !== sources.get(path));
  if (mode === 'write') writeAll(changed);
  for (const { path, source, rewritten, reasons, notes } of results) {
    if (reasons.length > 0) console.log(`${path}: left as it was`);
    else if (source !== sources.get(path)) console.log(`${path}: ${rewritten} rewritten`);
    for (const { line, advice } of [...reasons, ...notes]) console.log(`  ${path}:${line}: ${advice}`);
    if (mode === 'diff' && source !== sources.get(path))
      console.log(patchOf(path, sources.get(path) ?? '', source).trimEnd());
  }
  return results.some(({ reasons }) => reasons.length > 0) ? 1 : 0;
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
