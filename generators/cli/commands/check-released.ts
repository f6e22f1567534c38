/** `lading check-released`: verifies that released packages have not changed since their release. */
import { existsSync, readdirSync } from 'node:fs';
import { join, slashed } from '../../document/path.js';
import type { Command } from 'commander';
import { versionSegment } from '../../code/index.js';
import { get, isObject } from '../../document/index.js';
import { LadingError } from '../../diagnostics/index.js';
import {
  packageDigests,
  parseText,
  readReleased,
  readText,
  releasedName,
  type ReleasedPackage,
} from '../../read/index.js';
import { completeInterrupted, writeFiles } from '../../write/index.js';
import { exitCodes } from '../exit-codes.js';
import { repositoryPath } from '../../generate/repository.js';
import { chosenSpecification } from '../../generate/sources.js';
import { alterationsOf, recorded, releasedText, type Alteration } from '../released.js';

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
  if (options.json === true)
    process.stdout.write(`${JSON.stringify({ alterations, packages: recorded, fixes }, null, 2)}\n`);
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
  const now = released.flatMap((one) => {
    const [, name, version] = /^(@?[^@]+)@(.+)$/.exec(one) ?? [];
    return name === undefined || version === undefined
      ? packagesOf(packages, one.replace(/^v/, ''))
      : [{ ...packageNamed(packages, name), version }];
  });
  const text = releasedText(recorded(readReleased(spec), now));
  await writeFiles(spec, [{ path: releasedName, text }]);
  process.stdout.write(`${now.map(({ name }) => name).join(', ')} recorded in ${join(spec, releasedName)}\n`);
  return exitCodes.done;
}

/** @throws VERSION_UNKNOWN for a version without packages */
function packagesOf(packages: string, version: string): readonly ReleasedPackage[] {
  const found = foldersBelow(packages, `v${versionSegment(version)}`);
  if (found.length > 0) return found.map((folder) => packageAt(packages, folder));
  throw unknown(`There are no packages of version "${version}"`, packages);
}

/** @throws VERSION_UNKNOWN for a package that belongs to no version */
function packageNamed(packages: string, name: string): ReleasedPackage {
  const versions = readdirSync(packages).filter((folder) => /^v\d/.test(folder));
  const folders = versions.flatMap((version) => foldersBelow(packages, version));
  const found = folders.map((folder) => packageAt(packages, folder)).find((one) => one.name === name);
  if (found !== undefined) return found;
  throw unknown(`No version of the API has a package "${name}"`, packages);
}

function foldersBelow(packages: string, version: string): readonly string[] {
  const folder = join(packages, version);
  return (existsSync(folder) ? readdirSync(folder).sort() : [])
    .map((kind) => `${version}/${kind}`)
    .filter((path) => existsSync(join(packages, path, 'package.json')));
}

function unknown(subject: string, place: string): LadingError {
  return new LadingError({ code: 'VERSION_UNKNOWN', subject, place, remedy: 'Generate it first: lading generate' });
}

function packageAt(packages: string, folder: string): ReleasedPackage {
  const file = join(packages, folder, 'package.json');
  const manifest = parseText(file, readText(file));
  const part = (key: string) => {
    const value = isObject(manifest) ? get(manifest, key) : undefined;
    return typeof value === 'string' ? value : '';
  };
  return { name: part('name'), version: part('version'), folder, files: packageDigests(join(packages, folder)) };
}

async function foldersOf(options: CheckReleasedOptions): Promise<readonly [string, string]> {
  return [slashed(await chosenSpecification(options)), slashed(options.packages ?? repositoryPath('packages'))];
}
