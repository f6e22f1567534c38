/** `lading init`: writes a configuration for the given documents, or for those in the working folder. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { Command } from 'commander';
import { LadingError, isUrl, managerCommands, printableUrl } from '../../diagnostics/index.js';
import { assertDistinctVersions, sameVersion } from '../../overlay/index.js';
import { parseText, readDocument, readText } from '../../read/index.js';
import { completeInterrupted, writeFiles } from '../../write/index.js';
import { builtInEmitters } from '../../generate/built-in-emitters.js';
import { apiConfigsOf } from '../../generate/config/apis.js';
import type { LadingConfig } from '../../generate/config/config.js';
import { configIn, configSchema } from '../../generate/config/load.js';
import { configText } from '../../generate/config/config-text.js';
import { presentNameOf, renamedSentence } from '../../generate/config/old-keys.js';
import { versionsInNames } from '../../generate/config/versions-in-names.js';
import { exitCodes } from '../exit-codes.js';
import { collect, printJson } from '../output.js';
import { localDocument } from '../../generate/local-documents.js';
import { assertConforms, suggestion } from '../../generate/validate-config.js';

interface InitOptions {
  readonly api?: string;
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
  $ lading init --api billing --document billing.yaml   one of several APIs; again for the next one
  $ lading init --ts                              lading.config.ts, with type checking and completion in editors`;

export function initCommand(program: Command, ended: (code: number) => void): void {
  program
    .command('init')
    .description('Write a configuration into this folder')
    .option('--document <file>', 'generate from this document, a file or a URL (repeatable; one per version)', collect)
    .option(
      '--emitter <name>',
      `generate packages of this kind (repeatable): ${builtInEmitters.join(', ')}, or a package or a file that exports an emitter, such as @lading/emit-validators (default: types)`,
      collect,
    )
    .option('--api <name>', 'write a configuration of several APIs with this one, or add it to such a configuration')
    .option('--out <dir>', 'generate into this folder (default: generated)')
    .option('--scope <scope>', 'the scope of the package names, such as @acme')
    .option('--ts', 'write lading.config.ts instead of lading.config.json')
    .option('--json', 'print the configuration as JSON')
    .addHelpText('after', examples)
    .action(async (options: InitOptions) => ended(await init(options)));
}

async function init(options: InitOptions): Promise<number> {
  const { api, document, emitter: chosen = ['types'], scope, ts, json } = options;
  const folder = process.cwd();
  await completeInterrupted(folder);
  const existing = existingOf(folder, api);
  const documents = document ?? documentsIn(folder);
  if (documents.length === 0)
    throw usage('There is no OpenAPI or Swagger document in this folder', 'Name one: --document FILE');
  const emitters = [...new Set(chosen.map((name) => presentNameOf(name) ?? name))];
  for (const name of emitters) {
    // Whether a package is installed is a question of `lading generate`.
    if (!builtInEmitters.includes(name) && !name.includes('/'))
      throw usage(`Unknown emitter "${name}"`, suggestion(name, builtInEmitters));
  }
  const files = await Promise.all(documents.map((each) => localDocument(each)));
  const stated = files.map((path) => readDocument(path));
  const named = sameVersion(stated) && versionsInNames(documents);
  const read = stated.map((each, index) => ({ ...each, version: named?.[index] ?? each.version }));
  assertDistinctVersions(read, 'put the versions into their names, such as "api-1.2.yaml"');
  const { out = api === undefined ? 'generated' : undefined } = options;
  const one = {
    documents: documents.map((file, index) => (named === undefined ? file : { file, version: named[index] ?? '' })),
    emitters,
    ...(scope !== undefined && { scope }),
    ...(out !== undefined && { out }),
  };
  const config = api === undefined ? one : { ...existing?.config, apis: { ...existing?.config.apis, [api]: one } };
  const file = existing?.file ?? (ts ? 'lading.config.ts' : 'lading.config.json');
  const text = configText(file, config, folder);
  assertConforms(config, configSchema(), file, 'CONFIG_STRUCTURE');
  apiConfigsOf(config, file);
  await writeFiles(folder, [{ path: file, text }]);
  const listed = documents
    .map((path, index) => {
      const from = named === undefined ? '' : `, from its name; the document says "${stated[index]?.version ?? ''}"`;
      return `  ${isUrl(path) ? printableUrl(path) : path}  version ${read[index]?.version ?? ''}${from}`;
    })
    .join('\n');
  const output = out ?? `generated/${api ?? ''}`;
  const report = `${file}\n${listed}\n\nNext:\n  ${managerCommands().run} lading generate\n  cd ${output} && npm install && npm run build\n`;
  for (const name of chosen) {
    const present = presentNameOf(name);
    if (present) process.stderr.write(`${renamedSentence(name, present, `--emitter ${present}`)}\n`);
  }
  if (json) printJson({ file, ...config, versions: read.map(({ version }) => version) });
  else process.stdout.write(report);
  return exitCodes.done;
}

/**
 * Returns the configuration to which an API is added; undefined if there is none.
 *
 * @throws CONFIG_EXISTS if there is one, to which none can be added
 */
function existingOf(folder: string, api: string | undefined) {
  const file = configIn(folder);
  if (file === undefined) return undefined;
  const exists = (subject: string, remedy: string) =>
    new LadingError({ code: 'CONFIG_EXISTS', subject, place: file, remedy });
  if (api === undefined) throw exists('A configuration exists already', 'Edit or remove it');
  if (!file.endsWith('.json'))
    throw exists('The configuration is a module', `Add "${api}" to its "apis": { documents, emitters }`);
  const config = parseText(file, readText(file)) as LadingConfig;
  assertConforms(config, configSchema(), file, 'CONFIG_STRUCTURE');
  if (config.apis === undefined)
    throw exists('The configuration is that of one API', 'Move its keys into one of "apis": { "NAME": { … } }');
  if (Object.hasOwn(config.apis, api)) throw exists(`The configuration has an API "${api}"`, 'Edit it there');
  return { file, config };
}

/** How a document begins, whether it can be read or not. */
const beginning = /^["']?(?:openapi|swagger)["']?\s*:|^\s*\{\s*"(?:openapi|swagger)"\s*:/m;

/**
 * Returns the names of the documents in a folder. Other files may be anything.
 *
 * @throws what reading throws, for a file that begins as a document does
 */
function documentsIn(folder: string): readonly string[] {
  const names = readdirSync(folder).filter(
    (name) =>
      /\.(ya?ml|json)$/.test(name) &&
      !name.startsWith('.') &&
      statSync(`${folder}/${name}`, { throwIfNoEntry: false })?.isFile() === true,
  );
  return names.sort().filter((name) => {
    try {
      return readDocument(name).version !== '';
    } catch (error) {
      // In whatever encoding.
      if (!(error instanceof LadingError) || beginning.test(readFileSync(name, 'latin1'))) throw error;
      return false;
    }
  });
}

function usage(subject: string, remedy: string): LadingError {
  return new LadingError({ code: 'USAGE', subject, place: 'lading init', remedy });
}
