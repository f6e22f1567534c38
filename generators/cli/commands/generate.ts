/** `lading generate`: documents → packages on disk. */
import type { Command } from 'commander';
import { basename, dirname, leadsOutside, relative, resolve } from '../../document/path.js';
import { nearestConfig } from '../../generate/config/load.js';
import { LadingError } from '../../diagnostics/index.js';
import { exitCodes } from '../exit-codes.js';
import { collect, printJson } from '../output.js';
import { generateCached } from '../../generate/generate-cached.js';
import {
  apiNames,
  generateRequest,
  type GenerateRequest,
  type GenerateRequestOptions,
} from '../../generate/generate-request.js';
import { generate, type GeneratedFiles } from '../../generate/generate.js';
import { withProgress } from '../../generate/progress.js';
import { Steps } from '../../generate/steps.js';
import { summaryJson, summaryText, type Summary } from '../../generate/summary.js';
import { writeDist } from '../../generate/write-dist.js';
import { writeOutput } from '../../generate/write-output.js';

export interface GenerateCommandOptions extends GenerateRequestOptions {
  readonly json?: true;
  readonly quiet?: true;
  readonly watch?: true;
  readonly dist?: true;
}

const examples = `
Without --document or --spec, the configuration determines what is generated: lading.config.ts or .json in this folder,
or in the nearest folder above it, up to the root of the repository. lading init writes one. --out replaces only the
output folder of the configuration. If that folder has another configuration, use --config to name one of the two.

Examples:
  $ lading generate                                  the packages of the configuration
  $ lading generate --check                          write nothing; exit code 3 if a file is stale, missing or left over, or a bump unfinished
  $ lading generate --api billing                    those of one API, of a configuration with several
  $ lading generate --out DIR                        the same packages in another folder
  $ lading generate --dist                           the data of the docs package in this folder, if "docs" of the configuration has "build"
  $ lading generate --watch                          watch inputs and regenerate; one line per save
  $ lading generate --document api.yaml --out DIR    a separate workspace: npm install && npm run build
  $ lading generate --document https://example.org/api.yaml --out DIR
  $ lading generate --document v1.41.yaml --document v1.44.yaml --out DIR --json
  $ lading generate --document api.yaml --out DIR --include-tag repos --exclude-deprecated
  $ lading generate --document api.yaml --out DIR --clients   with clients; they need @lading/runtime-fetch
  $ lading generate --document api.yaml --out DIR --servers   with servers; they need @lading/runtime-server`;

export function generateCommand(program: Command, ended: (code: number) => void): void {
  program
    .command('generate')
    .description('Generate the packages of every version')
    .option(
      '--check',
      'verify that generated files are up to date: write nothing, list files that differ, and exit with 3 if there are any',
    )
    .option('--dist', 'write only what the build of the package in this folder writes, to its folder dist/')
    .option('--config <file>', 'use this configuration')
    .option('--api <name>', 'generate only this API of the configuration, if it has several')
    .option('--out <dir>', 'write to this folder instead of the output folder of the configuration')
    .option('--document <file>', 'use this document, a file or a URL (repeatable; one per version)', collect)
    .option('--spec <dir>', 'use the specification in this folder')
    .option('--scope <scope>', 'the scope of the package names (default: "@lading")')
    .option('--no-paths', 'omit the paths modules for openapi-fetch')
    .option('--clients', 'generate clients too')
    .option('--servers', 'generate servers too')
    .option('--docs', 'generate the reference too')
    .option('--conversions', 'generate the conversions between versions too')
    .option('--include-tag <pattern>', 'generate only operations with this tag (repeatable, as the next ones)', collect)
    .option('--include-path <pattern>', 'generate only operations of this path: "/repos/**"', collect)
    .option('--include-operation <pattern>', 'generate only this operation, by ID or "GET /path"', collect)
    .option('--exclude-tag <pattern>', 'leave out operations with this tag', collect)
    .option('--exclude-path <pattern>', 'leave out operations of this path', collect)
    .option('--exclude-operation <pattern>', 'leave out this operation', collect)
    .option('--exclude-deprecated', 'leave out deprecated operations')
    .option('--watch', 'watch inputs and regenerate; Ctrl-C ends it')
    .option('--json', 'print the summary as JSON')
    .option('--quiet', 'print only errors')
    .addHelpText('after', examples)
    .action(async (options: GenerateCommandOptions) => ended(await runGenerate(options)));
}

