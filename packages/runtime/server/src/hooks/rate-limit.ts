/** A limit of the requests in a time. */
import { HttpError, type Hooks, type BodylessCall } from '../index.js';

/** Returns the key of a client; calls with the same key share a limit. Undefined is no limit. */
export type ClientKey = (call: BodylessCall) => string | undefined;

/** All calls share one limit. */
export const everyone: ClientKey = () => '';

export interface RateOptions {
  /** The number of requests in `per`, also of those that may come at once. */
  readonly requests: number;
  /** The time, in milliseconds. @default 1000 */
  readonly per?: number;
  /** Whose requests share a limit. @default those of one remote address, which all clients of a unix socket share */
  readonly key?: ClientKey;
}

interface Bucket {
  tokens: number;
  /** The time at which `tokens` was right. */
  time: number;
}

/** The number of clients after which those that have not used their limit are forgotten. */
const sweepSize = 1000;

/** Limits requests in a time, by a bucket of tokens for each client. Others are rejected with 429 and `Retry-After`. */
export function rateLimit({ requests, per = 1000, key = remoteAddress }: RateOptions): Hooks {
  if (!(requests > 0 && per > 0)) {
    throw new RangeError(`rateLimit: ${requests} requests in ${per} ms; pass numbers above 0`);
  }
  const tokensPerMillisecond = requests / per;
  const buckets = new Map<string, Bucket>();
  let nextSweep = sweepSize;
  const sweep = (now: number): void => {
    for (const [client, { tokens, time }] of buckets) {
      if (tokens + (now - time) * tokensPerMillisecond >= requests) buckets.delete(client);
    }
    nextSweep = Math.max(sweepSize, 2 * buckets.size);
  };
  return {
    beforeBody: (call) => {
      const client = key(call);
      if (client === undefined) return;
      const now = performance.now();
      if (buckets.size >= nextSweep) sweep(now);
      const bucket = buckets.get(client) ?? { tokens: requests, time: now };
      bucket.tokens = Math.min(requests, bucket.tokens + (now - bucket.time) * tokensPerMillisecond);
      bucket.time = now;
      buckets.set(client, bucket);
      if (bucket.tokens < 1) {
        const seconds = Math.ceil((1 - bucket.tokens) / tokensPerMillisecond / 1000);
        throw new HttpError(429, `too many requests: more than ${requests} in ${per} ms; try again in ${seconds} s`, {
          headers: { 'Retry-After': String(seconds) },
        });
      }
      bucket.tokens -= 1;
    },
  };
}

function remoteAddress({ request }: Parameters<ClientKey>[0]): string {
  return request.remoteAddress ?? '';
}
