/** `lading check-released`: verifies that released packages have not changed since their release. */
import { join, slashed } from '../../document/path.js';
import type { Command } from 'commander';
import {
  alterationsOf,
  packageDigests,
  readReleased,
  recorded,
  releasedName,
  releasedPackages,
  releasedText,
  type Alteration,
} from '../../read/index.js';
import { completeInterrupted, writeFiles } from '../../write/index.js';
import { exitCodes } from '../exit-codes.js';
import { printJson } from '../output.js';
import { repositoryPath } from '../../generate/repository.js';
import { chosenSpecification } from '../../generate/sources.js';

interface CheckReleasedOptions {
  readonly record?: readonly string[];
  readonly config?: string;
  readonly api?: string;
  readonly spec?: string;
  readonly packages?: string;
  readonly json?: true;
}

const examples = `
List a deliberate fix under fixes in released.yaml, with its version and a sentence about the change.

Examples:
  $ lading check-released                     list files that changed since the release; exit code 3 if there are any
  $ lading check-released --record 1.44       after a release: record the files of the packages of 1.44
  $ lading check-released --record @lading/types-v1.44@1.44.1
                                              record one package, with the version of its release
  $ lading check-released --json              print the record and its fixes too`;

export function checkReleasedCommand(program: Command, ended: (code: number) => void): void {
  program
    .command('check-released')
    .description('List files of released packages that changed since the release; the exit code is 3 if there are any')
    .option('--record <released...>', 'record the files of the packages of these API versions')
    .option('--config <file>', 'use the record in the specification of this configuration')
    .option('--api <name>', 'use this API of the configuration, if it has several')
    .option('--spec <dir>', 'use the record in this folder')
    .option('--packages <dir>', 'use the packages in this folder instead of packages/')
    .option('--json', 'print JSON')
    .addHelpText('after', examples)
    .action(async (options: CheckReleasedOptions) =>
      ended(options.record ? await record(options, options.record) : await check(options)),
    );
}

async function check(options: CheckReleasedOptions): Promise<number> {
  const [spec, packages] = await foldersOf(options);
  await completeInterrupted(spec);
  const released = readReleased(spec);
  const alterations = alterationsOf(released, (folder) => packageDigests(join(packages, folder)));
  const { fixes } = released;
  const recorded = released.packages.map(({ name, folder, version }) => ({ name, folder, version }));
  if (options.json === true) printJson({ alterations, packages: recorded, fixes });
  else process.stdout.write(textOf(alterations, released.packages.length, join(spec, releasedName)));
  return alterations.length > 0 ? exitCodes.findings : exitCodes.done;
}

function textOf(alterations: readonly Alteration[], count: number, file: string): string {
  if (alterations.length === 0) return `${count} released packages are unchanged.\n`;
  const lines = alterations.map(
    ({ kind, path, package: name, version }) => `${kind.padEnd(8)} ${path}  ${name} ${version}`,
  );
  const verdict = `${alterations.length} files differ from the release. Undo the change, or list it under fixes in ${file}.`;
  return `${[...lines, verdict].join('\n')}\n`;
}

async function record(options: CheckReleasedOptions, released: readonly string[]): Promise<number> {
  const [spec, packages] = await foldersOf(options);
  const now = released.flatMap((one) => releasedPackages(packages, one));
  const text = releasedText(recorded(readReleased(spec), now));
  await writeFiles(spec, [{ path: releasedName, text }]);
  process.stdout.write(`${now.map(({ name }) => name).join(', ')} recorded in ${join(spec, releasedName)}\n`);
  return exitCodes.done;
}

async function foldersOf(options: CheckReleasedOptions): Promise<readonly [string, string]> {
  return [slashed(await chosenSpecification(options)), slashed(options.packages ?? repositoryPath('packages'))];
}
