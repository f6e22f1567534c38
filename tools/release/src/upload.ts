/** Uploads the packages of a release, and moves the tags after all uploads. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { npm, toRegistry } from './npm.js';
import { channelOf, type ReleaseStep } from './plan.js';
import { published } from './registry.js';
import type { Files } from './tarball.js';

interface Upload {
  readonly step: ReleaseStep;
  readonly files: Files;
}

interface UploadOptions {
  readonly registry: string;
  /** The repository. */
  readonly root: string;
  readonly provenance: boolean;
}

/** Uploads packages in the given order, dependencies first. */
export async function upload(uploads: readonly Upload[], { registry, provenance }: UploadOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'lading-release-'));
  try {
    for (const { step, files } of uploads) {
      const packageFolder = join(folder, step.package.folder);
      for (const [path, bytes] of files) {
        mkdirSync(dirname(join(packageFolder, path)), { recursive: true });
        writeFileSync(join(packageFolder, path), bytes);
      }
    }
    for (const together of runs(uploads.map(({ step }) => step))) {
      const folders = together.steps.map((step) => step.package.folder);
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, workspaces: folders }));
      const options = [`--tag=${together.tag}`, '--access=public', '--ignore-scripts', ...toRegistry(registry)];
      await npm(['publish', '--workspaces', ...options, ...(provenance ? ['--provenance'] : [])], folder);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Moves the tags of a plan that the registry did not set with the uploads. */
export async function tag(steps: readonly ReleaseStep[], { registry, root }: UploadOptions): Promise<void> {
  const taggedSteps = steps.filter(({ tags }) => tags.length > 0);
  const missing = await Promise.all(
    taggedSteps.map(async ({ package: { name }, version, tags }) => {
      const { tags: present } = await published(registry, name);
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

/** Groups consecutive steps with the same tag, which one command uploads. */
function runs(
  steps: readonly ReleaseStep[],
): readonly { readonly tag: string; readonly steps: readonly ReleaseStep[] }[] {
  const all: { tag: string; steps: ReleaseStep[] }[] = [];
  for (const step of steps) {
    const tag = channelOf(step.package.group, step.version);
    const last = all.at(-1);
    if (last?.tag === tag) last.steps.push(step);
    else all.push({ tag, steps: [step] });
  }
  return all;
}