/** Generates, as the command line says. @returns the exit code */
export async function runGenerate(options: GenerateCommandOptions): Promise<number> {
  if (options.watch === true) return runWatch(options);
  if (options.dist === true) return runDist(options);
  const isCheck = options.check === true;
  const summaries = await withProgress(options, async (show) => {
    const generated: Generated[] = [];
    for (const api of await apiNames(options)) {
      const request = await generateRequest({ ...options, ...(api !== undefined && { api }) }, show);
      const steps = new Steps(show);
      const onRead = (path: string) => show(`reading ${path}`);
      // A check does not use results of earlier runs.
      const output = await (isCheck ? generate : generateCached)(request, steps, { onRead });
      generated.push({ request, output, steps });
    }
    // An error in the input of one API leaves those of all unwritten.
    const written: Summary[] = [];
    for (const one of generated) written.push(await summaryOf(one, isCheck));
    return written;
  });
  printSummaries(options, summaries);
  const isFresh = summaries.every(({ report, unfinished }) => report.fresh && unfinished.length === 0);
  return isCheck && !isFresh ? exitCodes.findings : exitCodes.done;
}

interface Generated {
  readonly request: GenerateRequest;
  readonly output: GeneratedFiles;
  readonly steps: Steps;
}

/** Writes or compares the files of an API. */
async function summaryOf({ request, output, steps }: Generated, isCheck: boolean): Promise<Summary> {
  const message = `${isCheck ? 'checking' : 'writing'} ${output.files.length} files`;
  const run = () => writeOutput(request, output, isCheck ? 'check' : 'write');
  const report = await steps.runAsync('write', run, message);
  const { api, out: folder } = request;
  return { ...output, report, times: steps.times, folder, ...(api !== undefined && { api }) };
}

/** Writes what the build of the package in the working folder writes. */
async function runDist(options: GenerateCommandOptions): Promise<number> {
  if (options.check === true) throw exclusive('--dist', '--check');
  const folder = process.cwd();
  const config = options.config ?? nearestConfig();
  // The results of an earlier run in the folder of the configuration are reused, since all paths are the same.
  if (config !== undefined) process.chdir(dirname(resolve(config)));
  const count = await withProgress(options, async (show) => {
    const here = { ...options, ...(config !== undefined && { config: basename(config) }) };
    const requests: GenerateRequest[] = [];
    for (const api of await apiNames(here))
      requests.push(await generateRequest({ ...here, ...(api !== undefined && { api }) }, show));
    const request = requests.find(({ out }) => !leadsOutside(relative(resolve(out), folder))) ?? requests[0];
    if (request === undefined) return 0;
    const output = await generateCached(request, new Steps(show));
    return writeDist(request, output, folder);
  });
  if (options.quiet !== true) process.stdout.write(`${count} files in dist\n`);
  return exitCodes.done;
}

/** Watches until a signal arrives or the launcher ends. */
async function runWatch(options: GenerateCommandOptions): Promise<number> {
  if (options.check === true) throw exclusive('--check', '--watch');
  // Only --watch needs the watcher.
  const { eventText, watch } = await import('../../generate/watch/index.js');
  const end = new AbortController();
  const stop = () => end.abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  process.once('disconnect', stop);
  process.channel?.unref();
  await watch(options, { signal: end.signal, say: (event) => process.stdout.write(eventText(event, options)) });
  return exitCodes.done;
}

function exclusive(option: string, other: string): LadingError {
  const subject = `${option} and ${other} are mutually exclusive`;
  return new LadingError({ code: 'USAGE', subject, place: 'lading generate', remedy: 'Use one of them' });
}

function printSummaries(options: GenerateCommandOptions, summaries: readonly Summary[]): void {
  if (options.json === true) {
    const named = summaries.flatMap((one) => (one.api === undefined ? [] : [[one.api, summaryJson(one)] as const]));
    const content = named.length > 0 ? { apis: Object.fromEntries(named) } : summaries.map(summaryJson)[0];
    return printJson(content);
  }
  for (const summary of summaries)
    if (options.quiet !== true || !summary.report.fresh || options.check === true)
      process.stdout.write(summaryText(summary, options));
}
