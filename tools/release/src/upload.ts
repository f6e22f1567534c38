/** Uploads the packages of a release, and moves the tags after all uploads. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Files } from './contents.js';
import { inFolder, npm, PublishError, toRegistry } from './npm.js';
import { channelOf, type ReleaseStep } from './plan.js';
import { published } from './registry.js';
import type { ReleaseOptions } from './release.js';

export interface Upload {
  readonly step: ReleaseStep;
  readonly files: Files;
}

type UploadOptions = Pick<ReleaseOptions, 'registry' | 'settings' | 'root' | 'provenance'>;

/**
 * Uploads packages in the given order, dependencies first, and then completes the release.
 *
 * @param complete what follows the uploads
 * @throws PublishError UPLOAD_STOPPED with the packages that were uploaded before
 */
export async function upload(
  uploads: readonly Upload[],
  options: UploadOptions,
  complete: () => Promise<void> = async () => undefined,
): Promise<void> {
  try {
    await uploadAll(uploads, options);
    await complete();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new PublishError('UPLOAD_STOPPED', `${reason}\n${await uploadedSoFar(uploads, options)}`);
  }
}

/** Says what the registry has of a release: an upload that failed here may have succeeded there. */
async function uploadedSoFar(uploads: readonly Upload[], { registry, settings }: UploadOptions): Promise<string> {
  const again = 'Run the same command again: it does what is missing.';
  if (uploads.length === 0) return again;
  try {
    const present: string[] = [];
    for (const { step } of uploads) {
      const { name } = step.package;
      const { versions } = await published(registry, name, settings);
      if (versions.includes(step.version)) present.push(`${name}@${step.version}`);
    }
    const list = present.length === 0 ? 'nothing' : present.join(', ');
    return `${present.length} of ${uploads.length} packages are uploaded: ${list}. ${again}`;
  } catch {
    return `The registry does not say which of the ${uploads.length} packages are uploaded. ${again}`;
  }
}

async function uploadAll(uploads: readonly Upload[], { registry, provenance }: UploadOptions): Promise<void> {
  await inFolder(async (folder) => {
    for (const { step, files } of uploads)
      for (const [path, bytes] of files) {
        const file = join(folder, step.package.folder, path);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, bytes);
      }
    for (const { tag, folders } of runs(uploads.map(({ step }) => step))) {
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, workspaces: folders }));
      const options = [`--tag=${tag}`, '--access=public', '--ignore-scripts', ...toRegistry(registry)];
      await npm(['publish', '--workspaces', ...options, ...(provenance ? ['--provenance'] : [])], folder);
    }
  });
}

/** Moves the tags of a plan that the registry did not set with the uploads. */
export async function tag(steps: readonly ReleaseStep[], { registry, settings, root }: UploadOptions): Promise<void> {
  const taggedSteps = steps.filter(({ tags }) => tags.length > 0);
  const missing = await Promise.all(
    taggedSteps.map(async ({ package: { name }, version, tags }) => {
      const { tags: present } = await published(registry, name, settings);
      return tags.filter((one) => present[one] !== version).map((one) => [`${name}@${version}`, one] as const);
    }),
  );
  const queue = missing.flat();
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      await npm(['dist-tag', 'add', ...next, ...toRegistry(registry)], root);
    }
  };
  await Promise.all([worker(), worker(), worker()]);
}

/** Groups the folders of consecutive steps with the same tag, which one command uploads. */
function runs(steps: readonly ReleaseStep[]): readonly { readonly tag: string; readonly folders: string[] }[] {
  const all: { tag: string; folders: string[] }[] = [];
  for (const { package: one, version } of steps) {
    const tag = channelOf(one.group, version);
    if (all.at(-1)?.tag !== tag) all.push({ tag, folders: [] });
    all.at(-1)?.folders.push(one.folder);
  }
  return all;
}
