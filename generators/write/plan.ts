/** Compares what is wanted with what the disk holds; changes nothing. */
import type { OutputFile } from '../code/file.js';
import { digestOf } from './digest.js';
import { formatText, isFormatted, sourceDigest } from './format-text.js';
import { byText, type Manifest, type ManifestEntry } from './manifest.js';
import type { OutputRoot } from './output-root.js';
import { folded, generatedFolder, inScope } from './safe-path.js';

/**
 * What was found at a path.
 *
 * - `same`: the wanted bytes
 * - `stale`: bytes we wrote earlier, others are wanted
 * - `edited`: a file of ours whose bytes we never wrote
 * - `missing`: nothing
 * - `leftover`: a file we wrote earlier, none is wanted
 * - `foreign`: something that is not ours where only ours may be
 */
type State = 'same' | 'stale' | 'edited' | 'missing' | 'leftover' | 'foreign';

export interface Finding {
  readonly path: string;
  readonly state: State;
  /** Digest of the bytes found. */
  readonly before: string | undefined;
  /** The bytes wanted; undefined when no file is. */
  readonly content: Buffer | undefined;
}

export interface Plan {
  readonly findings: readonly Finding[];
  /** What the manifest has to hold in the end, files outside the scope included. */
  readonly entries: readonly ManifestEntry[];
  /** Folders in generated folders with nothing in them. */
  readonly empty: readonly string[];
}

/** Looks at every wanted file, at every file that was written earlier, and through the generated folders. */
export async function planOf(
  root: OutputRoot,
  files: readonly OutputFile[],
  manifest: Manifest,
  scope: readonly string[],
): Promise<Plan> {
  const wanted = new Set(files.map((file) => file.path));
  const ours = [...manifest.keys()].filter((path) => inScope(path, scope));
  const findings = ours.filter((path) => !wanted.has(path)).flatMap((path) => unwanted(root, path, manifest));
  const going = new Set(findings.map((finding) => folded(finding.path)));

  const entries = [...manifest.values()].flat().filter((entry) => !inScope(entry.path, scope));
  for (const file of files) {
    const known = manifest.get(file.path);
    const seen = root.digest(file.path);
    const wish = await wishOf(file, seen, known);
    entries.push({ path: file.path, digest: wish.digest, source: wish.source });
    // Where case is ignored, removing the former spelling removes this file: it has to be written again.
    const keep = seen === wish.digest && !going.has(folded(file.path));
    const found = keep ? undefined : root.read(file.path);
    const before = found === undefined ? (keep ? seen : undefined) : digestOf(found);
    const state = keep ? 'same' : before === wish.digest ? 'missing' : stateOf(root, file.path, found, before, known);
    const content = keep ? undefined : (wish.content ?? found);
    findings.push({ path: file.path, state, before, content });
  }

  const foreign = new Map<string, Finding>();
  const note = (path: string): void =>
    void foreign.set(path, { path, state: 'foreign', before: undefined, content: undefined });
  const removed = new Set(findings.filter((finding) => finding.state === 'leftover').map((finding) => finding.path));
  for (const { path, state } of findings) {
    if (state !== 'missing') continue;
    const blocker = root.blocker(path);
    if (blocker !== undefined && !removed.has(blocker)) note(blocker);
    // A folder in the place of a file may only go when all that lies in it goes.
    for (const file of root.below(path).files) if (!removed.has(file)) note(file);
  }
  const places = new Set([...wanted, ...ours].flatMap((path) => generatedFolder(path) ?? []));
  const empty: string[] = [];
  for (const place of places) {
    const below = root.below(place);
    empty.push(...below.empty);
    for (const file of below.files) if (!wanted.has(file) && !manifest.has(file)) note(file);
  }
  return { findings: [...findings, ...foreign.values()].sort((a, b) => byText(a.path, b.path)), entries, empty };
}

/** What stands at a path of ours where no file is wanted any more. */
function unwanted(root: OutputRoot, path: string, manifest: Manifest): Finding[] {
  const kind = root.kind(path);
  if (kind === 'other') return [{ path, state: 'foreign', before: undefined, content: undefined }];
  const found = root.read(path);
  if (found === undefined) return [];
  const before = digestOf(found);
  const ours = generatedFolder(path) !== undefined || isOurs(found, before, manifest.get(path) ?? []);
  return [{ path, state: ours ? 'leftover' : 'edited', before, content: undefined }];
}

function stateOf(
  root: OutputRoot,
  path: string,
  found: Buffer | undefined,
  before: string | undefined,
  known: readonly ManifestEntry[] | undefined,
): State {
  if (found === undefined || before === undefined) return root.kind(path) === 'other' ? 'foreign' : 'missing';
  if (known === undefined) return 'foreign';
  return isOurs(found, before, known) ? 'stale' : 'edited';
}

/**
 * Whether nobody's work is lost with these bytes: we wrote them, or git did as it checked them out for Windows, or
 * they are what a loss of power leaves of a file.
 */
function isOurs(found: Buffer, digest: string, known: readonly ManifestEntry[]): boolean {
  const has = (wanted: string): boolean => known.some((entry) => entry.digest === wanted);
  if (has(digest) || found.every((byte) => byte === 0)) return true;
  return found.includes('\r\n') && has(digestOf(found.toString('latin1').replaceAll('\r\n', '\n')));
}

interface Wish {
  readonly digest: string;
  readonly source: string | undefined;
  /** Undefined when the disk is known to hold it. */
  readonly content: Buffer | undefined;
}

/** The bytes to be written. A text that was formatted before, with this result on the disk, is not formatted again. */
async function wishOf(
  file: OutputFile,
  before: string | undefined,
  known: readonly ManifestEntry[] | undefined,
): Promise<Wish> {
  if (file.printed === true || !isFormatted(file)) {
    const digest = digestOf(file.text);
    return { digest, source: undefined, content: digest === before ? undefined : Buffer.from(file.text) };
  }
  const source = sourceDigest(file.path, file.text);
  if (before !== undefined && known?.some((entry) => entry.source === source && entry.digest === before) === true) {
    return { digest: before, source, content: undefined };
  }
  const content = Buffer.from(await formatText(file.path, file.text, file.isUnformatted));
  return { digest: digestOf(content), source, content };
}
