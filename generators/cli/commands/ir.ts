/** `lading ir`: the normalized model as JSON, for programs in other languages. */
import { join } from 'node:path';
import type { Command } from 'commander';
import { irFormat, irSchema } from '../../ir/index.js';
import { readSpec } from '../../read/index.js';
import { timelineOf } from '../pipeline.js';
import { fromHere } from '../place.js';
import { Steps } from '../steps.js';
import { named, versionNamed, versionsOfDocuments, versionsOfSpec } from '../versions.js';

interface IrOptions {
  readonly document?: readonly string[];
  readonly spec?: string;
  readonly neutral?: true;
  readonly schema?: true;
}

const examples = `
The format has a version ("ir": ${irFormat}), which is raised when a reader of the one before would misread it.

Examples:
  $ lading ir | jq -r '.versions[] | "\\(.version) \\(.api.operations | length)"'
  $ lading ir 1.41 | jq '.versions[0].changes[] | select(.breaks != "none") | .sentence'
  $ lading ir --document api.yaml                    of any document
  $ lading ir --schema > lading-ir.schema.json       the JSON Schema of what it prints`;

export function irCommand(program: Command, _ended: (code: number) => void): void {
  program
    .command('ir [version]')
    .description('Print the normalized model of all versions, or of one, as JSON')
    .option('--document <file>', 'take this document instead of spec/ (repeatable; one per version)', collect)
    .option('--spec <dir>', 'take the specification in this folder instead of spec/')
    .option('--neutral', "keep the neutral word instead of the product's name")
    .option('--schema', 'print the JSON Schema of the model instead')
    .addHelpText('after', examples)
    .action((version: string | undefined, options: IrOptions) => {
      const content = options.schema === true ? irSchema : modelOf(version, options);
      process.stdout.write(`${JSON.stringify(content, null, 2)}\n`);
    });
}

function modelOf(version: string | undefined, options: IrOptions): object {
  const folder = options.spec ?? fromHere('spec');
  const documents = options.document === undefined ? ofSpec(folder, options) : versionsOfDocuments(options.document);
  const wanted =
    version === undefined ? undefined : versionNamed(documents, version, placeOf(folder, options)).document.version;
  const { versions } = timelineOf(documents, new Steps(() => undefined));
  return { ir: irFormat, versions: versions.filter((each) => wanted === undefined || each.version === wanted) };
}

function ofSpec(folder: string, { neutral }: IrOptions) {
  const spec = readSpec(folder);
  return neutral === true ? versionsOfSpec(spec) : named(versionsOfSpec(spec), spec.product);
}

function placeOf(folder: string, { document }: IrOptions): string {
  return document?.join(', ') ?? join(folder, 'versions.yaml');
}

function collect(path: string, paths: readonly string[] = []): readonly string[] {
  return [...paths, path];
}
