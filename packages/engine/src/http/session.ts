/** A session: the client opens it for a build, and then a builder would send HTTP/2 requests to the client. */
import { session, type Session, type Handlers } from '@lading/server-v1.44';
import { rejectBuildKit } from '../values/reject-buildkit.js';

type Start = NonNullable<NonNullable<Handlers['session']>['start']>;

/**
 * Starts a session. This engine sends no requests and waits until the client disconnects. Sessions that offer files to the builder are
 * rejected; dockerode opens one that offers nothing for each build of `version=2`.
 */
export const startSession: Start = ({ headers }): Session => {
  const methods = headers['X-Docker-Expose-Session-Grpc-Method'] ?? [];
  if (methods.length > 0 || !headers['X-Docker-Expose-Session-Uuid']) rejectBuildKit();
  return session(async ({ raw, signal }) => {
    const { connect } = await import('node:http2');
    const clientSession = connect('http://client', { createConnection: () => raw });
    signal.addEventListener('abort', () => clientSession.destroy());
    // Clients end it with any code.
    clientSession.on('error', () => undefined);
    await new Promise((resolve) => clientSession.on('close', resolve));
  });
};
