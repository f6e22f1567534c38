/** How the HTTP client opens its connections to a target. */
import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';
import { openSocket, type Target } from '../connect/index.js';

export function connectorFor(target: Target, timeout: number): buildConnector.connector {
  return (_options, callback) => {
    openSocket(target, { timeout }).then(
      (socket) => callback(null, socket as Socket),
      (error: unknown) => callback(error as Error, null),
    );
  };
}
