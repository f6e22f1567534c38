/** `lading generate`: documents → packages on disk. */
import { join } from 'node:path';
import type { Command } from 'commander';
import { digestOf, recall, remember, writeTree } from '../../write/index.js';
import { LadingError } from '../../diagnostics/index.js';
import { exitCodes } from '../exit-codes.js';
import { readProse } from '../../read/index.js';
import { jobOf, type Job, type JobOptions } from '../job.js';
import { make, written, type Made } from '../make.js';
import { dependencies, generatorCode, repository } from '../place.js';
import { Steps } from '../steps.js';
import { summaryJson, summaryText, type Summary } from '../summary.js';

export interface GenerateOptions extends JobOptions {
  readonly check?: true;
  readonly json?: true;
  readonly quiet?: true;
  readonly watch?: true;
}

const examples = `
Without --document or --spec, a configuration says what is generated: lading.config.ts or .json of this folder, or of
the nearest folder above it, up to the root of the repository. lading init writes one. --out replaces the output folder
of the configuration and nothing else; a folder that has another configuration is refused unless --config names one.

Examples:
  $ lading generate                                  what the configuration says
  $ lading generate --check                          writes nothing; exit code 3 if a file is stale, missing or left over
  $ lading generate --out DIR                        the same packages in another folder
  $ lading generate --watch                          again after each save, one line each
  $ lading generate --document api.yaml --out DIR    a workspace of its own: npm install && npm run build
  $ lading generate --document v1.41.yaml --document v1.44.yaml --out DIR --json
  $ lading generate --document api.yaml --out DIR --clients   with clients; they need @lading/runtime-client
  $ lading generate --document api.yaml --out DIR --servers   with servers; they need @lading/runtime-server`;

export function generateCommand(program: Command, ended: (code: number) => void): void {
  program
    .command('generate')
    .description('Generate the packages of every version')
    .option('--check', 'write nothing; name each file that is stale, missing or left over, and end with 3')
    .option('--config <file>', 'take this configuration')
    .option('--out <dir>', 'write to this folder, instead of the one that the configuration names')
    .option('--document <file>', 'take this document (repeatable; one per version)', collect)
    .option('--spec <dir>', 'take the specification in this folder')
    .option('--scope <scope>', 'the scope of the package names (default: "@lading")')
    .option('--no-paths', 'leave out the paths modules for openapi-fetch')
    .option('--clients', 'generate clients too')
    .option('--servers', 'generate servers too')
    .option('--docs', 'generate the reference too')
    .option('--watch', 'stay, and generate again whenever an input is saved; Ctrl-C ends it')
    .option('--json', 'print the summary as JSON')
    .option('--quiet', 'print nothing but problems')
    .addHelpText('after', examples)
    .action(async (options: GenerateOptions) => ended(await generate(options)));
}

async function generate(options: GenerateOptions): Promise<number> {
  if (options.watch === true) return watched(options);
  const job = await jobOf(options);
  const progress = options.quiet !== true && options.json !== true && process.stderr.isTTY;
  const steps = new Steps((step) => progress && process.stderr.write(`\r\u001b[K${step} …`));
  const { versions, files } = options.check === true ? await make(job, steps) : await remembered(job, steps);
  const report = await steps.runAsync('write', () =>
    writeTree({ ...written(job, files), mode: options.check === true ? 'check' : 'write' }),
  );
  if (progress) process.stderr.write('\r\u001b[K');
  say(options, { versions, report, times: steps.times, folder: job.out });
  return options.check === true && !report.fresh ? exitCodes.findings : exitCodes.done;
}

/** Until somebody ends it. */
async function watched(options: GenerateOptions): Promise<number> {
  if (options.check === true) {
    const subject = '--check and --watch exclude each other';
    throw new LadingError({ code: 'USAGE', subject, place: 'lading generate', remedy: 'Give one of them' });
  }
  // The watcher is loaded only by those who want it.
  const { eventText, watch } = await import('../watch/index.js');
  const end = new AbortController();
  const stop = () => end.abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  // The launcher is gone, however that came.
  process.once('disconnect', stop);
  process.channel?.unref();
  await watch(options, { signal: end.signal, say: (event) => process.stdout.write(eventText(event, options)) });
  return exitCodes.done;
}

/** The same inputs and the same generator make the same files. A check makes them anew, to trust nothing. */
async function remembered(job: Job, steps: Steps): Promise<Made> {
  const { sources, naming, kinds, paths, workspace, prose } = job;
  if (sources.spec === undefined || !job.isData) return make(job, steps);
  const inputs = [sources.spec, generatorCode];
  // The head of each file says where its source lies, as it is named.
  const said = [
    ...[JSON.stringify(naming), JSON.stringify(readProse(prose)), ...kinds.map(({ name }) => name)],
    ...[paths ? 'paths' : 'no paths', workspace ? 'workspace' : 'packages', job.command, sources.spec],
  ];
  const key = steps.run('digest', () => digestOf(inputs, [...said, process.version, dependencies()]));
  if (key === undefined) return make(job, steps);
  const name = Buffer.from(said.join(' ')).toString('base64url').slice(0, 100);
  const file = join(repository, 'node_modules', '.cache', 'lading', `${name}.json`);
  const made = recall<Made>(file, key);
  if (made !== undefined) return made;
  const fresh = await make(job, steps);
  remember(file, key, fresh);
  return fresh;
}

function say(options: GenerateOptions, summary: Summary): void {
  if (options.json === true) process.stdout.write(`${JSON.stringify(summaryJson(summary), null, 2)}\n`);
  else if (options.quiet !== true || !summary.report.fresh) process.stdout.write(summaryText(summary, options));
}

function collect(path: string, paths: readonly string[] = []): readonly string[] {
  return [...paths, path];
}
