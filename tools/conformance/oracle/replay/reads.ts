// Recorded reads, what an engine responded to one request at each version: their file, and their replay. A bridge in front of those of
// one version has to give at other versions what the engine responded there.

import { isDeepStrictEqual } from 'node:util';
import { matcher, type Document } from '../../check/document.js';
import { readLines, type Exchange } from '../../recorder/exchange.js';
import { differences, type Difference } from '../compare-arms.js';
import type { NormalisationRules } from '../lists.js';
import { normaliseResponse, type NormalisedResponse } from '../normalise.js';
import { bridgedReads, ofResponse, withoutVersion } from './bridged-reads.js';

type ReadResponse = Exchange['response'];

/** The responses to one request, equal ones once. */
interface Reading {
  /** The path without a version, and the query. */
  readonly target: string;
  readonly responses: readonly { readonly versions: readonly string[]; readonly response: ReadResponse }[];
}

/** Of responses that are equal in their compared part, the first is stored. */
export function groupReadings(exchanges: readonly Exchange[], comparedPart: ComparedPart): readonly Reading[] {
  const targets = new Map<string, Map<string, { versions: string[]; response: ReadResponse }>>();
  for (const exchange of exchanges) {
    const { path, version, response } = exchange;
    const target = withoutVersion(path);
    const groups = targets.get(target) ?? new Map<string, { versions: string[]; response: ReadResponse }>();
    targets.set(target, groups);
    const key = JSON.stringify(comparedPart(exchange));
    const group = groups.get(key) ?? { versions: [], response: { ...response, headers: ofResponse(response.headers) } };
    group.versions.push(version);
    groups.set(key, group);
  }
  return [...targets].map(([target, groups]) => ({ target, responses: [...groups.values()] }));
}

/** The recorded reads of a file, each at each of its versions. */
export function readReadings(file: string): readonly Exchange[] {
  return readLines<Reading>(file).flatMap(({ target, responses }) =>
    responses.flatMap(({ versions, response }) =>
      versions.map((version): Exchange => {
        const path = `/v${version}${target}`;
        return { engine: '26.1', client: 'http', version, method: 'GET', path, request: { headers: {} }, response };
      }),
    ),
  );
}

interface ReplayOptions {
  /** What an engine responded at each version. */
  readonly recorded: readonly Exchange[];
  /** The only version that the bridge uses with it. */
  readonly spoken: string;
  /** The versions of the clients. */
  readonly versions: readonly string[];
  /** The command of the bridge. */
  readonly command: string;
  readonly comparedPart: ComparedPart;
}

interface ReplayResult {
  readonly compared: number;
  /** The requests of the bridge that the recording does not have. */
  readonly unknown: readonly string[];
  readonly unequal: readonly { readonly path: string; readonly differences: readonly Difference[] }[];
}

export async function replay(options: ReplayOptions): Promise<ReplayResult> {
  const { recorded, spoken, versions, command, comparedPart } = options;
  const at = (version: string): readonly Exchange[] => recorded.filter((exchange) => exchange.version === version);
  const { byVersion, unknown } = await bridgedReads(at(spoken), versions, command);
  const pairs = versions.flatMap((version) => {
    const bridged = new Map((byVersion.get(version) ?? []).map((exchange) => [exchange.path, exchange]));
    // What has no counterpart was recorded for a hook alone.
    return at(version).flatMap((direct) => {
      const other = bridged.get(direct.path);
      return other === undefined ? [] : [[direct, other] as const];
    });
  });
  const unequal = pairs
    .map(([direct, other]) => ({ path: direct.path, differences: differencesOf(direct, other, comparedPart) }))
    .filter((one) => one.differences.length > 0);
  return { compared: pairs.length, unknown, unequal };
}

function differencesOf(direct: Exchange, bridged: Exchange, comparedPart: ComparedPart): readonly Difference[] {
  const { response: left } = direct;
  const { response: right } = bridged;
  // To normalise takes longer than all the rest.
  const isEqual = left.status === right.status && isDeepStrictEqual(left.body, right.body);
  const [one, other] = [direct, bridged].map((exchange) => {
    const { status, headers } = exchange.response;
    return comparedPart(isEqual ? { ...exchange, response: { status, headers } } : exchange);
  }) as [NormalisedResponse, NormalisedResponse];
  return differences(one, other);
}

type ComparedPart = (exchange: Exchange) => NormalisedResponse;

/** The part of a read exchange that is compared: without what the rules of the oracle list. */
export function comparedPartBy(document: Document, rules: NormalisationRules): ComparedPart {
  const match = matcher(document);
  return (exchange) => {
    const request = `reads ${exchange.method} ${exchange.path}`;
    return normaliseResponse(exchange, { operation: match(exchange)?.id ?? '', request }, rules);
  };
}
