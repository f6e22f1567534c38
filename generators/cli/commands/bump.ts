/** `lading bump`: the next published document → an overlay on the newest version, and the packages of it. */
import { join } from 'node:path';
import type { Command } from 'commander';
import { writeTexts } from '../../write/index.js';
import { bump, bumpJson, bumpText, type BumpPlan } from '../../bump/index.js';
import { bumpRequest, type BumpOptions } from '../bump-options.js';
import { canGenerate, generateAfterBump } from '../generate-after-bump.js';
import { LadingError, sentence } from '../../diagnostics/index.js';
import { exitCodes } from '../exit-codes.js';
import { withProgress } from '../progress.js';

interface BumpCommandOptions extends BumpOptions {
  readonly dryRun?: true;
  readonly json?: true;
}

const examples = `
The document is compared with the one published of the version that it extends, both after the patches; facts only are
taken over. The list of what a person has to write and to decide stands in the head of the overlay too.

Examples:
  $ lading bump ../upstream/v1.45.yaml --dry-run        only says what would happen
  $ lading bump ../upstream/v1.45.yaml                  looks for ../upstream/v1.44.yaml beside it
  $ lading bump new.yaml --previous old.yaml            where the files are called otherwise
  $ lading bump ../upstream/v1.43.yaml                  a version in between extends the next newer one

Ends with 3 where the specification is written and the packages are not: generation waits for wire rules, or refuses
what the document says. Edit the overlay, then run lading generate.`;

export function bumpCommand(program: Command, ended: (code: number) => void): void {
  program
    .command('bump <document>')
    .description('Take the next published document into the specification, and regenerate')
    .option('--previous <file>', 'what was published of the version it extends; by default a sibling of the document')
    .option('--dry-run', 'write nothing, only report')
    .option('--spec <dir>', 'take the specification in this folder instead of spec/')
    .option('--out <dir>', 'generate into this folder, as a workspace of its own')
    .option('--json', 'print the report as JSON')
    .addHelpText('after', examples)
    .action(async (path: string, options: BumpCommandOptions) => ended(await runBump(path, options)));
}

async function runBump(path: string, options: BumpCommandOptions): Promise<number> {
  const { plan, files } = await withProgress(options, (show) => {
    show(`comparing ${path} with the version before`);
    return bump(bumpRequest(path, options));
  });
  const writes = options.dryRun !== true;
  if (writes) for (const { root, texts } of files) writeTexts(root, texts);
  const written = writes ? files.flatMap(({ root, texts }) => texts.map((text) => join(root, text.path))) : [];
  const { stdout } = process;
  if (options.json === true) stdout.write(`${JSON.stringify(bumpJson(plan, written), null, 2)}\n`);
  else stdout.write(bumpText(plan, written, { color: stdout.isTTY, width: stdout.columns ?? 100 }));
  if (plan.undecided.length > 0) return exitCodes.findings;
  return writes && canGenerate(plan, options) ? generatePackages(plan, options) : exitCodes.done;
}

/** Generates, and ends with 3 if that fails: exit code 1 would mean that nothing was written. */
async function generatePackages({ version, overlay }: BumpPlan, options: BumpCommandOptions): Promise<number> {
  try {
    return await generateAfterBump(options, options.json ? ['--quiet'] : []);
  } catch (error) {
    if (!(error instanceof LadingError)) throw error;
    const { stderr } = process;
    if (options.json === true) stderr.write(`${JSON.stringify({ problem: error.problem })}\n`);
    else {
      stderr.write(`${sentence(error.problem)}\n`);
      stderr.write(
        `Version ${version} is written (${overlay.name}), its packages are not: run lading generate then.\n`,
      );
    }
    return exitCodes.findings;
  }
}
