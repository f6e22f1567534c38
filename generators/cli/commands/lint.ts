/** `lading lint`: reports errors and pitfalls of a document. */
import type { Command } from 'commander';
import { documentationRules, lint, type LintFinding } from '../../lint/index.js';
import type { Document } from '../../document/index.js';
import { LadingError } from '../../diagnostics/index.js';
import { loadConfigs, nearestConfig } from '../../generate/config/load.js';
import { chosenDocument, chosenSources, versionsFrom } from '../../generate/sources.js';
import { exitCodes } from '../exit-codes.js';
import { printJson } from '../output.js';
import { generationFindings } from '../../generate/generation-findings.js';

const examples = `
Whatever lading generate rejects is an error. Missing summaries and descriptions are one item for each rule;
--json lists all of them.

Without a document, the documents of the configuration are checked, with its overlays, of all its APIs.

Examples:
  $ lading lint                             the documents of the configuration
  $ lading lint --api billing               those of one of its APIs
  $ lading lint api.yaml
  $ lading lint api.yaml --json
  $ lading lint 1.44                        a version of the configuration
  $ lading lint https://example.org/api.yaml`;

interface LintOptions {
  readonly config?: string;
  readonly api?: string;
  readonly json?: true;
}

export function lintCommand(program: Command, ended: (code: number) => void): void {
  program
    .command('lint [document]')
    .description(
      'Print errors and warnings for a document, or those of the configuration, and exit with 3 if there is an error',
    )
    .option('--config <file>', 'check the documents of this configuration')
    .option('--api <name>', 'use this API of the configuration, if it has several')
    .option('--json', 'print JSON')
    .addHelpText('after', examples)
    .action(async (path: string | undefined, options: LintOptions) => {
      const documents = path === undefined ? await configured(options) : [await chosenDocument(path, options)];
      const findings: LintFinding[] = [];
      for (const document of documents) findings.push(...(await findingsOf(document)));
      const errors = findings.filter(({ severity }) => severity === 'error').length;
      if (options.json === true) printJson({ findings });
      else {
        for (const { severity, rule, place, sentence } of itemsOf(findings))
          process.stdout.write(`${severity.padEnd(7)} ${rule}  ${place}\n        ${sentence}\n`);
        process.stdout.write(`${counted(errors, 'error')}, ${counted(findings.length - errors, 'warning')}\n`);
      }
      ended(errors > 0 ? exitCodes.findings : exitCodes.done);
    });
}

/** Returns the findings as they are printed: those about missing documentation as one for each rule, with the first sentence. */
function itemsOf(findings: readonly LintFinding[]): readonly LintFinding[] {
  const folded = new Map(documentationRules.map(({ name }) => [name, 0]));
  for (const { rule } of findings) if (folded.has(rule)) folded.set(rule, (folded.get(rule) ?? 0) + 1);
  const printed = new Set<string>();
  return findings.flatMap((finding) => {
    const count = folded.get(finding.rule) ?? 0;
    if (count < 2) return [finding];
    if (printed.has(finding.rule)) return [];
    printed.add(finding.rule);
    const more = `${count - 1} more, which --json lists`;
    return [{ ...finding, sentence: `${finding.sentence.replace(/\.$/, '')}, and ${more}.` }];
  });
}

/** Returns the findings of the rules, and what `generate` rejects or warns of besides. */
async function findingsOf(document: Document): Promise<readonly LintFinding[]> {
  const findings = lint(document);
  const generated = await generationFindings(document);
  const found = new Set(findings.filter(({ severity }) => severity === 'error').map(({ place }) => place));
  const errors = generated.filter(({ severity, place }) => severity === 'error' && !found.has(place));
  return [...errors, ...findings, ...generated.filter(({ severity }) => severity === 'warning')];
}

/** Returns the documents of every version in a configuration. @throws USAGE if there is none */
async function configured({ config = nearestConfig(), api }: LintOptions): Promise<readonly Document[]> {
  if (config === undefined)
    throw new LadingError({
      code: 'USAGE',
      subject: 'There is no configuration in this folder or above it',
      place: 'lading lint',
      remedy: 'Name a document, such as lading lint openapi.yaml',
    });
  const documents: Document[] = [];
  for (const one of await loadConfigs(config, api)) {
    const sources = await chosenSources({ config, ...(one.api && { api: one.api.name }) });
    documents.push(...versionsFrom(sources).map(({ document }) => document));
  }
  return documents;
}

function counted(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
