/** A release from its plan to its record: pack → compare → plan → history → upload → tags → record. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changelogPath, readChangelog, withRelease } from './changelog.js';
import { difference } from './content.js';
import { parseManifest } from './manifest.js';
import { pack } from './pack.js';
import { currentOf, isRelease, ofGroups, planOf, type Candidate, type Step } from './plan.js';
import { PublishError } from './publish-error.js';
import { toRecord, withFixes, type Recorded, type ReleaseRecord } from './record.js';
import { published } from './registry.js';
import { betweenContents, versionBefore, type Diff } from './sentences.js';
import { asRelease, stage, type Repository } from './stage.js';
import type { Files } from './tarball.js';
import { tag, upload } from './upload.js';
import { publicPackages, versionOf } from './workspace.js';

export interface ReleaseOptions {
  /** Of the workspace. */
  readonly root: string;
  readonly registry: string;
  /** Only these groups; all when empty. */
  readonly groups: readonly string[];
  /** Sentences of people for the history. */
  readonly notes: readonly string[];
  readonly provenance: boolean;
  readonly diff: Diff;
  readonly record: ReleaseRecord;
}

export interface Release {
  readonly steps: readonly Step[];
  /** The history of each group that has something to release, as it would be. */
  readonly changelogs: ReadonlyMap<string, string>;
  /** Groups that change what is published already, and of which nobody said why. */
  readonly unexplained: readonly string[];
  /** Files of released packages that changed though no fix was said, and of which package. */
  readonly altered: readonly string[];
  /** What was published and is to be written down: `@lading/types-v1.44@1.44.1`. */
  readonly toRecord: readonly string[];
  /** What would be uploaded, by the name of the package. */
  readonly uploads: ReadonlyMap<string, Files>;
}

const scope = '@lading/';

/** All that is known before anything is uploaded. Writes nothing. */
export async function prepare(options: ReleaseOptions): Promise<Release> {
  const recorded = await options.record.read();
  const packages = withFixes(publicPackages(options.root), recorded.fixes);
  const sources = { licence: readFileSync(join(options.root, 'LICENSE')), repository: repositoryOf(options.root) };
  if (options.provenance && !sources.repository) {
    throw new PublishError('NO_REPOSITORY', 'Provenance needs `repository` in the package.json of the root; add it.');
  }
  const packed = await pack(options.root, packages);
  const contents = new Map(
    packages.map((one) => [one.name, stage(packed.get(one.name) ?? new Map(), one.folder, sources)]),
  );
  const before = new Map<string, Files>();
  const candidates = await Promise.all(
    packages.map(async (one): Promise<Candidate> => {
      const there = await published(options.registry, one.name);
      const current = currentOf(one, there.versions);
      const [old, now] = [current === undefined ? undefined : await there.files(current), contents.get(one.name)];
      if (old) before.set(one.name, old);
      return { package: one, ...there, difference: old && now && difference(old, now, scope) };
    }),
  );
  const all = planOf(candidates);
  const steps = ofGroups(all, options.groups);
  const { changelogs, unexplained } = await histories(options, recorded, steps, before, contents);
  const versions = new Map(all.map((step) => [step.package.name, step.version]));
  const uploads = steps.filter(isRelease).map(({ package: { name, group }, version }): [string, Files] => {
    const files = contents.get(name) ?? new Map<string, Buffer>();
    return [name, asRelease(files, version, changelogs.get(group) ?? '', versions)];
  });
  return {
    steps,
    changelogs,
    unexplained,
    altered: recorded.alterations
      .filter((one) => steps.some((step) => step.package.name === one.package))
      .map((one) => `packages/${one.path} of ${one.package} ${one.version}`),
    toRecord: toRecord(steps, recorded),
    uploads: new Map(uploads),
  };
}

/**
 * Makes a release that was prepared. The histories are written first: what is uploaded holds them.
 *
 * @throws PublishError RELEASED_CHANGED when a released file changed without a fix, NO_CHANGE_ENTRY when nobody said why
 *   a published version changes
 */
export async function release(prepared: Release, options: ReleaseOptions): Promise<void> {
  const [altered] = prepared.altered;
  if (altered !== undefined) {
    throw new PublishError('RELEASED_CHANGED', `${altered} is not what was released; undo it, or say the fix in spec.`);
  }
  const [group] = prepared.unexplained;
  if (group !== undefined) {
    throw new PublishError('NO_CHANGE_ENTRY', `Group ${group} is published already; say what changes with --note.`);
  }
  for (const [name, text] of prepared.changelogs) writeFileSync(join(options.root, changelogPath(name)), text);
  const uploads = prepared.steps.flatMap((step) => {
    const files = prepared.uploads.get(step.package.name);
    return files ? [{ step, files }] : [];
  });
  await upload(uploads, options);
  await tag(prepared.steps, options);
  await options.record.write(prepared.toRecord);
}

function repositoryOf(root: string): Repository | undefined {
  return parseManifest(readFileSync(join(root, 'package.json'))).repository;
}

async function histories(
  { root, notes: given, diff }: ReleaseOptions,
  { fixes }: Recorded,
  steps: readonly Step[],
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
    const sentences = whole
      ? earlier && version && (await diff(earlier, version))
      : await documents(own, before, after, diff);
    const text = readChangelog(root, group);
    const told = await withRelease(text, own, { notes, sentences: sentences ?? '' });
    changelogs.set(group, told);
    const changes = own.some(({ reason }) => reason === 'changed' || reason === 'raised');
    if (changes && told !== text && notes.length === 0 && !sentences) unexplained.push(group);
  }
  return { changelogs, unexplained };
}

/** What the documents of a group's packages tell of a change. */
async function documents(
  steps: readonly Step[],
  before: ReadonlyMap<string, Files>,
  after: ReadonlyMap<string, Files>,
  diff: Diff,
): Promise<string> {
  for (const { package: one } of steps) {
    const [old, now] = [before.get(one.name), after.get(one.name)];
    const sentences = old && now ? await betweenContents(old, now, diff) : '';
    if (sentences !== '') return sentences;
  }
  return '';
}
