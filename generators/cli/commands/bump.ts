/** `lading bump`: the next published document → an overlay on the newest version, and the packages of it. */
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Command } from 'commander';
import type { OutputFile } from '../../code/index.js';
import { LadingError } from '../../problem/index.js';
import { readDocument, readPatches, readSpec, type Spec } from '../../read/index.js';
import { writeTexts } from '../../write/index.js';
import { extendsOf, specFilesOf } from '../bump/files.js';
import { overlayPackageFiles } from '../bump/hand-files.js';
import { planBump, type BumpPlan } from '../bump/plan.js';
import { bumpJson, bumpText } from '../bump/report.js';
import { exitCodes } from '../exit-codes.js';
import { fromHere } from '../place.js';
import { compareVersions, versionsOfSpec, type VersionDocument } from '../versions.js';
import { generateCommand } from './generate.js';

export interface BumpOptions {
  readonly previous?: string;
  readonly dryRun?: true;
  readonly spec?: string;
  readonly out?: string;
  readonly json?: true;
}

const examples = `
The document is compared with the one published of the version that it extends, both after the patches; facts only are
taken over. The list of what a person has to write and to decide stands in the head of the overlay too.

Examples:
  $ lading bump ../upstream/v1.45.yaml --dry-run        only says what would happen
  $ lading bump ../upstream/v1.45.yaml                  looks for ../upstream/v1.44.yaml beside it
  $ lading bump new.yaml --previous old.yaml            where the files are called otherwise
  $ lading bump ../upstream/v1.43.yaml                  a version in between extends the next newer one

Ends with 3 where generation waits for wire rules: write them into the overlay, then run lading generate.`;

export function bumpCommand(program: Command, ended: (code: number) => void): void {
  program
    .command('bump <document>')
    .description('Take the next published document into the specification, and regenerate')
    .option('--previous <file>', 'what was published of the version it extends; by default a sibling of the document')
    .option('--dry-run', 'write nothing, only report')
    .option('--spec <dir>', 'take the specification in this folder instead of spec/')
    .option('--out <dir>', 'generate into this folder, as a workspace of its own')
    .option('--json', 'print the report as JSON')
    .addHelpText('after', examples)
    .action(async (path: string, options: BumpOptions) => ended(await bump(path, options)));
}

async function bump(path: string, options: BumpOptions): Promise<number> {
  const folder = options.spec ?? fromHere('spec');
  const spec = readSpec(folder);
  const next = readDocument(path);
  const base = baseOf(versionsOfSpec(spec), next.version, folder);
  const previous = readPrevious(path, next.version, base.document.version, options.previous);
  const plan = await planBump({
    base,
    previous,
    next,
    patches: patchesOf(folder),
    product: spec.product,
    file: join(folder, 'overlays', `v${next.version}.yaml`),
    extends: extendsOf(folder, fileOf(spec, base.document.version)),
  });
  const files = filesOf(plan, folder, options);
  if (options.dryRun !== true) for (const { root, texts } of files) writeTexts(root, texts);
  say(
    plan,
    options.dryRun === true ? [] : files.flatMap(({ root, texts }) => texts.map((text) => join(root, text.path))),
    options,
  );
  if (plan.undecided.length > 0) return exitCodes.findings;
  return options.dryRun === true || !generates(options) ? exitCodes.done : generated(options);
}

/** A specification whose published documents have no mistakes needs no patches. */
function patchesOf(folder: string) {
  const patches = join(folder, 'patches');
  return existsSync(patches) ? readPatches(patches) : [];
}

/** The version that the new one extends: the newest, or for a version in between the next newer. @throws VERSION_DUPLICATE */
function baseOf(versions: readonly VersionDocument[], version: string, folder: string): VersionDocument {
  const sorted = [...versions].sort((a, b) => compareVersions(a.document.version, b.document.version));
  const same = sorted.find(({ document }) => compareVersions(document.version, version) === 0);
  const base = sorted.find(({ document }) => compareVersions(document.version, version) > 0) ?? sorted.at(-1);
  if (same === undefined && base !== undefined) return base;
  throw new LadingError({
    code: 'VERSION_DUPLICATE',
    subject: `The specification holds version "${version}" already`,
    place: join(folder, 'versions.yaml'),
    remedy: 'Edit its overlay, or name the document of another version',
  });
}

/** The published document of the version that is extended. It is no part of the repository, so it lies where the new one does. */
function readPrevious(path: string, version: string, base: string, given: string | undefined) {
  const name = basename(path);
  if (given === undefined && !name.includes(version)) {
    throw new LadingError({
      code: 'USAGE',
      subject: `The name "${name}" does not tell where the document of version ${base} lies`,
      place: 'lading bump',
      remedy: `Name what was published of ${base}: --previous FILE`,
    });
  }
  const previous = readDocument(given ?? join(dirname(path), name.replace(version, base)));
  if (compareVersions(previous.version, base) === 0) return previous;
  throw new LadingError({
    code: 'VERSION_UNKNOWN',
    subject: `The document describes version "${previous.version}", and ${base} is what version ${version} extends`,
    place: `${previous.name}#/info/version`,
    remedy: `Name what was published of ${base}: --previous FILE`,
  });
}

function fileOf({ root, overlays }: Spec, version: string): string {
  return overlays.find((overlay) => overlay.version === version)?.file ?? root.name;
}

interface Texts {
  readonly root: string;
  readonly texts: readonly OutputFile[];
}

function filesOf(plan: BumpPlan, folder: string, options: BumpOptions): readonly Texts[] {
  const spec = { root: folder, texts: specFilesOf(plan, folder) };
  // A workspace of its own has no overlay package, which is where people write by hand.
  if (options.spec !== undefined || options.out !== undefined) return [spec];
  const root = fromHere('packages');
  // What somebody began by hand stays.
  return [spec, { root, texts: overlayPackageFiles(plan).filter(({ path }) => !existsSync(join(root, path))) }];
}

/** A specification elsewhere needs a folder to generate into. */
function generates({ spec, out }: BumpOptions): boolean {
  return spec === undefined || out !== undefined;
}

/** The command `generate` as it is: what it promises of writing holds here too. */
async function generated({ spec, out, json }: BumpOptions): Promise<number> {
  let code: number = exitCodes.done;
  const program = new Command('lading').exitOverride();
  generateCommand(program, (result) => {
    code = result;
  });
  const args = [
    'generate',
    ...(spec === undefined ? [] : ['--spec', spec]),
    ...(out === undefined ? [] : ['--out', out]),
    ...(json === true ? ['--quiet'] : []),
  ];
  await program.parseAsync(args, { from: 'user' });
  return code;
}

function say(plan: BumpPlan, written: readonly string[], { json }: BumpOptions): void {
  const { stdout } = process;
  if (json === true) stdout.write(`${JSON.stringify(bumpJson(plan, written), null, 2)}\n`);
  else stdout.write(bumpText(plan, written, { color: stdout.isTTY, width: stdout.columns ?? 100 }));
}
