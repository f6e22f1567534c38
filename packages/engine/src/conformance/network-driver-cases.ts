/** What every `NetworkDriver` does. */
import { equal, ok, rejects } from 'node:assert/strict';
import { PortInUse, type NetworkDriver, type PortRequest } from '../ports/network-driver.js';
import type { ConformanceCase } from './conformance-case.js';

const any: PortRequest = { protocol: 'tcp', address: '', first: 0, last: 0, accept: () => false };

export const networkDriverCases: readonly ConformanceCase<NetworkDriver>[] = [
  {
    name: 'publishes any port, and another one for the next request',
    async run(driver) {
      const [one, other] = [await driver.publish(any), await driver.publish(any)];
      ok(one.port > 0 && other.port > 0);
      ok(one.port !== other.port);
      await driver.close();
    },
  },
  {
    name: 'rejects a port that is in use, until it is closed',
    async run(driver) {
      for (const protocol of ['tcp', 'udp'] as const) {
        const first = await driver.publish({ ...any, protocol });
        const again = { ...any, protocol, first: first.port, last: first.port };
        await rejects(driver.publish(again), PortInUse);
        first.close();
        // The port is free a moment later.
        await new Promise((resolve) => setTimeout(resolve, 50));
        equal((await driver.publish(again)).port, first.port);
      }
      await driver.close();
    },
  },
];
