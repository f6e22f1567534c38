/** Joins the connections of a client and of the engine after an upgrade. */
import type { Duplex } from 'node:stream';

/** How long a connection may take to read what was sent to it after the other side has ended, in milliseconds. */
const lingerTime = 1000;

/** Their halves end independently: the input may end before the output does. Settles when the engine has closed. */
export function join(client: Duplex, engine: Duplex): Promise<void> {
  client.pipe(engine).pipe(client);
  client.on('error', () => engine.destroy());
  engine.on('error', () => client.destroy());
  // After a regular end what it has sent may still be on its way to the other side.
  client.once('close', () => (client.readableEnded ? closeLater(engine) : engine.destroy()));
  return new Promise((resolve) => {
    engine.once('close', () => {
      if (!engine.readableEnded) client.destroy();
      resolve();
    });
    if (client.destroyed) engine.destroy();
  });
}

/** Closes a connection that nobody sends to any more, when what was sent to it has been read. */
function closeLater(socket: Duplex): void {
  // Unread bytes would reset the connection, and with it what the other end has not read yet.
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), lingerTime).unref();
  socket.once('close', () => clearTimeout(timer));
}
