/** `lading diff`: the changes between two documents, one sentence each. */
import { Option, type Command } from 'commander';
import { compareApis, reportJson, reportMarkdown, reportTerminal } from '../../compare/index.js';
import { everyOperation, withDocumentNames, type Api, type Change } from '../../ir/index.js';
import { normalize } from '../../normalize/index.js';
import { readText } from '../../read/index.js';
import { itemsOf, undecidedOf } from '../../conversion-rules/index.js';
import { LadingError, type ProblemItem } from '../../diagnostics/index.js';
import { exitCodes } from '../exit-codes.js';
import { withProgress, type ShowProgress } from '../../generate/progress.js';
import { chosenDocument, hasOverlay, type SourceOptions } from '../../generate/sources.js';

const examples = `
Examples:
  $ lading diff 1.41 1.44                             two versions of the configuration
  $ lading diff old.yaml new.yaml                     any two documents, Swagger 2.0 or OpenAPI 3.x
  $ lading diff api.yaml https://example.org/api.yaml  what the publisher changed
  $ lading diff old.yaml new.yaml --markdown > CHANGES.md
  $ lading diff old.yaml new.yaml --fail-on client-breaking --accept accepted.txt

All changes are printed, and every difference between documents that a conversion rule or hook has to decide. With --fail-on, the exit code is 4 if there is a change of that kind. Lines of --accept are sentences that --json prints; those
after # say why.`;

/** The values of `--fail-on`. */
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
  readonly accept?: string;
}

export function diffCommand(program: Command, ended: (code: number) => void): void {
  program
    .command('diff <old> <new>')
    .description(
      'Print the changes between two documents or versions, and whether they are breaking for clients or servers',
    )
    .option('--config <file>', 'use the versions of this configuration')
    .option('--api <name>', 'use this API of the configuration, if it has several')
    .option('--spec <dir>', 'use the versions of the specification in this folder')
    .option('--markdown', 'print Markdown')
    .option('--json', 'print JSON')
    .addOption(
      new Option('--fail-on <kind>', 'exit with 4 if there is a change of this kind')
        .choices(Object.keys(failures))
        .default('nothing'),
    )
    .option('--accept <file>', 'changes that --fail-on accepts: the sentence of one in each line')
    .addHelpText('after', examples)
    .action(async (old: string, next: string, options: DiffOptions) => {
      const accepted = options.accept === undefined ? [] : acceptedIn(options.accept);
      const { older, newer, changes, undecided } = await withProgress(options, async (show) => {
        const olderApi = await apiOf(old, options, show);
        const [older, newer] = [olderApi, await apiOf(next, options, show, olderApi)].map(withDocumentNames) as [
          Api,
          Api,
        ];
        show(`comparing ${older.version} with ${newer.version}`);
        // The rules of an overlay decide, and generate lists what they leave.
        const isRuled = (await Promise.all([old, next].map((named) => hasOverlay(named, options)))).includes(true);
        const undecided = isRuled ? [] : undecidedItems(older, newer);
        return { older, newer, changes: compareApis(older, newer), undecided };
      });
      const versions = { older, newer, undecided };
      const { stdout } = process;
      if (options.json === true) stdout.write(reportJson(changes, versions));
      else if (options.markdown === true) stdout.write(reportMarkdown(changes, versions));
      else stdout.write(reportTerminal(changes, versions, { color: stdout.isTTY, width: stdout.columns ?? 100 }));
      const sentences = new Set(changes.map(({ sentence }) => sentence));
      for (const line of accepted.filter((each) => !sentences.has(each)))
        process.stderr.write(`${options.accept}: no change is: ${line}\n`);
      const left = changes.filter(({ sentence }) => !accepted.includes(sentence));
      ended(left.some(failures[options.failOn]) ? exitCodes.breaking : exitCodes.done);
    });
}

/** Returns the sentences in a file. @throws LadingError if it cannot be read */
function acceptedIn(file: string): readonly string[] {
  const lines = readText(file).split('\n');
  return lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
}

/** Returns the differences that conversions between the versions need a decision about, those of one property beside each other. */
function undecidedItems(older: Api, newer: Api): readonly ProblemItem[] {
  const step = { version: older.version, older, newer, rules: [], differences: [] };
  try {
    return itemsOf(undecidedOf(step));
  } catch (error) {
    // Changes are found all the same.
    if (!(error instanceof LadingError) || error.problem.code !== 'READ_LIMIT') throw error;
    process.stderr.write(`The conversions to decide are not listed: ${error.message}\n`);
    return [];
  }
}

/** Returns the API of a version (`1.44`) or of a document file. @param older the API that it is compared with */
async function apiOf(nameOrPath: string, options: SourceOptions, show: ShowProgress, older?: Api): Promise<Api> {
  const olderOperations = older === undefined ? [] : everyOperation(older);
  show(`reading ${nameOrPath}`);
  return normalize(await chosenDocument(nameOrPath, options, show), olderOperations);
}
