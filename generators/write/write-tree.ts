/** Writes generated files to disk atomically, without changing files that were not generated. */
import { existsSync, readdirSync } from 'node:fs';
import type { OutputFile } from '../code/file.js';
import { LadingError } from '../diagnostics/index.js';
import { removeEmpty } from './apply-entries.js';
import { onDisk } from './failure.js';
import { inRoot } from './in-root.js';
import { applyChanges, isInterrupted } from './journal.js';
import { assertNotLocked } from './lock.js';
import { byText, parseManifest, printManifest, type Manifest } from './manifest.js';
import { OutputRoot } from './output-root.js';
import { planOf, type FileFinding, type WritePlan } from './plan.js';
import { assertSafe, foldersAbove, generatedFolder, manifestName, workFolder } from './safe-path.js';

export interface WriteOptions {
  /** The output folder; it is created if it does not exist. */
  readonly root: string;
  /** Whether the root also contains handwritten folders, as `packages/` of a repository does. */
  readonly shared?: boolean;
  /**
   * The folders that this run generates, relative to the root; by default the whole root. Generated files elsewhere
   * remain.
   */
  readonly scope?: readonly string[];
  /** The complete content of the scope afterwards. */
  readonly files: readonly OutputFile[];
  /** The mode `check` compares and writes nothing. */
  readonly mode: 'write' | 'check';
  /** The name of the generator for the head of the manifest; without a version, so that releases do not change it. */
  readonly generator: string;
}

/**
 * What happened to a file, or in mode `check`, how it differs.
 *
 * - `unchanged`: it has the expected bytes and was not written
 * - `written`, `removed`: in mode `write`
 * - `stale`: it has the bytes of an earlier run
 * - `edited`: it is a generated file that was changed by hand
 * - `missing`: it does not exist
 * - `leftover`: an earlier run wrote it, and it is no longer expected
 * - `foreign`: it was not generated, but is in a place for generated files
 */
export type FileStatus = 'unchanged' | 'written' | 'removed' | 'stale' | 'edited' | 'missing' | 'leftover' | 'foreign';

interface FileReport {
  readonly path: string;
  readonly status: FileStatus;
}

export interface WriteReport {
  /** Whether the disk had exactly the expected content before this run, without an interrupted run to complete. */
  readonly fresh: boolean;
  /** Whether there was an interrupted run, which mode `write` completes and mode `check` leaves unchanged. */
  readonly interrupted: boolean;
  /** All files of the scope, and the manifest, sorted by path. */
  readonly files: readonly FileReport[];
}

/**
 * Makes the output folder contain exactly these files, or with `mode: 'check'` tells whether it does.
 *
 * The manifest, `.lading.sha256` in the root, lists the generated files and is committed with the output. Generated files
 * that are no longer expected are removed, with the folders that become empty. Other files are never changed:
 *
 * - a file in a `gen/` folder, or at the path of a generated file, that was not generated: WRITE_FOREIGN
 * - a generated file in `gen/` that was edited by hand is replaced, as its head states
 * - a generated file outside `gen/` (a `package.json`, a README) that was edited by hand: WRITE_FOREIGN, because it does
 *   not state that it is generated, and the edits may be intended. After it is deleted, it is generated again. Settings
 *   that were added to a file with `hasSettings` remain in it
 * - a folder with files but without a manifest, unless it is `shared`: WRITE_FOREIGN
 *
 * A run that was interrupted earlier is completed or rolled back first. If an error is thrown before the changes are
 * committed, nothing has changed; after the commit, the next run completes them.
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
  const request = { ...options, scope, files };
  return options.mode === 'check' ? check(request) : write(request);
}

type WriteRequest = Required<Pick<WriteOptions, 'scope'>> & WriteOptions;

async function write(request: WriteRequest): Promise<WriteReport> {
  return inRoot(request.root, async (root, interrupted) => {
    const manifest = manifestOf(root);
    if (manifest === undefined && request.shared !== true) assertEmpty(root);
    const plan = await planOf(root, request.files, manifest?.entries ?? new Map(), request.scope);
    assertOurs(root, plan);
    const text = printManifest(request.generator, plan.entries);
    const changes = plan.findings.filter((finding) => finding.state !== 'same');
    const manifestStatus = manifest?.text === text ? 'unchanged' : 'written';
    if (changes.length > 0 || manifestStatus === 'written') applyChanges(root, changes, text);
    removeEmpty(root, new Set(plan.empty.flatMap((folder) => foldersAbove(`${folder}/_`))));
    return report(plan.findings.map(done), manifestStatus, interrupted);
  });
}

async function check(request: WriteRequest): Promise<WriteReport> {
  if (!existsSync(request.root)) {
    const files = request.files.map(({ path }): FileReport => ({ path, status: 'missing' }));
    return report(files, 'missing', false);
  }
  const root = new OutputRoot(request.root);
  assertNotLocked(root);
  const interrupted = isInterrupted(root);
  const manifest = manifestOf(root);
  const plan = await planOf(root, request.files, manifest?.entries ?? new Map(), request.scope);
  const isManifestSame = manifest?.text === printManifest(request.generator, plan.entries);
  const files = plan.findings.map(({ path, state }): FileReport => {
    return { path, status: state === 'same' ? 'unchanged' : state };
  });
  return report(files, isManifestSame ? 'unchanged' : manifest === undefined ? 'missing' : 'stale', interrupted);
}

function done({ path, state, content }: FileFinding): FileReport {
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
  const remedy = `Choose an empty folder; if this one was generated, restore its ${manifestName}`;
  throw foreign(root, 'the output folder is not empty and was not generated', found, remedy);
}

function assertOurs(root: OutputRoot, plan: WritePlan): void {
  const foreignPaths = plan.findings.filter((finding) => finding.state === 'foreign').map((finding) => finding.path);
  if (foreignPaths.length > 0) {
    const remedy = 'Move them elsewhere, or delete them';
    throw foreign(root, 'files that were not generated are in the place of generated ones', foreignPaths, remedy);
  }
  const edited = plan.findings.filter((finding) => finding.state === 'edited').map((finding) => finding.path);
  const protectedPaths = edited.filter((path) => generatedFolder(path) === undefined);
  if (protectedPaths.length > 0) {
    const remedy = 'Undo the edits, or delete the files so that they are generated again';
    throw foreign(root, 'generated files were edited by hand', protectedPaths, remedy);
  }
}

function foreign(root: OutputRoot, subject: string, paths: readonly string[], remedy: string): LadingError {
  const named = paths.slice(0, 5).join(', ');
  const more = paths.length > 5 ? ` and ${paths.length - 5} more` : '';
  return new LadingError({ code: 'WRITE_FOREIGN', subject: `${subject}: ${named}${more}`, place: root.path, remedy });
}
