/** Removes versions from a copy of a specification, so that a test can add them. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The versions of this repository that are newer than its base version. */
export const newerVersions = ['1.52', '1.51', '1.50', '1.49', '1.48', '1.47', '1.46', '1.45'];

/** @param config the configuration of the copy, from which the versions are removed too */
export function removeVersions(spec: string, versions: readonly string[], config?: string): void {
  const list = join(spec, 'versions.yaml');
  const lines = readFileSync(list, 'utf8').split('\n');
  const isRemoved = (line: string) => versions.some((version) => line.endsWith(`overlays/v${version}.yaml`));
  writeFileSync(list, lines.filter((line) => !isRemoved(line)).join('\n'));
  for (const version of versions) rmSync(join(spec, `overlays/v${version}.yaml`));
  if (config === undefined || !existsSync(config)) return;
  const content = JSON.parse(readFileSync(config, 'utf8')) as { emittersByVersion: Record<string, unknown> };
  for (const version of versions) delete content.emittersByVersion[version];
  writeFileSync(config, `${JSON.stringify(content, null, 2)}\n`);
}
