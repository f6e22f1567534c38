// Compares a bridged arm with direct arms, exchange by exchange, and says at which places two responses differ.

import type { Operation } from '../check/document.js';
import type { ArmExchange, Exchange, Json } from '../recorder/exchange.js';
import { isListed, nameOf, normaliseResponse, normaliseText, type NormalisedResponse } from './normalise.js';
import type { NormalisationRules } from './lists.js';

/** The result of one request that both arms sent. */
export interface Comparison {
  /** The operation; undefined if the path or the method is none of the API. */
  readonly operation: string | undefined;
  /** The driver, the method and the normalised request target, and a number if there are several equal ones. */
  readonly request: string;
  /** The status of the direct arm; undefined if only the bridged arm has this exchange. */
  readonly status: number | undefined;
  readonly differences: readonly Difference[];
  /** Whether the exchange is equal in one pair of recordings, and differs in another: noise of the engine. */
  readonly unsteady: boolean;
}

interface ComparisonContext {
  readonly rules: NormalisationRules;
  readonly match: (exchange: Exchange) => Operation | undefined;
}

/**
 * Compares the exchanges with the same request and the same number among equal requests. Requests that name an identifier drawn by
 * the engine have no such order: each is compared with the most similar one. With several recordings of an arm, an exchange is equal
 * if it is in one pair of them: a conversion that is missing is missing in each, and what differs between two recordings of one arm
 * does not come from the bridge.
 */
export function compareArms(
  direct: readonly (readonly ArmExchange[])[],
  bridged: readonly (readonly ArmExchange[])[],
  context: ComparisonContext,
): readonly Comparison[] {
  const directByRequest = direct.map((arm) => byRequest(arm, context));
  const bridgedByRequest = bridged.map((arm) => byRequest(arm, context));
  const requests = new Set([...directByRequest, ...bridgedByRequest].flatMap((arm) => [...arm.keys()]));
  return [...requests].flatMap((request) => {
    const isAlike = namesIdentifier(request)
      ? (key: string): boolean => withoutNumber(key) === withoutNumber(request)
      : (key: string): boolean => key === request;
    const candidates = directByRequest.flatMap((arm) =>
      [...arm].filter(([key]) => isAlike(key)).map(([, exchange]) => exchange),
    );
    const own = bridgedByRequest.flatMap((arm) => arm.get(request) ?? []);
    // How many objects with drawn identifiers there are may depend on the time, as with the tasks of a failing service.
    if (own.length === 0 && namesIdentifier(request) && bridgedByRequest.some((arm) => [...arm.keys()].some(isAlike)))
      return [];
    return compareRequest(request, candidates, own, context);
  });
}

function compareRequest(
  request: string,
  candidates: readonly Exchange[],
  bridged: readonly Exchange[],
  { rules, match }: ComparisonContext,
): readonly Comparison[] {
  const [left, right] = [candidates[0], bridged[0]];
  const first = left ?? right;
  const operation = first && match(first)?.id;
  const named = { operation: operation ?? '', request };
  if (left === undefined || right === undefined) {
    if (isListed(rules.broken, named)) return [];
    const status = left?.response.status;
    const absent = { at: '', direct: status ?? 'no exchange', bridged: right?.response.status ?? 'no exchange' };
    return [{ operation, request, status, differences: [absent], unsteady: false }];
  }
  if (isListed(rules.vanishing, named) && bridged.some(({ response }) => response.status === 404)) return [];
  const responses = candidates.map((candidate) => normaliseResponse(candidate, named, rules));
  const results = bridged.map((exchange) => {
    const response = normaliseResponse(exchange, named, rules);
    return fewest(
      responses.map((candidate) => ({ status: candidate.status, differences: differences(candidate, response) })),
    );
  });
  const best = fewest(results);
  const unsteady = best.differences.length === 0 && results.some((result) => result.differences.length > 0);
  return [{ operation, request, ...best, unsteady }];
}

type Compared = Pick<Comparison, 'status' | 'differences'>;

const fewest = (results: readonly Compared[]): Compared =>
  results.reduce((best, result) => (result.differences.length < best.differences.length ? result : best));

const namesIdentifier = (request: string): boolean => request.includes('<');

const withoutNumber = (request: string): string => request.replace(/ #\d+$/, '');

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

export interface Difference {
  /** A JSON pointer into the response: `/status`, `/headers/…` or `/content/…`. */
  readonly at: string;
  /** The value of the direct arm; undefined if it has none. */
  readonly direct: Json | undefined;
  readonly bridged: Json | undefined;
}

export function differences(direct: NormalisedResponse, bridged: NormalisedResponse): readonly Difference[] {
  return compare('', direct as unknown as Json, bridged as unknown as Json);
}

function compare(at: string, direct: Json | undefined, bridged: Json | undefined): readonly Difference[] {
  if (isArray(direct) && isArray(bridged)) {
    if (direct.length !== bridged.length && direct.some(isObject)) return compareByName(at, direct, bridged);
    const length = Math.max(direct.length, bridged.length);
    return Array.from({ length }, (_, index) => compare(`${at}/${index}`, direct[index], bridged[index])).flat();
  }
  if (isObject(direct) && isObject(bridged)) {
    const names = new Set([...Object.keys(direct), ...Object.keys(bridged)]);
    return [...names].flatMap((name) => compare(`${at}/${escaped(name)}`, own(direct, name), own(bridged, name)));
  }
  return direct === bridged ? [] : [{ at, direct, bridged }];
}

/** Compares arrays of which one has more items: those with the same name belong together,
 * or without a name those with the same content. */
function compareByName(at: string, direct: readonly Json[], bridged: readonly Json[]): readonly Difference[] {
  const rest = [...bridged];
  const differing = direct.flatMap((item, index) => {
    const found = rest.findIndex((other) => keyOf(other) === keyOf(item));
    return compare(`${at}/${index}`, item, found < 0 ? undefined : rest.splice(found, 1)[0]);
  });
  return [
    ...differing,
    ...rest.map((item) => ({ at: `${at}/${bridged.indexOf(item)}`, direct: undefined, bridged: item })),
  ];
}

const keyOf = (item: Json): string => nameOf(item) ?? JSON.stringify(item);

type JsonRecord = { readonly [key: string]: Json };

const own = (object: JsonRecord, name: string): Json | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined;

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

const isArray = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

function isObject(value: Json | undefined): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
