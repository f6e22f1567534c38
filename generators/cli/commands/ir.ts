/** `lading ir`: prints the normalized model as JSON, for programs in other languages. */
import type { Command } from 'commander';
import { versionNamed } from '../../overlay/index.js';
import { irFormat, irSchema } from '../../ir/index.js';
import { collect, printJson } from '../output.js';
import { timelineOf } from '../../generate/pipeline/index.js';
import { chosenSources, placeOf, versionsFrom, type SourceOptions } from '../../generate/sources.js';
import { Steps } from '../../generate/steps.js';

interface IrOptions extends SourceOptions {
  readonly neutral?: true;
  readonly schema?: true;
}

const examples = `
The format has a version ("ir": ${irFormat}), which increases with every incompatible change of the format.

Examples:
  $ lading ir | jq -r '.versions[] | "\\(.version) \\(.api.operations | length)"'
  $ lading ir 1.41 | jq '.versions[0].changes[] | select(.breaks != "none") | .sentence'
  $ lading ir --document api.yaml                    of any document, without the configuration
  $ lading ir --schema > lading-ir.schema.json       the JSON Schema of the output`;

export function irCommand(program: Command, _ended: (code: number) => void): void {
  program
    .command('ir [version]')
    .description('Print the normalized model of all versions, or of one, as JSON')
    .option('--document <file>', 'use this document, a file or a URL (repeatable; one per version)', collect)
    .option('--spec <dir>', 'use the specification in this folder')
    .option('--config <file>', 'use the documents of this configuration')
    .option('--api <name>', 'use this API of the configuration, if it has several')
    .option('--neutral', "keep the product placeholder instead of the product's name")
    .option('--schema', 'print the JSON Schema of the model instead')
    .addHelpText('after', examples)
    .action(async (version: string | undefined, options: IrOptions) => {
      printJson(options.schema === true ? irSchema : await modelOf(version, options));
    });
}

async function modelOf(wanted: string | undefined, options: IrOptions): Promise<object> {
  const sources = await chosenSources(options);
  const documents = versionsFrom(sources, { neutral: options.neutral === true });
  const one = wanted === undefined ? undefined : versionNamed(documents, wanted, placeOf(sources)).document.version;
  const { versions } = timelineOf(documents, new Steps(() => undefined));
  return { ir: irFormat, versions: versions.filter(({ version }) => one === undefined || version === one) };
}
