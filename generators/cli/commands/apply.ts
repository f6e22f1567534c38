/** `lading apply`: applies overlays to a document. */
import type { Command } from 'commander';
import { applyOverlay, parseOverlay } from '../../overlay/index.js';
import { parseText, readText } from '../../read/index.js';
import { printDocument } from '../output.js';
import { localDocument } from '../../generate/local-documents.js';
import { chosenDocument } from '../../generate/sources.js';

const examples = `
Examples:
  $ lading apply v1.44.yaml v1.41-overlay.yaml > v1.41.yaml
  $ lading apply api.yaml fixes.yaml more-fixes.yaml --json`;

export function applyCommand(program: Command, _ended: (code: number) => void): void {
  program
    .command('apply <document> <overlays...>')
    .description('Apply OpenAPI Overlays to a document, in this order, and print the result')
    .option('--api <name>', 'use this API of the configuration, if it has several')
    .option('--json', 'print JSON instead of YAML')
    .addHelpText('after', examples)
    .action(
      async (path: string, overlays: readonly string[], options: { readonly api?: string; readonly json?: true }) => {
        const paths = await Promise.all(overlays.map((file) => localDocument(file)));
        const files = paths.map((file) => parseOverlay(file, parseText(file, readText(file))));
        const root = files.reduce(applyOverlay, (await chosenDocument(path, options)).root);
        printDocument(root, options.json === true);
      },
    );
}
