/** `lading rebase`: makes another version the base version of the specification. */
import type { Command } from 'commander';
import { exitCodes } from '../exit-codes.js';
import { printJson } from '../output.js';
import { withProgress } from '../../generate/progress.js';
import { chosenSpecification } from '../../generate/sources.js';
import { rebase, type RebaseResult } from '../../rebase/index.js';

interface RebaseOptions {
  readonly dryRun?: true;
  readonly config?: string;
  readonly api?: string;
  readonly spec?: string;
  readonly json?: true;
}

const examples = `
The meaning of every version stays the same. This is verified on a copy before a file of the specification changes.
Packages keep their meaning too, but others of them now re-export the base version: run lading generate afterwards, and
list a fix of each released package in released.yaml.

Examples:
  $ lading rebase 1.45 --dry-run
  $ lading rebase 1.45 && lading generate`;

export function rebaseCommand(program: Command, ended: (code: number) => void): void {
  program
    .command('rebase <version>')
    .description('Make a version the base version of the specification, and earlier versions overlays')
    .option('--dry-run', 'verify only: write nothing, and list the files')
    .option('--config <file>', 'rebase the specification of this configuration')
    .option('--api <name>', 'use this API of the configuration, if it has several')
    .option('--spec <dir>', 'rebase the specification in this folder')
    .option('--json', 'print JSON')
    .addHelpText('after', examples)
    .action(async (version: string, options: RebaseOptions) => ended(await runRebase(version, options)));
}

async function runRebase(version: string, options: RebaseOptions): Promise<number> {
  const { dryRun, json } = options;
  const folder = await chosenSpecification(options);
  const result = await withProgress(options, async (show) => {
    show(`rebasing the specification to ${version}`);
    return rebase(folder, version, { dryRun: dryRun === true });
  });
  printResult(result, json === true);
  return exitCodes.done;
}

function printResult({ version, inverted, files, removed, versions }: RebaseResult, json: boolean): void {
  const written = files.map(({ path }) => path);
  if (json) return printJson({ root: version, inverted, written, removed });
  const lines = [...written.map((path) => `written  ${path}`), ...removed.map((path) => `removed  ${path}`)];
  process.stdout.write(
    `${lines.join('\n')}\nVersion ${version} is the base version. The meaning of all ${versions} versions is unchanged. Run lading generate.\n`,
  );
}
