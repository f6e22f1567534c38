/** Uploads the packages of a release, and moves the tags when all of them are there. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { npm, toRegistry } from './npm.js';
import { channelOf, type Step } from './plan.js';
import { published } from './registry.js';
import type { Files } from './tarball.js';

export interface Upload {
  readonly step: Step;
  readonly files: Files;
}

export interface UploadOptions {
  readonly registry: string;
  /** The repository. */
  readonly root: string;
  readonly provenance: boolean;
}

/** Uploads packages in the given order: none is there before those that it needs. */
export async function upload(uploads: readonly Upload[], { registry, provenance }: UploadOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'lading-release-'));
  try {
    for (const { step, files } of uploads) {
      const place = join(folder, step.package.folder);
      for (const [path, bytes] of files) {
        mkdirSync(dirname(join(place, path)), { recursive: true });
        writeFileSync(join(place, path), bytes);
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

/** Sets the tags that a plan wants, as far as the registry did not set them with the uploads. */
export async function tag(steps: readonly Step[], { registry, root }: UploadOptions): Promise<void> {
  const wanted = steps.filter(({ tags }) => tags.length > 0);
  const missing = await Promise.all(
    wanted.map(async ({ package: { name }, version, tags }) => {
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

/** Neighbours under one tag are one command. */
function runs(steps: readonly Step[]): readonly { readonly tag: string; readonly steps: readonly Step[] }[] {
  const all: { tag: string; steps: Step[] }[] = [];
  for (const step of steps) {
    const tag = channelOf(step.package.group, step.version);
    const last = all.at(-1);
    if (last?.tag === tag) last.steps.push(step);
    else all.push({ tag, steps: [step] });
  }
  return all;
}
