/** `lading derive`: the overlay that turns one document into another. */
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { derive, overlayContent, printOverlay } from '../../compare/index.js';
import { isUrl } from '../../fetch/index.js';
import { chosenDocument } from '../sources.js';

const examples = `
Examples:
  $ lading derive v1.44.yaml v1.41.yaml > v1.41-overlay.yaml
  $ lading apply v1.44.yaml v1.41-overlay.yaml        prints v1.41.yaml again

A version that a configuration gives a file in "documents" is the version of that document here too.`;

export function deriveCommand(program: Command, _ended: (code: number) => void): void {
  program
    .command('derive <from> <to>')
    .description('Print the OpenAPI Overlay that turns the first document into the second')
    .option('--json', 'print JSON instead of YAML')
    .addHelpText('after', examples)
    .action(async (from: string, to: string, options: { json?: true }) => {
      const [base, target] = [await chosenDocument(from), await chosenDocument(to)];
      // The version of an overlay file is that of the API that it makes.
      const overlay = derive(base, target, {
        extends: isUrl(from) || existsSync(from) ? from : base.name,
        version: target.version,
      });
      process.stdout.write(
        options.json === true ? `${JSON.stringify(overlayContent(overlay), null, 2)}\n` : printOverlay(overlay),
      );
    });
}
