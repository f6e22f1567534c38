/** A limit of the requests that run at the same time. */
import { HttpError, type BodylessCall, type Hooks } from '../index.js';
import { everyone, type ClientKey } from './rate-limit.js';

export interface ConcurrencyOptions {
  /** The number of requests that run at the same time, streams and sessions included. */
  readonly running: number;
  /** The number of further requests that wait for those; more are rejected with 503. @default 0 */
  readonly waiting?: number;
  /** Whose requests share a limit. @default all */
  readonly key?: ClientKey;
}

interface Usage {
  running: number;
  readonly waiting: Set<() => void>;
}

/** Limits the requests that run at the same time. Requests are counted until their response has been sent. */
export function concurrencyLimit({ running, waiting = 0, key = everyone }: ConcurrencyOptions): Hooks {
  if (!(Number.isInteger(running) && running > 0)) {
    throw new RangeError(`concurrencyLimit: running is ${running}; pass a whole number above 0`);
  }
  const usages = new Map<string, Usage>();
  /** The keys of the running requests, so that only they give a place back. */
  const keys = new WeakMap<object, string>();

  const enter = ({ request }: BodylessCall, client: string, usage: Usage): void => {
    usage.running += 1;
    keys.set(request, client);
  };
  const wait = (call: BodylessCall, client: string, usage: Usage): Promise<void> =>
    new Promise((resolve, reject) => {
      const { signal } = call;
      const begin = (): void => {
        signal.removeEventListener('abort', leave);
        enter(call, client, usage);
        resolve();
      };
      const leave = (): void => {
        usage.waiting.delete(begin);
        reject(signal.reason as Error);
      };
      usage.waiting.add(begin);
      signal.addEventListener('abort', leave, { once: true });
    });
  return {
    beforeBody: (call) => {
      const client = key(call);
      if (client === undefined) return;
      let usage = usages.get(client);
      if (usage === undefined) usages.set(client, (usage = { running: 0, waiting: new Set() }));
      if (usage.running < running) return enter(call, client, usage);
      if (usage.waiting.size >= waiting) {
        throw new HttpError(503, `${usage.running} requests are running, try again later`, {
          headers: { 'Retry-After': '1' },
        });
      }
      return wait(call, client, usage);
    },
    end: ({ request }) => {
      const client = request && keys.get(request);
      if (request === undefined || client === undefined) return;
      keys.delete(request);
      const usage = usages.get(client) as Usage;
      usage.running -= 1;
      const [next] = usage.waiting;
      if (next !== undefined) {
        usage.waiting.delete(next);
        next();
      } else if (usage.running === 0) usages.delete(client);
    },
  };
}
