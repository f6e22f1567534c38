/** The sentences about API changes in a release, from `lading diff`. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { lading } from './record.js';
import type { Files } from './tarball.js';
import { compareVersions } from './version.js';

/** Returns the differences between two versions of `spec/`, or two documents, as Markdown. */
export type Diff = (older: string, newer: string) => Promise<string>;

/** Runs `lading diff` of a repository. */
export function diffOf(root: string): Diff {
  return (older, newer) => lading(root, ['diff', older, newer, '--markdown']);
}

/** The previous API version that the repository has packages for. */
export function versionBefore(root: string, version: string): string | undefined {
  return readdirSync(join(root, 'packages'))
    .filter((name) => /^v\d+\.\d+$/.test(name))
    .map((name) => name.slice(1))
    .sort((a, b) => compareVersions(`${a}.0`, `${b}.0`))
    .filter((one) => compareVersions(`${one}.0`, `${version}.0`) < 0)
    .at(-1);
}

const document = 'dist/openapi.json';

/** The differences between the released and the current document of a docs package. */
export async function betweenContents(before: Files, after: Files, diff: Diff): Promise<string> {
  const [old, now] = [before.get(document), after.get(document)];
  if (!old || !now || old.equals(now)) return '';
  const folder = mkdtempSync(join(tmpdir(), 'lading-diff-'));
  try {
    const [released, present] = [join(folder, 'released.json'), join(folder, 'present.json')];
    writeFileSync(released, old);
    writeFileSync(present, now);
    const text = await diff(released, present);
    return text.replaceAll(released, basename(released)).replaceAll(present, basename(present));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
