/** `lading bundle`: prints a version of the specification as one OpenAPI 3.1 document. */
import { join } from '../../document/path.js';
import type { Command } from 'commander';
import { withProductName, versionNamed, versionsOfSpec } from '../../overlay/index.js';
import { printYaml } from '../../document/index.js';
import { readSpec } from '../../read/index.js';
import { completeInterrupted } from '../../write/index.js';
import { repositoryPath } from '../repository.js';

const examples = `
Examples:
  $ lading bundle 1.44 > engine-1.44.yaml
  $ lading bundle 1.41 --json | jq '.paths | length'
  $ lading bundle 1.44 --neutral                     with the product placeholder, as overlays expect it`;

export function bundleCommand(program: Command, _ended: (code: number) => void): void {
  program
    .command('bundle <version>')
    .description('Print a version as one OpenAPI 3.1 document')
    .option('--neutral', "keep the product placeholder instead of the product's name")
    .option('--spec <dir>', 'use the specification in this folder instead of spec/')
    .option('--json', 'print JSON instead of YAML')
    .addHelpText('after', examples)
    .action(async (version: string, options: { neutral?: true; spec?: string; json?: true }) => {
      const folder = options.spec ?? repositoryPath('spec');
      await completeInterrupted(folder);
      const spec = readSpec(folder);
      const versions = versionsOfSpec(spec);
      const { root } = versionNamed(
        options.neutral === true ? versions : withProductName(versions, spec.product),
        version,
        join(folder, 'versions.yaml'),
      );
      const text = options.json === true ? `${JSON.stringify(root, null, 2)}\n` : printYaml(root);
      process.stdout.write(text);
    });
}
