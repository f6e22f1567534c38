/** What every `Clock` does. */
import { equal, ok } from 'node:assert/strict';
import type { Clock } from '../ports/clock.js';
import type { ConformanceCase } from './conformance-case.js';

/** A clock, and what lets its time pass. */
export interface TestedClock {
  readonly clock: Clock;
  readonly pass: (milliseconds: number) => Promise<void> | void;
}

export const clockCases: readonly ConformanceCase<TestedClock>[] = [
  {
    name: 'calls an action once, when its time has passed',
    async run({ clock, pass }) {
      const begin = clock.now();
      let calls = 0;
      clock.schedule(20, () => (calls += 1));
      await pass(5);
      equal(calls, 0);
      await pass(100);
      equal(calls, 1);
      ok(clock.now() >= begin + 20);
    },
  },
  {
    name: 'calls no action that was canceled, or that is never due',
    async run({ clock, pass }) {
      let calls = 0;
      clock.schedule(5, () => (calls += 1))();
      clock.schedule(Infinity, () => (calls += 1));
      await pass(50);
      equal(calls, 0);
      clock.schedule(5, () => (calls += 1));
      clock.close();
      await pass(50);
      equal(calls, 0);
    },
  },
];
