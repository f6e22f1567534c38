// Reads recordings from disk, compressed or not: one exchange per line of JSON, or with the driver that made it.

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Exchange } from '../recorder/exchange.js';

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

/** Reads a JSON value of each line. */
export function readLines<T>(file: string): readonly T[] {
  const bytes = readFileSync(file);
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}
