/** Another client of the same server, which must not be affected. */
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Target } from '../conformance/target.js';

export interface Probe {
  /**
   * Returns the number of requests and the slowest response in milliseconds.
   *
   * @throws Error if one failed or there were none
   */
  stop(): Promise<{ readonly requestCount: number; readonly slowest: number }>;
}

/** Sends requests continuously, on one persistent connection and on new ones. */
export function probe(target: Target): Probe {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  let isOver = false;
  let asked = 0;
  let slowest = 0;
  const one = (keepsAlive: boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      const begin = performance.now();
      const place = target.path === undefined ? { port: target.port, host: '127.0.0.1' } : { socketPath: target.path };
      const path = keepsAlive ? '/containers/json' : '/containers/web/json';
      http
        .get({ ...place, path, agent: keepsAlive ? agent : false }, (response) => {
          response.resume().once('end', () => {
            asked += 1;
            slowest = Math.max(slowest, performance.now() - begin);
            if (response.statusCode === 200) resolve();
            else reject(new Error(`another client received the status ${response.statusCode}`));
          });
        })
        .once('error', reject);
    });
  const run = async (): Promise<void> => {
    while (!isOver) {
      await one(true);
      await one(false);
      await sleep(10);
    }
  };
  const running = run();
  running.catch(() => undefined);
  return {
    stop: async () => {
      isOver = true;
      await running;
      agent.destroy();
      if (asked === 0) throw new Error('no request was sent');
      return { requestCount: asked, slowest };
    },
  };
}
