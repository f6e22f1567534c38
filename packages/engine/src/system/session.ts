/** A session: the client opens it, and then the engine sends HTTP/2 requests to the client. */
import { once } from 'node:events';
import { connect } from 'node:http2';
import { session, type Session } from '@lading/server';

/** Starts a session. This engine sends no requests and waits until the client disconnects. */
export function startSession(): Session {
  return session(async ({ raw, signal }) => {
    const clientSession = connect('http://client', { createConnection: () => raw });
    clientSession.on('error', () => undefined);
    signal.addEventListener('abort', () => clientSession.destroy());
    await once(clientSession, 'close');
  });
}
