/** `lading bundle`: prints a version of the specification as one document. */
import type { Command } from 'commander';
import { versionNamed } from '../../overlay/index.js';
import { printDocument } from '../output.js';
import { chosenSources, placeOf, wholeVersions, type SourceOptions } from '../../generate/sources.js';

interface BundleOptions extends Pick<SourceOptions, 'config' | 'api' | 'spec'> {
  readonly neutral?: true;
  readonly json?: true;
}

const examples = `
Examples:
  $ lading bundle 1.44 > engine-1.44.yaml
  $ lading bundle 1.41 --json | jq '.paths | length'
  $ lading bundle 1.44 --neutral                     with the product placeholder, as overlays expect it`;

export function bundleCommand(program: Command, _ended: (code: number) => void): void {
  program
    .command('bundle <version>')
    .description('Print a version as one document, in the form of its base version')
    .option('--neutral', "keep the product placeholder instead of the product's name")
    .option('--config <file>', 'use the versions of this configuration')
    .option('--api <name>', 'use this API of the configuration, if it has several')
    .option('--spec <dir>', 'use the specification in this folder')
    .option('--json', 'print JSON instead of YAML')
    .addHelpText('after', examples)
    .action(async (version: string, options: BundleOptions) => {
      const sources = await chosenSources(options);
      const { root } = versionNamed(wholeVersions(sources, options.neutral === true), version, placeOf(sources));
      printDocument(root, options.json === true);
    });
}
