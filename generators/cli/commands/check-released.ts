/** `lading check-released`: whether released packages are what they were when they were released. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { packageFolder, type PackageKind } from '../../code/index.js';
import { get, isObject } from '../../document/index.js';
import { LadingError } from '../../problem/index.js';
import {
  packageDigests,
  parseText,
  readReleased,
  readText,
  releasedName,
  type ReleasedPackage,
} from '../../read/index.js';
import { writeTexts } from '../../write/index.js';
import { exitCodes } from '../exit-codes.js';
import { fromHere } from '../place.js';
import { alterationsOf, recorded, releasedText, type Alteration } from '../released.js';

interface CheckReleasedOptions {
  readonly record?: readonly string[];
  readonly spec?: string;
  readonly packages?: string;
  readonly json?: true;
}

const examples = `
A deliberate fix is said under fixes in released.yaml, with the version it will be and a sentence of what changes.

Examples:
  $ lading check-released                     names each file that is not what was released, and ends with 3
  $ lading check-released --record 1.44       after a release: writes down what the packages of 1.44 hold now
  $ lading check-released --json`;

const kinds: readonly PackageKind[] = ['types', 'client', 'server', 'docs', 'overlay'];

export function checkReleasedCommand(program: Command, ended: (code: number) => void): void {
  program
    .command('check-released')
    .description('Name every file of a released package that changed since its release; ends with 3 if there is one')
    .option('--record <versions...>', 'write down what the packages of these versions of the API hold now')
    .option('--spec <dir>', 'take the record of this folder instead of spec/')
    .option('--packages <dir>', 'take the packages in this folder instead of packages/')
    .option('--json', 'print JSON')
    .addHelpText('after', examples)
    .action((options: CheckReleasedOptions) =>
      ended(options.record ? record(options, options.record) : check(options)),
    );
}

function check(options: CheckReleasedOptions): number {
  const [spec, packages] = foldersOf(options);
  const released = readReleased(spec);
  const alterations = alterationsOf(released, (folder) => packageDigests(join(packages, folder)));
  if (options.json === true) process.stdout.write(`${JSON.stringify({ alterations }, null, 2)}\n`);
  else process.stdout.write(textOf(alterations, released.packages.length, join(spec, releasedName)));
  return alterations.length > 0 ? exitCodes.findings : exitCodes.done;
}

function textOf(alterations: readonly Alteration[], count: number, file: string): string {
  if (alterations.length === 0) return `${count} released packages are what they were.\n`;
  const lines = alterations.map(
    ({ kind, path, package: name, version }) => `${kind.padEnd(8)} ${path}  ${name} ${version}`,
  );
  const verdict = `${alterations.length} files differ from what was released. Undo the change, or say the fix under fixes in ${file}.`;
  return `${[...lines, verdict].join('\n')}\n`;
}

function record(options: CheckReleasedOptions, versions: readonly string[]): number {
  const [spec, packages] = foldersOf(options);
  const now = versions.flatMap((version) =>
    packagesOf(packages, version.replace(/^v/, ''), join(spec, 'versions.yaml')),
  );
  const text = releasedText(recorded(readReleased(spec), now));
  writeTexts(spec, [{ path: releasedName, text }]);
  process.stdout.write(`${now.map(({ name }) => name).join(', ')} written down in ${join(spec, releasedName)}\n`);
  return exitCodes.done;
}

/** @throws VERSION_UNKNOWN for a version without packages */
function packagesOf(packages: string, version: string, place: string): readonly ReleasedPackage[] {
  const folders = kinds.map((kind) => packageFolder(kind, version));
  const found = folders.filter((folder) => existsSync(join(packages, folder, 'package.json')));
  if (found.length > 0) return found.map((folder) => packageAt(packages, folder));
  throw new LadingError({
    code: 'VERSION_UNKNOWN',
    subject: `There are no packages of version "${version}"`,
    place,
    remedy: 'Generate them first: lading generate',
  });
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

function foldersOf({ spec, packages }: CheckReleasedOptions): readonly [string, string] {
  return [spec ?? fromHere('spec'), packages ?? fromHere('packages')];
}
