// Recorded reads, what an engine responded to one request at each version: their file, and their replay. A bridge in front of those of
// one version has to give at other versions what the engine responded there.

import { isDeepStrictEqual } from 'node:util';
import { matcher, type Document } from '../../check/document.js';
import { readLines, type Exchange } from '../../recorder/exchange.js';
import { differences, type Difference } from '../compare-arms.js';
import { rules } from '../lists.js';
import { normaliseResponse, type NormalisedResponse } from '../normalise.js';
import { bridgedReads, ofResponse, withoutVersion } from './bridged-reads.js';

/** The responses to one request, equal ones once. */
interface Reading {
  /** The path without a version, and the query. */
  readonly target: string;
  readonly responses: readonly { readonly versions: string[]; readonly response: Exchange['response'] }[];
}

/** Of responses that are equal in their compared part, the first is stored. */
export function groupReadings(exchanges: readonly Exchange[], comparedPart: ComparedPart): readonly Reading[] {
  const targets = new Map<string, Map<string, Reading['responses'][number]>>();
  for (const exchange of exchanges) {
    const { path, version, response } = exchange;
    const target = withoutVersion(path);
    const groups = targets.get(target) ?? new Map<string, Reading['responses'][number]>();
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

/**
 * @param recorded what an engine responded at each version
 * @param spoken the only version that the bridge uses with it
 * @param versions those of the clients
 * @returns `unknown`: the requests of the bridge that the recording does not have
 */
export async function replay(
  recorded: readonly Exchange[],
  spoken: string,
  versions: readonly string[],
  comparedPart: ComparedPart,
) {
  const at = (version: string): readonly Exchange[] => recorded.filter((exchange) => exchange.version === version);
  const { byVersion, unknown } = await bridgedReads(at(spoken), versions, spoken);
  const pairs = versions.flatMap((version) => {
    const bridged = new Map(byVersion.get(version)?.map((exchange) => [exchange.path, exchange]));
    // What has no counterpart was recorded for a hook alone.
    return at(version).flatMap((direct) => {
      const other = bridged.get(direct.path);
      return other === undefined
        ? []
        : [{ path: direct.path, differences: differencesOf(direct, other, comparedPart) }];
    });
  });
  return { compared: pairs.length, unknown, unequal: pairs.filter((one) => one.differences.length > 0) };
}

function differencesOf(direct: Exchange, bridged: Exchange, comparedPart: ComparedPart): readonly Difference[] {
  const [left, right] = [direct.response, bridged.response];
  // To normalise takes longer than all the rest.
  const isEqual = left.status === right.status && isDeepStrictEqual(left.body, right.body);
  const partOf = (exchange: Exchange): NormalisedResponse => {
    const { status, headers } = exchange.response;
    return comparedPart(isEqual ? { ...exchange, response: { status, headers } } : exchange);
  };
  return differences(partOf(direct), partOf(bridged));
}

type ComparedPart = (exchange: Exchange) => NormalisedResponse;

/** The part of a read exchange that is compared: without what the rules of the oracle list. */
export function comparedPartBy(document: Document): ComparedPart {
  const match = matcher(document);
  return (exchange) => {
    const request = `reads ${exchange.method} ${exchange.path}`;
    return normaliseResponse(exchange, { operation: match(exchange)?.id ?? '', request }, rules);
  };
}
