// One exchange as a recording keeps it: a line of JSON.

import type { Headers } from './message-reader.js';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** What a message carried. At most one of `body`, `items` and `text` is there; `bytes` stands for what was not kept. */
export interface Content {
  /** One JSON value. */
  readonly body?: Json;
  /** Several JSON values after each other. */
  readonly items?: readonly Json[];
  /** Short text that is not JSON. */
  readonly text?: string;
  /** How long the content was, where it was not kept. */
  readonly bytes?: number;
}

export interface Exchange {
  /** The release of the engine that answered. */
  readonly engine: string;
  /** Which client asked: `cli`, `dockerode`, `http`. */
  readonly client: string;
  /** The version in the path, or the engine's newest where the path names none. */
  readonly version: string;
  readonly method: string;
  /** The request target as it was sent. */
  readonly path: string;
  readonly request: Content & { readonly headers: Headers };
  readonly response: Content & { readonly status: number; readonly headers: Headers };
}

/** What all exchanges of one recording have in common. */
export interface Session {
  readonly engine: string;
  readonly client: string;
  /** The engine's newest version: what a path without a version means. */
  readonly newest: string;
}

export function versionOf(path: string, newest: string): string {
  return /^\/v(\d+\.\d+)(?=\/)/.exec(path)?.[1] ?? newest;
}
