/** Chains two conversions into one. */
import type { Ask, Bodies, Conversion, Convert, Next, ResponseRules } from './conversion.js';
import type { MayChange } from './body-scan.js';
import type { Loss } from './loss.js';
import type { ResponseMessage, RequestMessage } from './message.js';
import { Refusal } from './refusal.js';
import { responseRules } from './response-rules.js';

/**
 * Serves the clients of `outer` by the implementation of `inner`: requests pass `outer` first, responses pass it last. The
 * requests of the hooks of `outer` pass `inner` too, since those hooks use the version in between.
 *
 * Each operation is prepared once. An operation that neither conversion changes has no conversion, and one that only
 * `inner` changes is converted by `inner` alone.
 *
 * @throws Error if `outer` does not lead to the version of the clients of `inner`
 */
export function chain(outer: Conversion, inner: Conversion): Conversion {
  if (outer.engine !== inner.client) {
    throw new Error(
      `a conversion of ${outer.client} to ${outer.engine} cannot be followed by one of ${inner.client} to ${inner.engine}`,
    );
  }
  const cache = new Map<string, Convert | undefined>();
  const convertOf = (operation: string): Convert | undefined => {
    const first = outer.of(operation);
    return first === undefined ? inner.of(operation) : chained(first, inner);
  };
  return {
    client: outer.client,
    engine: inner.engine,
    of(operation) {
      if (!cache.has(operation)) cache.set(operation, convertOf(operation));
      return cache.get(operation);
    },
    bodies(operation) {
      const [one, other] = [bodiesOf(outer, operation), bodiesOf(inner, operation)];
      return { request: one.request || other.request, response: one.response || other.response };
    },
    mayChange(operation) {
      const [one, other] = [mayChangeOf(outer, operation), mayChangeOf(inner, operation)];
      if (one === undefined || other === undefined) return undefined;
      return one === never
        ? other
        : other === never
          ? one
          : (body, includes) => other(body, includes) || one(body, includes);
    },
    keepsPlainRequests: (operation) => keepsPlainRequests(outer, operation) && keepsPlainRequests(inner, operation),
    responseRules(operation) {
      const [last, first] = [responseRulesOf(outer, operation), responseRulesOf(inner, operation)];
      if (first === undefined || last === undefined) return undefined;
      return responseRules([...first.rules, ...last.rules], [first.touches, last.touches]);
    },
    hooksOf: (operation) => [...(outer.hooksOf?.(operation) ?? []), ...(inner.hooksOf?.(operation) ?? [])],
    losses: (operation) => [...lossesOf(outer, operation), ...lossesOf(inner, operation)],
  };
}

/** Looks the inner conversion up for each message, since the hooks of `first` may pass on a different operation. */
function chained(first: Convert, inner: Conversion): Convert {
  return (request, next, ask) =>
    first(
      request,
      (message) => convertBy(inner, message, next, ask),
      (operation, input) => responseOf(inner, { operation, path: {}, query: {}, headers: {}, ...input }, ask),
    );
}

function convertBy(inner: Conversion, message: RequestMessage, next: Next, ask: Ask): Promise<ResponseMessage> {
  const convert = inner.of(message.operation);
  return convert === undefined ? next(message) : convert(message, next, ask);
}

/** Turns a refusal by the inner conversion into a response with its status, as if the implementation had refused. */
async function responseOf(inner: Conversion, message: RequestMessage, ask: Ask): Promise<ResponseMessage> {
  try {
    return await convertBy(inner, message, ({ operation, ...input }) => ask(operation, input), ask);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { status: error.status, headers: {}, body: { message: error.message } };
  }
}

/** Returns which bodies a conversion reads: none if there is no conversion, both if the conversion does not say. */
function bodiesOf(conversion: Conversion, operation: string): Bodies {
  if (conversion.of(operation) === undefined) return { request: false, response: false };
  return conversion.bodies?.(operation) ?? { request: true, response: true };
}

/** Returns what tells whether a conversion changes a response; never if there is no conversion. */
function mayChangeOf(conversion: Conversion, operation: string): MayChange | undefined {
  return conversion.of(operation) === undefined ? never : conversion.mayChange?.(operation);
}

function keepsPlainRequests(conversion: Conversion, operation: string): boolean {
  return conversion.of(operation) === undefined || conversion.keepsPlainRequests?.(operation) === true;
}

/** Returns the rules for a response if they are all that converts it: none if there is no conversion. */
function responseRulesOf(conversion: Conversion, operation: string): ResponseRules | undefined {
  return conversion.of(operation) === undefined ? { rules: [], touches: [] } : conversion.responseRules?.(operation);
}

const never: MayChange = () => false;

function lossesOf(conversion: Conversion, operation: string): readonly Loss[] {
  return conversion.losses?.(operation) ?? [];
}
