/** Compares the expected files with those on disk, without changing anything. */
import type { OutputFile } from '../code/file.js';
import { digestOf } from './digest.js';
import { formatText, isFormatted, sourceDigest } from './format-text.js';
import { byText, type Manifest, type ManifestEntry } from './manifest.js';
import type { OutputRoot } from './output-root.js';
import { folded, generatedFolder, inScope } from './safe-path.js';

/**
 * The state of a path.
 *
 * - `same`: the expected bytes
 * - `stale`: bytes of an earlier run instead of the expected ones
 * - `edited`: a generated file with bytes that no run wrote
 * - `missing`: no file
 * - `leftover`: a file of an earlier run that is no longer expected
 * - `foreign`: something that was not generated where only generated files may be
 */
type FileState = 'same' | 'stale' | 'edited' | 'missing' | 'leftover' | 'foreign';

/** The content of a file. A text is encoded only when it is written, since all texts together may be large. */
export interface FileContent {
  readonly data: string | Buffer;
  readonly digest: string;
}

/** A path that was compared. */
export interface FileFinding {
  readonly path: string;
  readonly state: FileState;
  /** The digest of the bytes on disk. */
  readonly before: string | undefined;
  /** The expected content; undefined if no file is expected, or the disk already has it. */
  readonly content: FileContent | undefined;
}

export interface WritePlan {
  readonly findings: readonly FileFinding[];
  /** The entries of the new manifest, including files outside the scope. */
  readonly entries: readonly ManifestEntry[];
  /** The empty folders in generated folders. */
  readonly empty: readonly string[];
}

/** Compares every expected file, every file of earlier runs, and the content of the generated folders. */
export async function planOf(
  root: OutputRoot,
  files: readonly OutputFile[],
  manifest: Manifest,
  scope: readonly string[],
): Promise<WritePlan> {
  const expectedPaths = new Set(files.map((file) => file.path));
  const generatedPaths = [...manifest.keys()].filter((path) => inScope(path, scope));
  const unexpectedPaths = generatedPaths.filter((path) => !expectedPaths.has(path));
  const findings = unexpectedPaths.flatMap((path) => findUnexpected(root, path, manifest));
  const removedKeys = new Set(findings.map((finding) => folded(finding.path)));

  const entries = [...manifest.values()].flat().filter((entry) => !inScope(entry.path, scope));
  for (const file of files) {
    const recorded = manifest.get(file.path);
    const presentDigest = root.digest(file.path);
    const expected = await expectedContent(file, presentDigest, recorded);
    const { digest } = expected;
    entries.push({ path: file.path, digest, source: expected.source });
    // If the file system ignores case, removing a former spelling removes this file, so it has to be written again.
    const isSame = presentDigest === digest && !removedKeys.has(folded(file.path));
    const present = isSame ? undefined : root.read(file.path);
    const before = present === undefined ? (isSame ? presentDigest : undefined) : digestOf(present);
    const merged = await keptSettings(file, present, before, recorded);
    if (merged !== undefined) {
      const isMerged = merged === String(present);
      const content = isMerged ? undefined : contentOf(merged, digestOf(merged));
      findings.push({ path: file.path, state: isMerged ? 'same' : 'stale', before, content });
      continue;
    }
    const state = isSame ? 'same' : before === digest ? 'missing' : stateOf(root, file.path, present, before, recorded);
    const content = isSame ? undefined : contentOf(expected.content ?? present, digest);
    findings.push({ path: file.path, state, before, content });
  }

  const foreign = new Map<string, FileFinding>();
  const addForeign = (path: string): void =>
    void foreign.set(path, { path, state: 'foreign', before: undefined, content: undefined });
  const removed = new Set(findings.filter((finding) => finding.state === 'leftover').map((finding) => finding.path));
  for (const { path, state } of findings) {
    if (state !== 'missing') continue;
    const blocker = root.blocker(path);
    if (blocker !== undefined && !removed.has(blocker)) addForeign(blocker);
    // A folder may be replaced by a file only if everything in it is removed.
    for (const file of root.below(path).files) if (!removed.has(file)) addForeign(file);
  }
  const generatedFolders = new Set(
    [...expectedPaths, ...generatedPaths].flatMap((path) => generatedFolder(path) ?? []),
  );
  const empty: string[] = [];
  for (const folder of generatedFolders) {
    const below = root.below(folder);
    empty.push(...below.empty);
    for (const file of below.files) if (!expectedPaths.has(file) && !manifest.has(file)) addForeign(file);
  }
  return { findings: [...findings, ...foreign.values()].sort((a, b) => byText(a.path, b.path)), entries, empty };
}

