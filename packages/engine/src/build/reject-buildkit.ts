import { NotImplemented } from '@lading/server';

/** Tells how to build, to users of BuildKit. */
export const noBuildKit =
  'this engine has no BuildKit: set DOCKER_BUILDKIT=0 (or version=1 in the request) to build with the classic builder';

/** Rejects requests of another builder. @throws NotImplemented */
export function rejectBuildKit(version: string | undefined): void {
  if (version === '2') throw new NotImplemented(noBuildKit);
}
