/** `lading diff`: what changed between two documents, one sentence a change. */
import { Option, type Command } from 'commander';
import { versionNamed } from '../../overlay/index.js';
import { compareApis, reportJson, reportMarkdown, reportTerminal } from '../../compare/index.js';
import type { Api, Change } from '../../ir/index.js';
import { normalize } from '../../normalize/index.js';
import { readDocument } from '../../read/index.js';
import { exitCodes } from '../exit-codes.js';
import { withProgress, type ShowProgress } from '../progress.js';
import { chosenSources, placeOf, versionsFrom, type SourceOptions } from '../sources.js';

const examples = `
Examples:
  $ lading diff 1.41 1.44                             two versions of the configuration
  $ lading diff old.yaml new.yaml                     any two documents, Swagger 2.0 and OpenAPI 3.x alike
  $ lading diff old.yaml new.yaml --markdown > CHANGES.md
  $ lading diff old.yaml new.yaml --fail-on client-breaking

With --fail-on it ends with 4 when there is such a change; all are printed.`;

/** What a build may fail on. */
const failures = {
  'client-breaking': ({ breaks }: Change) => breaks === 'client' || breaks === 'both',
  'server-breaking': ({ breaks }: Change) => breaks === 'server' || breaks === 'both',
  breaking: ({ breaks }: Change) => breaks !== 'none',
  any: () => true,
  nothing: () => false,
} as const;

interface DiffOptions extends SourceOptions {
  readonly markdown?: true;
  readonly json?: true;
  readonly failOn: keyof typeof failures;
}

export function diffCommand(program: Command, ended: (code: number) => void): void {
  program
    .command('diff <old> <new>')
    .description('Print what changed between two documents or versions, and whom it breaks')
    .option('--config <file>', 'take the versions of this configuration')
    .option('--spec <dir>', 'take the versions of this specification')
    .option('--markdown', 'print Markdown')
    .option('--json', 'print JSON')
    .addOption(
      new Option('--fail-on <kind>', 'end with 4 when there is a change of this kind')
        .choices(Object.keys(failures))
        .default('nothing'),
    )
    .addHelpText('after', examples)
    .action(async (old: string, next: string, options: DiffOptions) => {
      const { older, newer, changes } = await withProgress(options, async (show) => {
        const older = await apiOf(old, options, show);
        const newer = await apiOf(next, options, show);
        show(`comparing ${older.version} with ${newer.version}`);
        return { older, newer, changes: compareApis(older, newer) };
      });
      const versions = { older, newer };
      const { stdout } = process;
      if (options.json === true) stdout.write(reportJson(changes, versions));
      else if (options.markdown === true) stdout.write(reportMarkdown(changes, versions));
      else stdout.write(reportTerminal(changes, versions, { color: stdout.isTTY, width: stdout.columns ?? 100 }));
      ended(changes.some(failures[options.failOn]) ? exitCodes.breaking : exitCodes.done);
    });
}

/** A version (`1.44`) or a document's file. */
async function apiOf(nameOrPath: string, options: SourceOptions, show: ShowProgress): Promise<Api> {
  show(`reading ${nameOrPath}`);
  if (!/^v?\d+\.\d+$/.test(nameOrPath)) return normalize(readDocument(nameOrPath));
  const sources = await chosenSources(options);
  return normalize(versionNamed(versionsFrom(sources), nameOrPath, placeOf(sources)).document);
}
