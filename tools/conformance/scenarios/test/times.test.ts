/** Which durations and gaps are within their limits. */
import { expect, it } from 'vitest';
import { gapMismatches, timeMismatches } from '../src/mismatches.js';

it.each([
  [{ atLeast: 1 }, 0.9, false],
  [{ atLeast: 1 }, 1, true],
  [{ atMost: 1 }, 1.1, false],
  [{ atLeast: 1, atMost: 2 }, 1.5, true],
])('with limits %o, a response after %d s passes: %s', (limits, seconds, expected) => {
  expect(timeMismatches(limits, seconds, '').length === 0).toBe(expected);
});

const event = (Action: string, seconds: number) => ({ Action, timeNano: seconds * 1e9 });
const events = [
  event('start', 0),
  event('die', 1),
  event('start', 2),
  event('die', 2.5),
  event('oom', 3),
  event('start', 4.5),
];

it.each<[readonly number[], readonly number[], readonly string[]]>([
  [[1, 2], [], []],
  [[1, 2], [1, 2], []],
  [[1, 2.1], [], ['gaps/1']],
  [[], [0.9, 1.9], ['gaps/0', 'gaps/1']],
  [[1, 2, 3], [], ['gaps']],
])('gaps of at least %j and at most %j s differ at %j', (atLeast, atMost, paths) => {
  const found = gapMismatches({ from: { Action: 'die' }, to: { Action: 'start' }, atLeast, atMost }, events);
  expect(found.map(({ at }) => at)).toEqual(paths);
});

it('items without a time have no gaps', () => {
  const gaps = { from: {}, to: {}, atLeast: [0], atMost: [] };
  expect(gapMismatches(gaps, [null, 1, { timeNano: 'x' }, {}])).toHaveLength(1);
});
