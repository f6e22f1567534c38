/** Turns the responses of the bridge into those of the host. */
import type { HostResponse } from '@lading/runtime-server/host';
import type { Duplex, Readable } from 'node:stream';
import type { BridgeResponse } from '../message/messages.js';

/** Returns a response for the host, which joins the connections of the client and the engine after a 101. */
export function hostResponseOf({ status, headers, body, trailers }: BridgeResponse): HostResponse {
  if (status !== 101) {
    return { status, headers, ...(body !== undefined && { body: body as Readable }), ...(trailers && { trailers }) };
  }
  const { upgrade = 'tcp', connection: _connection, 'content-type': type, ...others } = headers;
  return {
    status,
    headers: { ...(type !== undefined && { 'Content-Type': type }), ...others },
    hijack: {
      protocol: String(upgrade),
      // The engine has responded to the handshake of a websocket.
      isHandshakeSent: true,
      run: (client) => join(client, body as Duplex),
    },
  };
}

/** How long a connection may take to read what was sent to it after the other side has ended, in milliseconds. */
const lingerTime = 1000;

/** Joins the connections after an upgrade. Their halves end independently: the input may end before the output does. Settles when the engine has closed. */
function join(client: Duplex, engine: Duplex): Promise<void> {
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
