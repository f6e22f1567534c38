/** `lading bump`: adds the next published document to the specification as an overlay, and generates its packages. */
import { join } from '../../document/path.js';
import type { Command } from 'commander';
import { writeFiles } from '../../write/index.js';
import { bump, bumpJson, bumpText, type BumpPlan, type BumpRequest } from '../../bump/index.js';
import { LadingError, sentence } from '../../diagnostics/index.js';
import { exitCodes } from '../exit-codes.js';
import { printJson } from '../output.js';
import { withProgress } from '../../generate/progress.js';
import { chosenSpecification } from '../../generate/sources.js';
import { runGenerate } from './generate.js';

/** The options of `lading bump` and `nx g lading:bump`. */
export interface BumpOptions {
  /** The published document of the version that the new one extends. */
  readonly previous?: string;
  /** The configuration that names the folder of the specification; by default the nearest. */
  readonly config?: string;
  /** The API of the configuration, if it has several. */
  readonly api?: string;
  /** The folder of the specification; by default that of the configuration. */
  readonly spec?: string;
  /** The folder to generate into, as a separate workspace. */
  readonly out?: string;
}

interface BumpCommandOptions extends BumpOptions {
  readonly dryRun?: true;
  readonly json?: true;
}

const examples = `
The document is compared with the published document of the version that it extends, both with the corrections applied.
Schemas and operations are taken over, descriptions are not. The head of the overlay lists the texts to write and the
decisions to make.

Examples:
  $ lading bump ../upstream/v1.45.yaml --dry-run        report only, write nothing
  $ lading bump ../upstream/v1.45.yaml                  compare with ../upstream/v1.44.yaml
  $ lading bump new.yaml --previous old.yaml            if the names of the files do not contain the versions
  $ lading bump ../upstream/v1.43.yaml                  a version between two others extends the next newer one

The exit code is 3 if the specification is written and the packages are not, because conversion rules are missing or
the document is rejected. Edit the overlay, then run lading generate.`;

export function bumpCommand(program: Command, ended: (code: number) => void): void {
  program
    .command('bump <document>')
    .description('Add the next published document to the specification, and regenerate')
    .option(
      '--previous <file>',
      'the published document of the version it extends (default: a sibling of the document)',
    )
    .option('--dry-run', 'report only, write nothing')
    .option('--config <file>', 'use the specification of this configuration')
    .option('--api <name>', 'use this API of the configuration, if it has several')
    .option('--spec <dir>', 'use the specification in this folder')
    .option('--out <dir>', 'generate into this folder, as a separate workspace')
    .option('--json', 'print the report as JSON')
    .addHelpText('after', examples)
    .action(async (path: string, options: BumpCommandOptions) => ended(await runBump(path, options)));
}

async function runBump(path: string, options: BumpCommandOptions): Promise<number> {
  const request = await bumpRequest(path, options);
  const { plan, files } = await withProgress(options, (show) => {
    show(`comparing ${path} with the version that it extends`);
    return bump(request);
  });
  const writes = options.dryRun !== true;
  if (writes) await writeFiles(request.spec, files);
  const written = writes ? files.map((file) => join(request.spec, file.path)) : [];
  const { stdout } = process;
  if (options.json === true) printJson(bumpJson(plan, written));
  else stdout.write(bumpText(plan, written, { color: stdout.isTTY, width: stdout.columns ?? 100 }));
  if (plan.undecided.length > 0) return exitCodes.findings;
  return writes && canGenerate(plan, options) ? generatePackages(plan, options) : exitCodes.done;
}

/** Generates, and returns exit code 3 if that fails: exit code 1 would mean that nothing was written. */
async function generatePackages({ version, overlay }: BumpPlan, options: BumpCommandOptions): Promise<number> {
  try {
    return await generateAfterBump(options, options.json);
  } catch (error) {
    if (!(error instanceof LadingError)) throw error;
    const { stderr } = process;
    if (options.json === true) stderr.write(`${JSON.stringify({ problem: error.problem })}\n`);
    else {
      stderr.write(`${sentence(error.problem)}\n`);
      stderr.write(
        `Version ${version} is written (${overlay.name}), its packages are not. Correct the error, then run lading generate.\n`,
      );
    }
    return exitCodes.findings;
  }
}

export async function bumpRequest(document: string, options: BumpOptions): Promise<BumpRequest> {
  const { previous } = options;
  return { document, spec: await chosenSpecification(options), ...(previous !== undefined && { previous }) };
}

/** Whether packages can be generated: no conversion is undecided, and a specification elsewhere has an output folder. */
export function canGenerate(plan: BumpPlan, { spec, out }: BumpOptions): boolean {
  return plan.undecided.length === 0 && (spec === undefined || out !== undefined);
}

/** Generates from the specification that was bumped. @returns the exit code of `generate` */
export async function generateAfterBump(options: BumpOptions, quiet?: true): Promise<number> {
  const { config, api, out } = options;
  const configured = { ...(config !== undefined && { config }), ...(api !== undefined && { api }) };
  // A folder elsewhere becomes a separate workspace, whatever the configuration says.
  const where = out === undefined ? configured : { spec: await chosenSpecification(options), out };
  return runGenerate({ ...where, ...(quiet && { quiet }) });
}
