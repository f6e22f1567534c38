import { NotImplemented } from '@lading/server';

/** Rejects requests of another builder. @throws NotImplemented */
export function rejectBuildKit(version: string | undefined): void {
  if (version === '2')
    throw new NotImplemented(
      'this engine has no BuildKit: set DOCKER_BUILDKIT=0 (or version=1 in the request) to build with the classic builder',
    );
}