/** Returns the content of a file that was edited, if all of its edits are settings, which remain. */
async function keptSettings(
  file: OutputFile,
  present: Buffer | undefined,
  before: string | undefined,
  recorded: readonly ManifestEntry[] | undefined,
): Promise<string | undefined> {
  if (file.hasSettings !== true || present === undefined || before === undefined || recorded === undefined)
    return undefined;
  if (isGenerated(present, before, recorded)) return undefined;
  const { withSettings } = await import('./settings.js');
  const isEarlier = (text: string): boolean => recorded.some(({ digest }) => digest === digestOf(text));
  return withSettings(file.path, file.text, String(present), isEarlier);
}

function contentOf(data: string | Buffer | undefined, digest: string): FileContent | undefined {
  return data === undefined ? undefined : { data, digest };
}

/** Returns the finding for a path of an earlier run where no file is expected any more. */
function findUnexpected(root: OutputRoot, path: string, manifest: Manifest): FileFinding[] {
  const kind = root.kind(path);
  if (kind === 'other') return [{ path, state: 'foreign', before: undefined, content: undefined }];
  const present = root.read(path);
  if (present === undefined) return [];
  const before = digestOf(present);
  const isRemovable = generatedFolder(path) !== undefined || isGenerated(present, before, manifest.get(path) ?? []);
  return [{ path, state: isRemovable ? 'leftover' : 'edited', before, content: undefined }];
}

function stateOf(
  root: OutputRoot,
  path: string,
  present: Buffer | undefined,
  before: string | undefined,
  recorded: readonly ManifestEntry[] | undefined,
): FileState {
  if (present === undefined || before === undefined) return root.kind(path) === 'other' ? 'foreign' : 'missing';
  if (recorded === undefined) return 'foreign';
  return isGenerated(present, before, recorded) ? 'stale' : 'edited';
}

/**
 * Tells whether bytes can be replaced without loss: the generator wrote them, or git changed their line ends for
 * Windows, or a power failure left only zeros.
 */
function isGenerated(present: Buffer, digest: string, recorded: readonly ManifestEntry[]): boolean {
  const has = (other: string): boolean => recorded.some((entry) => entry.digest === other);
  if (has(digest) || present.every((byte) => byte === 0)) return true;
  return present.includes('\r\n') && has(digestOf(present.toString('latin1').replaceAll('\r\n', '\n')));
}

/** The content that a file should have. */
interface ExpectedContent {
  readonly digest: string;
  readonly source: string | undefined;
  /** The text or the bytes; undefined if the disk already has them. */
  readonly content: string | Buffer | undefined;
}

/** Returns the expected content. A text is not formatted again if the disk has the result of an earlier run. */
async function expectedContent(
  file: OutputFile,
  before: string | undefined,
  recorded: readonly ManifestEntry[] | undefined,
): Promise<ExpectedContent> {
  if (file.printed === true || !isFormatted(file)) {
    const content = file.encoding === undefined ? file.text : Buffer.from(file.text, file.encoding);
    const digest = digestOf(content);
    return { digest, source: undefined, content: digest === before ? undefined : content };
  }
  const source = sourceDigest(file.path, file.text);
  if (before !== undefined && recorded?.some((entry) => entry.source === source && entry.digest === before) === true) {
    return { digest: before, source, content: undefined };
  }
  const content = await formatText(file.path, file.text, file);
  return { digest: digestOf(content), source, content };
}
