/** `lading lint`: reports errors and pitfalls of a document. */
import type { Command } from 'commander';
import { lint, type LintFinding } from '../../lint/index.js';
import { readDocument } from '../../read/index.js';
import { exitCodes } from '../exit-codes.js';
import { generationFindings } from '../generation-findings.js';
import { localDocument } from '../local-documents.js';

const examples = `
Whatever lading generate rejects is an error.

Examples:
  $ lading lint api.yaml
  $ lading lint api.yaml --json
  $ lading lint https://example.org/api.yaml`;

export function lintCommand(program: Command, ended: (code: number) => void): void {
  program
    .command('lint <document>')
    .description('Print errors and warnings for a document, and exit with 3 if there is an error')
    .option('--json', 'print JSON')
    .addHelpText('after', examples)
    .action(async (path: string, options: { json?: true }) => {
      const findings = await findingsOf(path);
      const errors = findings.filter(({ severity }) => severity === 'error').length;
      if (options.json === true) process.stdout.write(`${JSON.stringify({ findings }, null, 2)}\n`);
      else {
        for (const { severity, rule, place, sentence } of findings)
          process.stdout.write(`${severity.padEnd(7)} ${rule}  ${place}\n        ${sentence}\n`);
        process.stdout.write(`${counted(errors, 'error')}, ${counted(findings.length - errors, 'warning')}\n`);
      }
      ended(errors > 0 ? exitCodes.findings : exitCodes.done);
    });
}

/** Returns the findings of the rules, and what `generate` rejects or warns of besides. */
async function findingsOf(path: string): Promise<readonly LintFinding[]> {
  const document = readDocument(await localDocument(path));
  const findings = lint(document);
  const generated = await generationFindings(document);
  const isFound = ({ place }: LintFinding) =>
    findings.some((finding) => finding.severity === 'error' && finding.place === place);
  const errors = generated.filter((finding) => finding.severity === 'error' && !isFound(finding));
  return [...errors, ...findings, ...generated.filter(({ severity }) => severity === 'warning')];
}

function counted(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
