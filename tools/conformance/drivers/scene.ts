// What every driver is given: the engine it talks to, through the recorder, and the names it may use.

import type { Caller } from './caller.js';

export interface Scene {
  /** The engine's name, as the scripts in `engines/` call it. */
  readonly engine: string;
  /** The version under test. */
  readonly version: string;
  /** The recorder's socket. */
  readonly socket: string;
  /** The root of the engine's tree. */
  readonly tree: string;
  /** Calls under the version's prefix; a path that starts with `!` goes out without it. */
  readonly call: Caller;
  /** Calls the second engine, unrecorded. */
  readonly peer: Caller;
  /** The address of the engine, as its peer sees it. */
  readonly address: string;
  /** Stops the engine and starts it again. */
  readonly restart: () => Promise<void>;
}

/** An image every driver may count on, in the engine and in the open registry on its loopback. */
export const image = 'localhost:5000/busy:1';

export type Driver = (scene: Scene) => Promise<void>;

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/** A query, with objects as JSON. */
export function query(parameters: Readonly<Record<string, unknown>>): string {
  const words = Object.entries(parameters).map(
    ([name, value]) =>
      `${name}=${encodeURIComponent(typeof value === 'object' ? JSON.stringify(value) : String(value))}`,
  );
  return words.length === 0 ? '' : `?${words.join('&')}`;
}

/** The header in which registry credentials travel. */
export const registryAuth = (credentials: unknown): string =>
  Buffer.from(JSON.stringify(credentials)).toString('base64').replaceAll('+', '-').replaceAll('/', '_');

/** The login that the guarded registry of `engines/inside.sh` knows: a test value. */
export const login = { username: 'tester', password: 'opensesame', serveraddress: 'localhost:5001' };
