/** Removes versions from a copy of a specification, so that a test can add them, or takes less time. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDocument } from 'yaml';
import { isWithin } from '../generate/config/emitters-by-version.js';
import { compareVersions } from '../ir/index.js';
import { readSpec } from '../read/index.js';

/** Tells whether a version is not newer than another one. */
export const upTo = (newest: string) => (version: string) => compareVersions(version, newest) <= 0;

/**
 * @param isKept tells whether an overlay of a version is remaining; the base version always is
 * @param config the configuration of the copy, from which entries of removed versions are removed too
 */
export function keepVersions(spec: string, isKept: (version: string) => boolean, config?: string): void {
  const { root, overlays } = readSpec(spec);
  const file = join(spec, 'versions.yaml');
  const list = parseDocument(readFileSync(file, 'utf8'));
  const isRemoved = overlays.map(({ version }) => !isKept(version));
  // From the last one on, since the others keep their positions then.
  for (const index of [...isRemoved.keys()].reverse())
    if (isRemoved[index] === true) list.deleteIn(['overlays', index]);
  writeFileSync(file, list.toString({ lineWidth: 0 }));
  for (const [index, overlay] of overlays.entries()) if (isRemoved[index] === true) rmSync(overlay.file);
  if (config === undefined || !existsSync(config)) return;
  const remaining = [root.version, ...overlays.map(({ version }) => version).filter(isKept)];
  const content = JSON.parse(readFileSync(config, 'utf8')) as { emittersByVersion: Record<string, unknown> };
  content.emittersByVersion = Object.fromEntries(
    Object.entries(content.emittersByVersion).filter(([key]) => remaining.some((version) => isWithin(version, key))),
  );
  writeFileSync(config, `${JSON.stringify(content, null, 2)}\n`);
}
