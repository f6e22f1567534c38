/** What this engine has no part of: BuildKit with its sessions. */
import { NotImplemented } from '@lading/server-v1.44';

/** Tells how to build, to users of BuildKit. */
export const noBuildKit =
  'this engine has no BuildKit: set DOCKER_BUILDKIT=0 (or send the files of the build in the body of the request) to build with the classic builder';

/** Rejects sessions and calls of the builder. @throws NotImplemented */
export function rejectBuildKit(): never {
  throw new NotImplemented(noBuildKit);
}

/** The operation that newer command lines use for the builder. No document has it. */
export const rejectedRoutes = { 'POST /grpc': rejectBuildKit };

/** Rejects builds whose files come through a session of BuildKit. @throws NotImplemented */
export function rejectSessions(version: string | undefined, remote: string | undefined): void {
  if (version === '2' && (remote === 'client-session' || remote === 'upload-request')) rejectBuildKit();
}
