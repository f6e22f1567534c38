/** The names of generated packages in code examples, with the placeholder of the version. */
import { packageName, versionSegment, type PackageKind } from '../../../emitter/index.js';
import { versionMark } from '../page.js';
import type { PageContext } from '../page-context.js';

/** Returns the name of a package: `@lading/client-v{version}`. It is whole where the version itself is no part of it. */
export function packageOf(kind: PackageKind, { api, spelling }: PageContext): string {
  const name = packageName(spelling, kind, api.version);
  if (versionSegment(api.version) !== api.version) return name;
  return `${name.slice(0, -versionSegment(api.version).length)}${versionMark}`;
}
