/** Limits of time, of concurrency, and of the rate of requests. */
import { describe, expect, it, vi } from 'vitest';
import { concurrencyLimit, rateLimit, timeLimit } from '../../src/hooks/index.js';
import type { BodylessCall, Call } from '../../src/index.js';
import { volumeServer } from './volume-server.js';

/** A handler whose calls finish when the test says so. */
function gate() {
  const waiting: (() => void)[] = [];
  return {
    waiting,
    list: () => new Promise((resolve) => waiting.push(() => resolve({ Volumes: [] }))),
  };
}

describe('timeLimit', () => {
  it('aborts the signal of a handler that takes too long, and responds with 503', async () => {
    let reason: unknown;
    const list = ({ signal }: Call): Promise<never> =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject((reason = signal.reason) as Error));
      });
    await using scene = await volumeServer({ list }, { hooks: timeLimit(20) });
    const response = await fetch(`${scene.base}/volumes`);
    expect([response.status, await response.json()]).toEqual([503, { message: 'VolumeList did not finish in 20 ms' }]);
    expect(String(reason)).toBe('HttpError: VolumeList did not finish in 20 ms');
  });

  it('ends a stream that comes too late', async () => {
    let isEnded = false;
    const source = { [Symbol.asyncIterator]: () => ({ next: vi.fn(), return: () => ((isEnded = true), {}) }) };
    const logs = (): Promise<unknown> => new Promise((resolve) => setTimeout(() => resolve(source), 60));
    await using scene = await volumeServer({ logs }, { hooks: timeLimit(10) });
    expect((await fetch(`${scene.base}/logs`)).status).toBe(503);
    await vi.waitFor(() => expect(isEnded).toBe(true), 5000);
  });

  it('leaves streams, fast handlers, and operations without a limit', async () => {
    const slow = async function* (): AsyncGenerator<string> {
      yield 'a';
      await new Promise((resolve) => setTimeout(resolve, 60));
      yield 'b';
    };
    const list = (): Promise<unknown> => new Promise((resolve) => setTimeout(() => resolve({ Volumes: [] }), 60));
    await using scene = await volumeServer({ list, logs: slow }, { hooks: timeLimit(30, { VolumeList: 0 }) });
    expect(await (await fetch(`${scene.base}/logs`)).text()).toBe('ab');
    expect((await fetch(`${scene.base}/volumes`)).status).toBe(200);
  });
});

describe('concurrencyLimit', () => {
  it('rejects what is neither running nor waiting, and starts what waits', async () => {
    const { waiting, list } = gate();
    await using scene = await volumeServer({ list }, { hooks: concurrencyLimit({ running: 1, waiting: 1 }) });
    const first = fetch(`${scene.base}/volumes`);
    await vi.waitFor(() => expect(waiting).toHaveLength(1), 5000);
    const second = fetch(`${scene.base}/volumes`);
    let refused: Response | undefined;
    // The third is refused only when the second has arrived.
    await vi.waitFor(async () => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 50);
      refused = await fetch(`${scene.base}/volumes`, { signal: controller.signal });
    }, 5000);
    expect([refused?.status, refused?.headers.get('retry-after')]).toEqual([503, '1']);
    expect(waiting).toHaveLength(1);
    waiting[0]?.();
    expect((await first).status).toBe(200);
    await vi.waitFor(() => expect(waiting.length).toBeGreaterThan(1), 5000);
    while (waiting.length > 0) waiting.pop()?.();
    expect((await second).status).toBe(200);
    const third = fetch(`${scene.base}/volumes`);
    await vi.waitFor(() => expect(waiting).toHaveLength(1), 5000);
    waiting[0]?.();
    expect((await third).status).toBe(200);
  });

  it('counts streams until they end, and each client for itself', async () => {
    let finish = (): void => undefined;
    const done = new Promise<void>((resolve) => (finish = resolve));
    const logs = async function* (): AsyncGenerator<string> {
      yield 'a';
      await done;
    };
    const key = ({ request }: BodylessCall): string => request.headers['user-agent'] ?? '';
    await using scene = await volumeServer({ logs }, { hooks: concurrencyLimit({ running: 1, key }) });
    const as = (name: string): Promise<Response> => fetch(`${scene.base}/logs`, { headers: { 'user-agent': name } });
    const stream = await as('a');
    expect((await as('a')).status).toBe(503);
    const other = await as('b');
    expect(other.status).toBe(200);
    finish();
    await Promise.all([stream.text(), other.text()]);
    await vi.waitFor(async () => expect((await as('a')).status).toBe(200), 5000);
  });

  it('needs a number', () => {
    expect(() => concurrencyLimit({ running: 0 })).toThrow('running is 0; pass a whole number above 0');
  });
});

describe('rateLimit', () => {
  it('rejects requests beyond the rate', async () => {
    await using scene = await volumeServer({}, { hooks: rateLimit({ requests: 2, per: 120_000 }) });
    const statuses = async (): Promise<number> => (await fetch(`${scene.base}/volumes`)).status;
    expect([await statuses(), await statuses()]).toEqual([200, 200]);
    const refused = await fetch(`${scene.base}/volumes`);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    expect(await refused.json()).toEqual({ message: 'too many requests: more than 2 in 120000 ms; try again in 60 s' });
  });

  it('accepts requests again after some time', async () => {
    await using scene = await volumeServer({}, { hooks: rateLimit({ requests: 1, per: 200 }) });
    for (let index = 0; index < 3; index += 1) {
      await vi.waitFor(async () => expect((await fetch(`${scene.base}/volumes`)).status).toBe(200), 10_000);
    }
  });

  it('counts each client for itself, and no client without a key', () => {
    const key = ({ request }: BodylessCall): string | undefined => request.headers['user'];
    const { beforeBody } = rateLimit({ requests: 1, per: 60_000, key });
    const call = (user?: string): void =>
      void beforeBody?.({ request: { headers: { ...(user !== undefined && { user }) } } } as unknown as BodylessCall);
    for (let index = 0; index < 3000; index += 1) call(`u${index}`);
    expect(() => call('u2999')).toThrow('too many requests');
    expect(() => [call(), call()]).not.toThrow();
  });

  it('needs numbers', () => {
    expect(() => rateLimit({ requests: 0 })).toThrow('rateLimit: 0 requests in 1000 ms; pass numbers above 0');
  });
});
