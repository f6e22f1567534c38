// The context of every driver: the engine it calls, through the recorder, and the names it may use.

import type { Caller } from './caller.js';

export interface Scene {
  readonly engine: string;
  /** The API version to record. */
  readonly version: string;
  /** The recorder's socket. */
  readonly socket: string;
  /** The root of an engine's tree, whose files the driver may send. */
  readonly tree: string;
  /** Sends a request with the version prefix; a path that starts with `!` is sent without it. */
  readonly call: Caller;
  /** Sends an unrecorded request to the second engine. */
  readonly peer: Caller;
  /** Sends a request past the recorder. */
  readonly unrecorded: Caller;
  /** The address at which the peer reaches the engine. */
  readonly address: string;
  /** Restarts the engine. */
  readonly restart: () => Promise<void>;
}

/** The image that every driver can use, in the engine and in the open registry on its loopback. */
export const image = 'localhost:5000/busy:1';

export type Driver = (scene: Scene) => Promise<void>;

export { setTimeout as pause } from 'node:timers/promises';

/** The login of the protected registry of `engines/inside.sh`: a test value. */
export const login = { username: 'tester', password: 'opensesame', serveraddress: 'localhost:5001' };
