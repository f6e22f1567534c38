// The format of a recording: one exchange per line of JSON, or with the driver that made it; compressed or not.

import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';

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

/** An exchange of one run of the drivers. */
export interface ArmExchange {
  /** The name of the driver. */
  readonly driver: string;
  /** The number of the request, in the order in which requests began. */
  readonly order: number;
  readonly exchange: Exchange;
}

export function readRecording(file: string): readonly Exchange[] {
  return readLines<Exchange | ArmExchange>(file).map((line) => ('exchange' in line ? line.exchange : line));
}

/** Reads what the drivers recorded, in the order of the requests. */
export function readArm(file: string): readonly ArmExchange[] {
  return [...readLines<ArmExchange>(file)].sort((one, other) => one.order - other.order);
}

/** The JSON value of a text; undefined if it is none. */
export function jsonOf(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Reads a JSON value of each line. */
export function readLines<T>(file: string): readonly T[] {
  const bytes = readFileSync(file);
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}

/** Writes values as lines of JSON, compressed. @returns the number of bytes */
export function writeLines(file: string, values: readonly unknown[]): number {
  const packed = gzipSync(values.map((value) => `${JSON.stringify(value)}\n`).join(''), { level: 9 });
  writeFileSync(file, packed);
  return packed.length;
}

/** Replaces the strings of a value at any depth, and its keys. @param string is given the name of the property that a string belongs to */
export function mapStrings<T>(
  value: T,
  string: (text: string, name: string) => string,
  key = (name: string): string => name,
): T {
  const map = (one: unknown, name: string): unknown => {
    if (typeof one === 'string') return string(one, name);
    if (Array.isArray(one)) return one.map((item) => map(item, ''));
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([own, member]) => [key(own), map(member, own)]));
  };
  return map(value, '') as T;
}
