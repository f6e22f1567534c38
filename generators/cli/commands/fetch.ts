/** `lading fetch`: fetches the documents of the configuration that URLs name, and updates their copies. */
import { dirname, join } from '../../document/path.js';
import type { Command } from 'commander';
import { LadingError } from '../../diagnostics/index.js';
import { fetchDocument, isUrl, printableUrl, saveCopies, type FetchedDocument } from '../../fetch/index.js';
import { copiesFolder } from '../../read/index.js';
import { completeInterrupted } from '../../write/index.js';
import { loadConfigs, nearestConfig } from '../../generate/config/load.js';
import { exitCodes } from '../exit-codes.js';
import { printJson } from '../output.js';
import { documentSource } from '../../generate/local-documents.js';
import { withProgress } from '../../generate/progress.js';

interface FetchCommandOptions {
  readonly config?: string;
  readonly api?: string;
  readonly check?: true;
  readonly json?: true;
}

const examples = `
A configuration may name documents and overlays by URL. Their copies are in ${copiesFolder}, beside the configuration: commit
them. lading generate fetches only a document that has no copy.

Examples:
  $ lading fetch && lading generate      what the documents say now
  $ lading fetch --check                 write nothing; exit code 3 if a document differs from its copy
  $ lading fetch --json`;

export function fetchCommand(program: Command, ended: (code: number) => void): void {
  program
    .command('fetch')
    .description('Fetch the documents that the configuration names by URL, and update their copies')
    .option('--config <file>', 'use this configuration')
    .option('--api <name>', 'use this API of the configuration, if it has several')
    .option('--check', 'write nothing, and exit with 3 if a document differs from its copy')
    .option('--json', 'print JSON')
    .addHelpText('after', examples)
    .action(async (options: FetchCommandOptions) => ended(await runFetch(options)));
}

async function runFetch(options: FetchCommandOptions): Promise<number> {
  const file = options.config ?? nearestConfig() ?? missingConfig();
  const configs = await loadConfigs(file, options.api);
  const sources = configs.flatMap(({ config: { documents = [], overlays = [] } }) => [...documents, ...overlays]);
  const urls = sources.map(documentSource).filter((source) => isUrl(source.file));
  // Several APIs may have overlays of one document.
  const named = [...new Map(urls.map((source) => [`${source.file} ${source.integrity ?? ''}`, source])).values()];
  const copies = join(dirname(file), copiesFolder);
  if (options.check !== true) await completeInterrupted(copies);
  const fetched = await withProgress(options, async (show) => {
    const results: (FetchedDocument & { readonly url: string })[] = [];
    for (const { file: url, integrity } of named) {
      const onFetch = (each: string) => show(`fetching ${each}`);
      results.push({ url: printableUrl(url), ...(await fetchDocument(url, { folder: copies, integrity, onFetch })) });
    }
    return results;
  });
  if (options.check !== true) await saveCopies(copies, fetched);
  const isStale = fetched.some(({ files }) => files.some(({ state }) => state !== 'unchanged'));
  if (options.json === true) printJson({ documents: fetched.map(withoutContents) });
  else process.stdout.write(textOf(fetched, file));
  return options.check === true && isStale ? exitCodes.findings : exitCodes.done;
}

function withoutContents({ url, path, files }: FetchedDocument & { readonly url: string }) {
  return { url, path, files: files.map(({ path: file, state }) => ({ path: file, state })) };
}

function textOf(fetched: readonly (FetchedDocument & { readonly url: string })[], config: string): string {
  if (fetched.length === 0) return `No document of ${config} is named by a URL.\n`;
  return fetched
    .map(({ url, files }) => [url, ...files.map(({ path, state }) => `  ${state.padEnd(9)} ${copiesFolder}/${path}`)])
    .map((lines) => `${lines.join('\n')}\n`)
    .join('');
}

function missingConfig(): never {
  throw new LadingError({
    code: 'USAGE',
    subject: 'There is no configuration in this folder or above it',
    place: 'lading fetch',
    remedy: 'Write one: lading init --document URL',
  });
}
