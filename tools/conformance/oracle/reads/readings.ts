// The format of recorded reads: what an engine responded to one request at each version, equal responses once.

import { gzipSync } from 'node:zlib';
import { readLines } from '../../check/read-recording.js';
import type { Exchange } from '../../recorder/exchange.js';

export type ReadResponse = Exchange['response'];

export interface Reading {
  /** The path without a version, and the query. */
  readonly target: string;
  readonly responses: readonly { readonly versions: readonly string[]; readonly response: ReadResponse }[];
}

/** Headers that belong to the connection, not to the response. */
const ofConnection = /^(date|connection|content-length|transfer-encoding)$/i;

/** @param comparedPart returns what is compared of an exchange: of responses that are equal in it, the first is stored */
export function groupReadings(
  exchanges: readonly Exchange[],
  comparedPart: (exchange: Exchange) => unknown,
): readonly Reading[] {
  const targets = new Map<string, Map<string, { versions: string[]; response: ReadResponse }>>();
  for (const exchange of exchanges) {
    const { path, version, response } = exchange;
    const target = path.replace(/^\/v\d+\.\d+(?=\/)/, '');
    const groups = targets.get(target) ?? new Map<string, { versions: string[]; response: ReadResponse }>();
    targets.set(target, groups);
    const key = JSON.stringify(comparedPart(exchange));
    const headers = Object.fromEntries(Object.entries(response.headers).filter(([name]) => !ofConnection.test(name)));
    const group = groups.get(key) ?? { versions: [], response: { ...response, headers } };
    group.versions.push(version);
    groups.set(key, group);
  }
  return [...targets].map(([target, groups]) => ({ target, responses: [...groups.values()] }));
}

/** The recorded reads, each at each of its versions. */
export function exchangesOf(readings: readonly Reading[]): readonly Exchange[] {
  return readings.flatMap(({ target, responses }) =>
    responses.flatMap(({ versions, response }) =>
      versions.map((version): Exchange => {
        const path = `/v${version}${target}`;
        return { engine: '26.1', client: 'http', version, method: 'GET', path, request: { headers: {} }, response };
      }),
    ),
  );
}

export function packReadings(readings: readonly Reading[]): Buffer {
  return gzipSync(readings.map((reading) => `${JSON.stringify(reading)}\n`).join(''), { level: 9 });
}

export const readReadings = (file: string): readonly Reading[] => readLines<Reading>(file);
