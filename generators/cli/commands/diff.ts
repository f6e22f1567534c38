/** `lading diff`: what changed between two documents, one sentence a change. */
import type { Command } from 'commander';
import { compareApis, reportJson, reportMarkdown, reportTerminal } from '../../compare/index.js';
import type { Api } from '../../ir/index.js';
import { normalize } from '../../normalize/index.js';
import { readDocument, readSpec } from '../../read/index.js';
import { fromHere } from '../place.js';
import { named, versionNamed, versionsOfSpec } from '../versions.js';

const examples = `
Examples:
  $ lading diff 1.41 1.44                             two versions of spec/
  $ lading diff old.yaml new.yaml                     any two documents, Swagger 2.0 and OpenAPI 3.x alike
  $ lading diff old.yaml new.yaml --markdown > CHANGES.md`;

export function diffCommand(program: Command, _ended: (code: number) => void): void {
  program
    .command('diff <old> <new>')
    .description('Print what changed between two documents or versions, and whom it breaks')
    .option('--spec <dir>', 'take the versions of this folder instead of spec/')
    .option('--markdown', 'print Markdown')
    .option('--json', 'print JSON')
    .addHelpText('after', examples)
    .action((old: string, next: string, options: { spec?: string; markdown?: true; json?: true }) => {
      const [older, newer] = [apiOf(old, options.spec), apiOf(next, options.spec)];
      const changes = compareApis(older, newer);
      const versions = { older, newer };
      const { stdout } = process;
      if (options.json === true) stdout.write(reportJson(changes, versions));
      else if (options.markdown === true) stdout.write(reportMarkdown(changes, versions));
      else stdout.write(reportTerminal(changes, versions, { color: stdout.isTTY, width: stdout.columns ?? 100 }));
    });
}

/** A version of the specification (`1.44`) or a document's file. */
function apiOf(nameOrPath: string, folder = fromHere('spec')): Api {
  if (!/^v?\d+\.\d+$/.test(nameOrPath)) return normalize(readDocument(nameOrPath));
  const spec = readSpec(folder);
  return normalize(versionNamed(named(versionsOfSpec(spec), spec.product), nameOrPath).document);
}
