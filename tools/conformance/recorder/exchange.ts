// The format of a recording: one exchange per line of JSON.

export type Headers = Readonly<Record<string, string>>;

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** The content of a message: at most one of `body`, `items` and `text`; or `bytes`, if the content was not recorded. */
export interface Content {
  /** One JSON value. */
  readonly body?: Json;
  /** A sequence of JSON values. */
  readonly items?: readonly Json[];
  /** Short text that is not JSON. */
  readonly text?: string;
  /** The length of content that was not recorded. */
  readonly bytes?: number;
}

export interface Exchange {
  /** The release of the engine. */
  readonly engine: string;
  /** The client: `cli`, `dockerode`, `http`. */
  readonly client: string;
  /** The API version in the path, or the engine's newest if the path contains none. */
  readonly version: string;
  readonly method: string;
  /** The request target, unchanged. */
  readonly path: string;
  readonly request: Content & { readonly headers: Headers };
  readonly response: Content & { readonly status: number; readonly headers: Headers };
}

/** The properties that all exchanges of one recording share. */
export interface Session {
  readonly engine: string;
  readonly client: string;
  /** The engine's newest API version, which a path without a version means. */
  readonly newest: string;
}

export function versionOf(path: string, newest: string): string {
  return /^\/v(\d+\.\d+)(?=\/)/.exec(path)?.[1] ?? newest;
}

/** A header by its case-insensitive name: a recording contains the names as they were sent. */
export function header(headers: Headers, name: string): string | undefined {
  return Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
}
