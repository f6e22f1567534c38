/** `lading lint`: what in a document is wrong or will surprise. */
import type { Command } from 'commander';
import { lint } from '../../lint/index.js';
import { readDocument } from '../../read/index.js';
import { exitCodes } from '../exit-codes.js';

const examples = `
Examples:
  $ lading lint api.yaml
  $ lading lint api.yaml --json`;

export function lintCommand(program: Command, ended: (code: number) => void): void {
  program
    .command('lint <document>')
    .description('Print what in a document is wrong or will surprise its users; ends with 3 if there is an error')
    .option('--json', 'print JSON')
    .addHelpText('after', examples)
    .action((path: string, options: { json?: true }) => {
      const findings = lint(readDocument(path));
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

function counted(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
