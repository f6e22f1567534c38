/** The steps of a release: pack → compare → plan → changelog → upload → tags → record. */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { betweenContents, changelogPath, readChangelog, versionBefore, withRelease, type Diff } from './changelog.js';
import { asRelease, difference, pack, stage, type Files } from './contents.js';
import { PublishError } from './npm.js';
import { currentOf, isRelease, ofGroups, planOf, type Candidate, type ReleaseStep } from './plan.js';
import { toRecord, withFixes, type Recorded, type ReleaseRecord } from './record.js';
import { published, type RegistrySettings } from './registry.js';
import { tag, upload, type Upload } from './upload.js';
import { parseManifest, publicPackages, versionOf } from './workspace.js';

export interface ReleaseOptions {
  /** The root folder of the workspace. */
  readonly root: string;
  readonly registry: string;
  /** How the registry is reached. */
  readonly settings?: RegistrySettings | undefined;
  /** The groups to release; all if empty. */
  readonly groups: readonly string[];
  /** Notes for the changelog. */
  readonly notes: readonly string[];
  readonly provenance: boolean;
  readonly diff: Diff;
  readonly record: ReleaseRecord;
}

export interface Release {
  readonly steps: readonly ReleaseStep[];
  /** The new changelog of each group with a release. */
  readonly changelogs: ReadonlyMap<string, string>;
  /** Groups with changes of published packages but without a note or sentence. */
  readonly unexplained: readonly string[];
  /** Changed files of released packages without a planned fix, with their package. */
  readonly altered: readonly string[];
  /** The published packages to record: `@lading/types-v1.44@1.44.1`. */
  readonly toRecord: readonly string[];
  readonly uploads: readonly Upload[];
}

const scope = '@lading/';

/** Prepares a release: collects everything that is known before an upload. Writes nothing. */
export async function prepare(options: ReleaseOptions): Promise<Release> {
  const recorded = await options.record.read();
  const packages = withFixes(publicPackages(options.root), recorded.fixes);
  const { repository } = parseManifest(readFileSync(join(options.root, 'package.json')));
  const license = readFileSync(join(options.root, 'LICENSE'));
  if (options.provenance && !repository) {
    throw new PublishError('NO_REPOSITORY', 'Provenance needs `repository` in the package.json of the root; add it.');
  }
  const packed = await pack(options.root, packages);
  const contents = new Map(
    packages.map((one) => [one.name, stage(packed.get(one.name) ?? new Map(), one.folder, license, repository)]),
  );
  const before = new Map<string, Files>();
  const candidates = await Promise.all(
    packages.map(async (one): Promise<Candidate> => {
      const publishedPackage = await published(options.registry, one.name, options.settings);
      const current = currentOf(one, publishedPackage.versions);
      const old = current === undefined ? undefined : await publishedPackage.files(current);
      const now = contents.get(one.name);
      if (old) before.set(one.name, old);
      return { package: one, ...publishedPackage, difference: old && now && difference(old, now, scope) };
    }),
  );
  const all = planOf(candidates);
  const steps = ofGroups(all, options.groups);
  const { changelogs, unexplained } = await newChangelogs(options, recorded, steps, before, contents);
  const versions = new Map(all.map((step) => [step.package.name, step.version]));
  const uploads = steps.filter(isRelease).map((step): Upload => {
    const { name, group } = step.package;
    const files = contents.get(name) ?? new Map<string, Buffer>();
    return { step, files: asRelease(files, step.version, changelogs.get(group) ?? '', versions) };
  });
  return {
    steps,
    changelogs,
    unexplained,
    altered: recorded.alterations
      .filter((one) => steps.some((step) => step.package.name === one.package))
      .map((one) => `packages/${one.path} of ${one.package} ${one.version}`),
    toRecord: toRecord(steps, recorded),
    uploads,
  };
}

/**
 * Performs a prepared release. The changelogs are written first, because the uploaded packages contain them.
 *
 * @throws PublishError RELEASED_CHANGED if a released file changed without a fix, NO_CHANGE_ENTRY if there is no note on the
 *   change of a published version
 */
export async function release(prepared: Release, options: ReleaseOptions): Promise<void> {
  const [altered] = prepared.altered;
  if (altered !== undefined) {
    throw new PublishError(
      'RELEASED_CHANGED',
      `${altered} differs from its release; revert it, or add a fix to spec/released.yaml.`,
    );
  }
  const [group] = prepared.unexplained;
  if (group !== undefined) {
    throw new PublishError('NO_CHANGE_ENTRY', `Group ${group} is already published; describe the change with --note.`);
  }
  for (const [name, text] of prepared.changelogs) writeWhole(join(options.root, changelogPath(name)), text);
  await upload(prepared.uploads, options, async () => {
    await tag(prepared.steps, options);
    await options.record.write(prepared.toRecord);
  });
}

/** Writes a file whole or not at all: a full disk must not cut off the history of earlier releases. */
function writeWhole(file: string, text: string): void {
  try {
    writeFileSync(`${file}.new`, text);
    renameSync(`${file}.new`, file);
  } finally {
    rmSync(`${file}.new`, { force: true });
  }
}

async function newChangelogs(
  { root, notes: given, diff }: ReleaseOptions,
  { fixes }: Recorded,
  steps: readonly ReleaseStep[],
  before: ReadonlyMap<string, Files>,
  after: ReadonlyMap<string, Files>,
): Promise<Pick<Release, 'changelogs' | 'unexplained'>> {
  const changelogs = new Map<string, string>();
  const unexplained: string[] = [];
  for (const group of new Set(steps.filter(isRelease).map((step) => step.package.group))) {
    const own = steps.filter((step) => step.package.group === group);
    const version = versionOf(group);
    const released = (name: string) => own.some((step) => step.package.name === name && isRelease(step));
    const notes = [...given, ...fixes.filter(({ name }) => released(name)).map(({ change }) => change)];
    const whole = own.every(({ reason }) => reason === 'first');
    const earlier = version === undefined ? undefined : versionBefore(root, version);
    let sentences = (whole && earlier && version && (await diff(earlier, version))) || '';
    // Without them, those about the first of the packages whose document changed since its release.
    for (const {
      package: { name },
    } of whole ? [] : own) {
      const [old, now] = [before.get(name), after.get(name)];
      if (sentences === '' && old && now) sentences = await betweenContents(old, now, diff);
    }
    const text = readChangelog(root, group);
    const newText = await withRelease(text, own, { notes, sentences });
    changelogs.set(group, newText);
    const changes = own.some(({ reason }) => reason === 'changed' || reason === 'raised');
    if (changes && newText !== text && notes.length === 0 && !sentences) unexplained.push(group);
  }
  return { changelogs, unexplained };
}
