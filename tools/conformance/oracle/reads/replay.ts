// Asks a bridge in front of recorded responses for those of other versions, and compares them with what the engine responded there.

import { isDeepStrictEqual } from 'node:util';
import type { Document } from '../../check/document.js';
import { matcher } from '../../check/match.js';
import type { Exchange } from '../../recorder/exchange.js';
import { differences, type Difference } from '../differences.js';
import { normaliseResponse, type NormalisedResponse } from '../normalise.js';
import { bridgedReads } from '../recorded/bridged-reads.js';
import type { NormalisationRules } from '../lists.js';

export interface ReplayOptions {
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

export interface ReplayResult {
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
  const part = (exchange: Exchange): NormalisedResponse => {
    const { status, headers } = exchange.response;
    return comparedPart(isEqual ? { ...exchange, response: { status, headers } } : exchange);
  };
  return differences(part(direct), part(bridged));
}

export type ComparedPart = (exchange: Exchange) => NormalisedResponse;

/** The part of a read exchange that is compared: without what the rules of the oracle list. */
export function comparedPartBy(document: Document, rules: NormalisationRules): ComparedPart {
  const match = matcher(document);
  return (exchange) => {
    const request = `reads ${exchange.method} ${exchange.path}`;
    return normaliseResponse(exchange, { operation: match(exchange)?.id ?? '', request }, rules);
  };
}
