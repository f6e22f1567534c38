// Compares a bridged arm with direct arms, exchange by exchange.

import type { Operation } from '../check/document.js';
import type { Exchange } from '../recorder/exchange.js';
import { differences, type Difference } from './differences.js';
import type { ArmExchange } from './exchange-of-arm.js';
import { isListed, normaliseResponse, normaliseText } from './normalise.js';
import type { NormalisationRules } from './rules.js';

/** The result of one request that both arms sent. */
export interface Comparison {
  /** The operation; undefined if the path or the method is none of the API. */
  readonly operation: string | undefined;
  /** The driver, the method and the normalised request target, and a number if there are several equal ones. */
  readonly request: string;
  /** The status of the direct arm; undefined if only the bridged arm has this exchange. */
  readonly status: number | undefined;
  readonly differences: readonly Difference[];
}

export interface ComparisonContext {
  readonly rules: NormalisationRules;
  readonly match: (exchange: Exchange) => Operation | undefined;
}

/**
 * Compares the exchanges with the same request and the same number among equal requests. Requests that name an identifier drawn by
 * the engine have no such order: each is compared with the most similar one. With several direct arms, an exchange is equal if it
 * equals that of one of them: what differs between two direct arms does not come from the bridge.
 */
export function compareArms(
  direct: readonly (readonly ArmExchange[])[],
  bridged: readonly ArmExchange[],
  context: ComparisonContext,
): readonly Comparison[] {
  const bridgedByRequest = byRequest(bridged, context);
  const directByRequest = direct.map((arm) => byRequest(arm, context));
  const requests = new Set([...directByRequest.flatMap((arm) => [...arm.keys()]), ...bridgedByRequest.keys()]);
  return [...requests].flatMap((request) => {
    const isAlike = namesIdentifier(request)
      ? (key: string): boolean => nameOf(key) === nameOf(request)
      : (key: string): boolean => key === request;
    const candidates = directByRequest.flatMap((arm) =>
      [...arm].filter(([key]) => isAlike(key)).map(([, exchange]) => exchange),
    );
    const other = bridgedByRequest.get(request);
    // How many objects with drawn identifiers there are may depend on the time, as with the tasks of a failing service.
    if (other === undefined && namesIdentifier(request) && [...bridgedByRequest.keys()].some(isAlike)) return [];
    return compareRequest(request, candidates, other, context);
  });
}

function compareRequest(
  request: string,
  candidates: readonly Exchange[],
  bridged: Exchange | undefined,
  { rules, match }: ComparisonContext,
): readonly Comparison[] {
  const first = candidates[0] ?? bridged;
  const operation = first && match(first)?.id;
  const named = { operation: operation ?? '', request };
  if (isListed(rules.broken, named)) return [];
  if (bridged === undefined || candidates[0] === undefined) {
    const status = candidates[0]?.response.status;
    const absent = { at: '', direct: status ?? 'no exchange', bridged: bridged?.response.status ?? 'no exchange' };
    return [{ operation, request, status, differences: [absent] }];
  }
  const right = normaliseResponse(bridged, named, rules);
  const results = candidates.map((candidate) => {
    const left = normaliseResponse(candidate, named, rules);
    return { operation, request, status: left.status, differences: differences(left, right) };
  });
  return [results.reduce((best, result) => (result.differences.length < best.differences.length ? result : best))];
}

const namesIdentifier = (request: string): boolean => request.includes('<');

/** A request without its number. */
const nameOf = (request: string): string => request.replace(/ #\d+$/, '');

function byRequest(arm: readonly ArmExchange[], { rules }: ComparisonContext): ReadonlyMap<string, Exchange> {
  const counts = new Map<string, number>();
  return new Map(
    arm.map(({ driver, exchange }) => {
      const request = `${driver} ${exchange.method} ${normaliseText(exchange.path, rules.texts)}`;
      const count = (counts.get(request) ?? 0) + 1;
      counts.set(request, count);
      return [count === 1 ? request : `${request} #${count}`, exchange];
    }),
  );
}
