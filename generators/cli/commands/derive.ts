/** `lading derive`: the overlay that turns one document into another. */
import { isUrl, printableUrl } from '../../diagnostics/index.js';
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { derive, overlayContent, printOverlay } from '../../compare/index.js';
import { likelyPathRenames, undecidedOf } from '../../conversion-rules/index.js';
import type { Document } from '../../document/index.js';
import { compareVersions, everyOperation } from '../../ir/index.js';
import { normalize } from '../../normalize/index.js';
import { printJson } from '../output.js';
import { chosenDocument } from '../../generate/sources.js';

const examples = `
Examples:
  $ lading derive v1.44.yaml v1.41.yaml > v1.41-overlay.yaml
  $ lading apply v1.44.yaml v1.41-overlay.yaml        prints v1.41.yaml again

A version that a configuration gives a file in "documents" is the version of that document here too.`;

export function deriveCommand(program: Command, _ended: (code: number) => void): void {
  program
    .command('derive <from> <to>')
    .description('Print the OpenAPI Overlay that turns the first document into the second')
    .option('--api <name>', 'use this API of the configuration, if it has several')
    .option('--json', 'print JSON instead of YAML')
    .addHelpText('after', examples)
    .action(async (from: string, to: string, options: { readonly api?: string; readonly json?: true }) => {
      const [base, target] = [await chosenDocument(from, options), await chosenDocument(to, options)];
      // The version of an overlay file is that of the API that it makes.
      const overlay = derive(base, target, {
        extends: isUrl(from) ? printableUrl(from) : existsSync(from) ? from : base.name,
        version: target.version,
      });
      if (options.json === true) printJson(overlayContent(overlay));
      else process.stdout.write(`${questions(base, target)}${printOverlay(overlay)}`);
    });
}

/** Asks about names that only a person can tell: what may be renamed, as comments. */
function questions(...documents: readonly [Document, Document]): string {
  const [first, last] = [...documents].sort((one, other) => compareVersions(one.version, other.version));
  const older = normalize(first as Document);
  const newer = normalize(last as Document, everyOperation(older));
  const decisions = undecidedOf({ version: newer.version, older, newer, rules: [], differences: [] });
  const renames = [
    ...new Set([...likelyPathRenames(older, newer), ...decisions.flatMap(({ rename }) => rename ?? [])]),
  ];
  if (renames.length === 0) return '';
  const lines = [
    `Are these only other names in ${newer.version}? Then add the rules to x-lading-conversion-rules of their actions:`,
    ...renames.map((rename) => `- ${rename}`),
  ];
  return lines.map((line) => `# ${line.replace(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, ' ')}\n`).join('');
}
