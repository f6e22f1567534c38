/** A session: the client asks, and from then on it is the engine that asks the client, by HTTP/2. */
import { once } from 'node:events';
import { connect } from 'node:http2';
import { session, type Session } from '@lading/server';

/** This engine has nothing to ask, and waits until the client goes. */
export function startSession(): Session {
  return session(async ({ raw, signal }) => {
    const asking = connect('http://client', { createConnection: () => raw });
    asking.on('error', () => undefined);
    signal.addEventListener('abort', () => asking.destroy());
    await once(asking, 'close');
  });
}
