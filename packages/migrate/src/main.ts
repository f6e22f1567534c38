/** The command: rewrites files, or shows what would be rewritten. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { migrate } from './migrate.js';

const help = `Usage: lading-migrate [--write] FILE...

Rewrites the calls of dockerode in JavaScript and TypeScript files to @lading/client. Without --write, it only reports. What has
to be done by hand is a comment above the statement, TODO(lading), and is listed.

Exit codes: 0 if everything was rewritten, 1 if something is left to be done by hand, 2 for a wrong command line.`;

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
  return missing === undefined ? migrateFiles(paths, write) : wrongUsage(`there is no file ${missing}`);
}

function wrongUsage(problem: string): number {
  console.error(`lading-migrate: ${problem}. See lading-migrate --help.`);
  return 2;
}

function migrateFiles(paths: readonly string[], write: boolean): number {
  const results = paths.map((path) => ({ path, ...migrate(path, readFileSync(path, 'utf8')) }));
  for (const { path, source, rewritten, manual } of results) {
    if (rewritten === 0 && manual.length === 0) continue;
    if (write) writeFileSync(path, source);
    console.log(`${path}: ${rewritten} rewritten, ${manual.length} by hand`);
    for (const { line, advice } of manual) console.log(`  ${path}:${line}: ${advice}`);
  }
  const left = results.some(({ manual }) => manual.length > 0);
  return left ? 1 : 0;
}
