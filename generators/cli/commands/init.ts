/** `lading init`: writes a configuration for the given documents, or for those in the working folder. */
import { readdirSync } from 'node:fs';
import type { Command } from 'commander';
import { LadingError, isUrl, printableUrl } from '../../diagnostics/index.js';
import { assertDistinctVersions } from '../../overlay/index.js';
import { readDocument, readText } from '../../read/index.js';
import { completeInterrupted, writeFiles } from '../../write/index.js';
import { builtInEmitters } from '../../generate/built-in-emitters.js';
import { configIn } from '../../generate/config/load.js';
import { configText } from '../../generate/config/config-text.js';
import { exitCodes } from '../exit-codes.js';
import { localDocument } from '../../generate/local-documents.js';
import { suggestion } from '../../generate/validate-config.js';

interface InitOptions {
  readonly document?: readonly string[];
  readonly emitter?: readonly string[];
  readonly out?: string;
  readonly scope?: string;
  readonly ts?: true;
  readonly json?: true;
}

const examples = `
Examples:
  $ lading init                                   for the OpenAPI and Swagger documents in this folder
  $ lading init --document api/v1.44.yaml --document api/v1.41.yaml --emitter types --emitter client
  $ lading init --document https://example.org/api.yaml
  $ lading init --ts                              lading.config.ts, with type checking and completion in editors`;

export function initCommand(program: Command, ended: (code: number) => void): void {
  program
    .command('init')
    .description('Write a configuration into this folder')
    .option('--document <file>', 'generate from this document, a file or a URL (repeatable; one per version)', collect)
    .option(
      '--emitter <name>',
      `generate packages of this kind (repeatable): ${builtInEmitters.join(', ')} (default: types)`,
      collect,
    )
    .option('--out <dir>', 'generate into this folder', 'generated')
    .option('--scope <scope>', 'the scope of the package names, such as @acme')
    .option('--ts', 'write lading.config.ts instead of lading.config.json')
    .option('--json', 'print the configuration as JSON')
    .addHelpText('after', examples)
    .action(async (options: InitOptions) => ended(await init(options)));
}

async function init({ document, emitter, out = 'generated', scope, ts, json }: InitOptions): Promise<number> {
  const folder = process.cwd();
  await completeInterrupted(folder);
  refuseExisting(folder);
  const documents = document ?? documentsIn(folder);
  if (documents.length === 0)
    throw usage('There is no OpenAPI or Swagger document in this folder', 'Name one: --document FILE');
  for (const name of emitter ?? []) {
    if (!builtInEmitters.includes(name)) throw usage(`Unknown emitter "${name}"`, suggestion(name, builtInEmitters));
  }
  const files = await Promise.all(documents.map((each) => localDocument(each)));
  const read = files.map((path) => readDocument(path));
  assertDistinctVersions(read);
  const versions = read.map(({ version }) => version);
  const config = { documents, emitters: emitter ?? ['types'], ...(scope !== undefined && { scope }), out };
  const file = ts ? 'lading.config.ts' : 'lading.config.json';
  await writeFiles(folder, [{ path: file, text: configText(file, config, folder) }]);
  const listed = documents
    .map((path, index) => `  ${isUrl(path) ? printableUrl(path) : path}  version ${versions[index] ?? ''}`)
    .join('\n');
  const report = `${file}\n${listed}\n\nNext:\n  npx lading generate\n  cd ${out} && npm install && npm run build\n`;
  process.stdout.write(json ? `${JSON.stringify({ file, ...config, versions }, null, 2)}\n` : report);
  return exitCodes.done;
}

/** How a document begins, whether it can be read or not. */
const beginning = /^["']?(?:openapi|swagger)["']?\s*:|^\s*\{\s*"(?:openapi|swagger)"\s*:/m;

/**
 * Returns the names of the documents in a folder. Other files may be anything.
 *
 * @throws what reading throws, for a file that begins as a document does
 */
function documentsIn(folder: string): readonly string[] {
  const names = readdirSync(folder).filter((name) => /\.(ya?ml|json)$/.test(name) && !name.startsWith('.'));
  return names.sort().filter((name) => {
    try {
      return readDocument(name).version !== '';
    } catch (error) {
      if (!(error instanceof LadingError) || beginning.test(readText(name))) throw error;
      return false;
    }
  });
}

function refuseExisting(folder: string): void {
  const found = configIn(folder);
  if (found === undefined) return;
  throw new LadingError({
    code: 'CONFIG_EXISTS',
    subject: 'A configuration exists already',
    place: found,
    remedy: 'Edit or remove it',
  });
}

function usage(subject: string, remedy: string): LadingError {
  return new LadingError({ code: 'USAGE', subject, place: 'lading init', remedy });
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}
