/** Files in memory become files on disk: wholly or not at all, touching nothing that was not generated. */
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import type { OutputFile } from '../code/file.js';
import { LadingError } from '../diagnostics/index.js';
import { removeEmpty } from './carry-out.js';
import { onDisk } from './failure.js';
import { change, isInterrupted, recover } from './journal.js';
import { assertNotLocked, withLock } from './lock.js';
import { byText, parseManifest, printManifest, type Manifest } from './manifest.js';
import { OutputRoot } from './output-root.js';
import { planOf, type Finding, type Plan } from './plan.js';
import { assertSafe, foldersAbove, generatedFolder, manifestName, workFolder } from './safe-path.js';

export interface WriteOptions {
  /** The output folder; made when it does not exist. */
  readonly root: string;
  /** Whether folders made by hand live in the root too, as in a repository's `packages/`. */
  readonly shared?: boolean;
  /**
   * The folders this run is responsible for, relative to the root; the whole root when left out. What was generated
   * elsewhere stays.
   */
  readonly scope?: readonly string[];
  /** Everything that is to lie in the scope afterwards. */
  readonly files: readonly OutputFile[];
  /** `check` compares and writes nothing at all. */
  readonly mode: 'write' | 'check';
  /** Who generates, for the head of the manifest; without a version, or each release changes the manifest. */
  readonly generator: string;
}

/**
 * What happened to a file, or in mode `check` what is wrong with it.
 *
 * - `unchanged`: it holds the wanted bytes, and was not touched
 * - `written`, `removed`: in mode `write`
 * - `stale`: it holds bytes of an earlier run
 * - `edited`: it is a generated file, but somebody changed it
 * - `missing`: it does not exist
 * - `leftover`: an earlier run wrote it, and it is not wanted any more
 * - `foreign`: it lies where only generated files may lie, and was not generated
 */
export type FileStatus = 'unchanged' | 'written' | 'removed' | 'stale' | 'edited' | 'missing' | 'leftover' | 'foreign';

export interface FileReport {
  readonly path: string;
  readonly status: FileStatus;
}

export interface WriteReport {
  /** Whether the disk held exactly what is wanted before this run, and no interrupted run waits to be completed. */
  readonly fresh: boolean;
  /** Whether an interrupted run was found: completed in mode `write`, left as it is in mode `check`. */
  readonly interrupted: boolean;
  /** Every file of the scope and the manifest, sorted by path. */
  readonly files: readonly FileReport[];
}

/**
 * Brings the output folder to hold exactly these files, or with `mode: 'check'` tells whether it does.
 *
 * Which files are ours stands in the manifest, `.lading.sha256` in the root, committed with the output. Of those, the
 * ones that are not wanted any more are removed, with the folders they leave empty. What is not ours is never touched:
 *
 * - a file in a `gen/` folder, or in the way of a generated one, that we did not write: WRITE_FOREIGN
 * - a generated file in `gen/` that was edited by hand is replaced, as its head says
 * - a generated file outside `gen/` (a `package.json`, a README) that was edited by hand: WRITE_FOREIGN, because it
 *   cannot say that it is generated, and may hold somebody's work. Deleting it gives it back to the generator
 * - a folder with files but without a manifest, unless it is `shared`: WRITE_FOREIGN
 *
 * A run that was interrupted earlier is completed or rolled back first. Whenever an error is thrown before the changes
 * are committed, nothing has changed; after it, the next run completes them.
 *
 * @throws LadingError WRITE_OUTSIDE, WRITE_FOREIGN, WRITE_BUSY, WRITE_FAILED
 */
export async function writeTree(options: WriteOptions): Promise<WriteReport> {
  const scope = options.scope ?? [''];
  const files = [...options.files].sort((a, b) => byText(a.path, b.path));
  assertSafe(
    files.map((file) => file.path),
    scope,
  );
  const wanted = { ...options, scope, files };
  return options.mode === 'check' ? check(wanted) : write(wanted);
}

type Wanted = Required<Pick<WriteOptions, 'scope'>> & WriteOptions;

