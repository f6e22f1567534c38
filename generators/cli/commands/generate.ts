/** `lading generate`: documents → packages on disk. */
import { join } from 'node:path';
import type { Command } from 'commander';
import type { OutputFile } from '../../code/index.js';
import { LadingError } from '../../problem/index.js';
import { readSpec } from '../../read/index.js';
import { digestOf, recall, remember, writeTree, type WriteReport } from '../../write/index.js';
import { exitCodes } from '../exit-codes.js';
import { filesOf, timelineOf } from '../pipeline.js';
import { dependencies, fromHere, generatorCode, repository } from '../place.js';
import { Steps } from '../steps.js';
import { countsOf, summaryJson, summaryText, type Summary, type VersionCounts } from '../summary.js';
import { named, versionsOfDocuments, versionsOfSpec, type VersionDocument } from '../versions.js';

export interface GenerateOptions {
  readonly check?: true;
  readonly out?: string;
  readonly document?: readonly string[];
  readonly spec?: string;
  readonly scope: string;
  readonly paths: boolean;
  readonly clients?: true;
  readonly servers?: true;
  readonly docs?: true;
  readonly json?: true;
  readonly quiet?: true;
}

/** What a run makes of its inputs. */
interface Made {
  readonly versions: readonly VersionCounts[];
  readonly files: readonly OutputFile[];
}

const examples = `
Examples:
  $ lading generate                                  every package of the repository, from spec/
  $ lading generate --check                          writes nothing; exit code 3 if a file is stale, missing or left over
  $ lading generate --document api.yaml --out DIR    a workspace of its own: npm install && npm run build
  $ lading generate --document v1.41.yaml --document v1.44.yaml --out DIR --json
  $ lading generate --document api.yaml --out DIR --clients   with clients; they need @lading/runtime-client
  $ lading generate --document api.yaml --out DIR --servers   with servers; they need @lading/runtime-server`;

export function generateCommand(program: Command, ended: (code: number) => void): void {
  program
    .command('generate')
    .description('Generate the packages of every version')
    .option('--check', 'write nothing; name each file that is stale, missing or left over, and end with 3')
    .option('--out <dir>', 'write to this folder, as a workspace of its own')
    .option('--document <file>', 'take this document instead of spec/ (repeatable; one per version)', collect)
    .option('--spec <dir>', 'take the specification in this folder instead of spec/')
    .option('--scope <scope>', 'the scope of the package names', '@lading')
    .option('--no-paths', 'leave out the paths modules for openapi-fetch')
    .option('--clients', 'generate clients too, where the output is a workspace of its own')
    .option('--servers', 'generate servers too, where the output is a workspace of its own')
    .option('--docs', 'generate the reference too, where the output is a workspace of its own')
    .option('--json', 'print the summary as JSON')
    .option('--quiet', 'print nothing but problems')
    .addHelpText('after', examples)
    .action(async (options: GenerateOptions) => ended(await generate(options)));
}

async function generate(options: GenerateOptions): Promise<number> {
  refuseUnclear(options);
  const progress = options.quiet !== true && options.json !== true && process.stderr.isTTY;
  const steps = new Steps((step) => progress && process.stderr.write(`\r\u001b[K${step} …`));
  const { versions, files } = (await remembered(options, steps)) ?? (await make(options, steps));
  const report = await steps.runAsync('write', () => write(options, files));
  if (progress) process.stderr.write('\r\u001b[K');
  say(options, { versions, report, times: steps.times, folder: outputOf(options) });
  return options.check === true && !report.fresh ? exitCodes.findings : exitCodes.done;
}

// Documents of the user's own belong into a folder of their own, never among the packages of this repository.
function refuseUnclear({ document, out, spec }: GenerateOptions): void {
  if (document !== undefined && out === undefined) throw usage('--document needs --out', 'Name a folder: --out DIR');
  if (document !== undefined && spec !== undefined) throw usage('--document and --spec exclude each other', 'Give one');
  if (spec !== undefined && out === undefined) throw usage('--spec needs --out', 'Name a folder: --out DIR');
}

function usage(subject: string, remedy: string): LadingError {
  return new LadingError({ code: 'USAGE', subject, place: 'lading generate', remedy });
}

/** The same inputs and the same generator make the same files. A check makes them anew, to trust nothing. */
async function remembered(options: GenerateOptions, steps: Steps): Promise<Made | undefined> {
  if (options.check === true || options.document !== undefined) return undefined;
  const { scope, paths, out } = options;
  const kind = [
    scope,
    paths ? 'paths' : 'no paths',
    isWanted('clients', options) ? 'clients' : 'no clients',
    isWanted('servers', options) ? 'servers' : 'no servers',
    isWanted('docs', options) ? 'docs' : 'no docs',
    out === undefined ? 'packages' : 'workspace',
  ];
  const inputs = [specOf(options), generatorCode];
  const key = steps.run('digest', () => digestOf(inputs, [...kind, process.version, dependencies()]));
  if (key === undefined) return undefined;
  const name = Buffer.from(kind.join(' ')).toString('base64url').slice(0, 100);
  const file = join(repository, 'node_modules', '.cache', 'lading', `${name}.json`);
  const made = recall<Made>(file, key);
  if (made !== undefined) return made;
  const fresh = await make(options, steps);
  remember(file, key, fresh);
  return fresh;
}

async function make(options: GenerateOptions, steps: Steps): Promise<Made> {
  const documents = steps.run('read', () => documentsOf(options));
  const timeline = timelineOf(documents, steps);
  return { versions: countsOf(timeline), files: await filesOf(timeline, emitOptions(options, documents), steps) };
}

function documentsOf(options: GenerateOptions): readonly VersionDocument[] {
  if (options.document !== undefined) return versionsOfDocuments(options.document);
  const spec = readSpec(specOf(options));
  return named(versionsOfSpec(spec), spec.product);
}

function specOf(options: GenerateOptions): string {
  return options.spec ?? fromHere('spec');
}

function emitOptions(options: GenerateOptions, documents: readonly VersionDocument[]) {
  const command = options.document === undefined ? 'npx lading generate' : 'lading generate --document …';
  const sources = new Map(documents.map(({ document, source }) => [document.version, source]));
  return {
    scope: options.scope,
    paths: options.paths,
    clients: isWanted('clients', options),
    servers: isWanted('servers', options),
    docs: isWanted('docs', options),
    workspace: options.out !== undefined,
    head: (version: string) => [
      `Generated by lading from ${sources.get(version) ?? version}. Do not edit: change the source and run \`${command}\`.`,
    ],
  };
}

// A workspace of its own cannot count on the packages that clients and servers run on, and few want a reference in it,
// unless whoever asks says so.
function isWanted(kind: 'clients' | 'servers' | 'docs', options: GenerateOptions): boolean {
  return options.out === undefined || options[kind] === true;
}

function write(options: GenerateOptions, files: readonly OutputFile[]): Promise<WriteReport> {
  return writeTree({
    root: outputOf(options),
    shared: options.out === undefined,
    files,
    mode: options.check === true ? 'check' : 'write',
    generator: 'lading',
  });
}

function outputOf(options: GenerateOptions): string {
  return options.out ?? join(repository, 'packages');
}

function say(options: GenerateOptions, summary: Summary): void {
  if (options.json === true) process.stdout.write(`${JSON.stringify(summaryJson(summary), null, 2)}\n`);
  else if (options.quiet !== true || !summary.report.fresh) process.stdout.write(summaryText(summary, options));
}

function collect(path: string, paths: readonly string[] = []): readonly string[] {
  return [...paths, path];
}
