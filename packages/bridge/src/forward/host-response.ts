/** Turns the responses of the bridge into those of the host. */
import type { HostResponse } from '@lading/runtime-server/host';
import type { Duplex, Readable } from 'node:stream';
import type { BridgeResponse } from '../message/messages.js';
import { join } from './join.js';

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