async function write(wanted: Wanted): Promise<WriteReport> {
  onDisk(wanted.root, () => mkdirSync(wanted.root, { recursive: true }));
  const root = new OutputRoot(wanted.root);
  return withLock(root, async () => {
    const interrupted = isInterrupted(root);
    recover(root);
    const manifest = manifestOf(root);
    if (manifest === undefined && wanted.shared !== true) assertEmpty(root);
    const plan = await planOf(root, wanted.files, manifest?.entries ?? new Map(), wanted.scope);
    assertOurs(root, plan);
    const text = printManifest(wanted.generator, plan.entries);
    const changes = plan.findings.filter((finding) => finding.state !== 'same');
    const manifestStatus = manifest?.text === text ? 'unchanged' : 'written';
    if (changes.length > 0 || manifestStatus === 'written') change(root, changes, text);
    removeEmpty(root, new Set(plan.empty.flatMap((folder) => foldersAbove(`${folder}/_`))));
    return report(plan.findings.map(done), manifestStatus, interrupted);
  });
}

async function check(wanted: Wanted): Promise<WriteReport> {
  if (!existsSync(wanted.root)) {
    const files = wanted.files.map(({ path }): FileReport => ({ path, status: 'missing' }));
    return report(files, 'missing', false);
  }
  const root = new OutputRoot(wanted.root);
  assertNotLocked(root);
  const interrupted = isInterrupted(root);
  const manifest = manifestOf(root);
  const plan = await planOf(root, wanted.files, manifest?.entries ?? new Map(), wanted.scope);
  const same = manifest?.text === printManifest(wanted.generator, plan.entries);
  const files = plan.findings.map(({ path, state }): FileReport => {
    return { path, status: state === 'same' ? 'unchanged' : state };
  });
  return report(files, same ? 'unchanged' : manifest === undefined ? 'missing' : 'stale', interrupted);
}

function done({ path, state, content }: Finding): FileReport {
  return { path, status: state === 'same' ? 'unchanged' : content === undefined ? 'removed' : 'written' };
}

function report(files: readonly FileReport[], manifest: FileStatus, interrupted: boolean): WriteReport {
  const all = [...files, { path: manifestName, status: manifest }].sort((a, b) => byText(a.path, b.path));
  return { fresh: !interrupted && all.every((file) => file.status === 'unchanged'), interrupted, files: all };
}

function manifestOf(root: OutputRoot): { readonly text: string; readonly entries: Manifest } | undefined {
  const kind = root.kind(manifestName);
  if (kind === 'absent') return undefined;
  const text = root.read(manifestName)?.toString();
  if (text === undefined) throw foreign(root, 'the manifest is not a file', [manifestName], 'Remove it');
  return { text, entries: parseManifest(text) };
}

function assertEmpty(root: OutputRoot): void {
  const names = onDisk(root.path, () => readdirSync(root.path));
  const found = names.filter((name) => ![workFolder, '.git', '.DS_Store'].includes(name)).sort(byText);
  if (found.length === 0) return;
  const remedy = `Name an empty folder; if this one was generated, bring back its ${manifestName}`;
  throw foreign(root, 'the output folder is not empty and was not generated', found, remedy);
}

function assertOurs(root: OutputRoot, plan: Plan): void {
  const strange = plan.findings.filter((finding) => finding.state === 'foreign').map((finding) => finding.path);
  if (strange.length > 0) {
    const remedy = 'Move them elsewhere, or delete them';
    throw foreign(root, 'files that were not generated lie where generated ones belong', strange, remedy);
  }
  const edited = plan.findings.filter((finding) => finding.state === 'edited').map((finding) => finding.path);
  const kept = edited.filter((path) => generatedFolder(path) === undefined);
  if (kept.length > 0) {
    const remedy = 'Undo the edits, or delete the files to have them generated again';
    throw foreign(root, 'generated files were edited by hand', kept, remedy);
  }
}

function foreign(root: OutputRoot, subject: string, paths: readonly string[], remedy: string): LadingError {
  const named = paths.slice(0, 5).join(', ');
  const more = paths.length > 5 ? ` and ${paths.length - 5} more` : '';
  return new LadingError({ code: 'WRITE_FOREIGN', subject: `${subject}: ${named}${more}`, place: root.path, remedy });
}
