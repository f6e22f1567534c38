/** What counts as in time. */
import { expect, it } from 'vitest';
import { gapMismatches, timeMismatches } from '../src/times.js';

it.each([
  [{ atLeast: 1 }, 0.9, false],
  [{ atLeast: 1 }, 1, true],
  [{ atMost: 1 }, 1.1, false],
  [{ atLeast: 1, atMost: 2 }, 1.5, true],
])('a response within %o is one that takes %d s: %s', (limits, seconds, expected) => {
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
])('gaps of at least %j and at most %j s are not as wanted at %j', (atLeast, atMost, places) => {
  const found = gapMismatches({ from: { Action: 'die' }, to: { Action: 'start' }, atLeast, atMost }, events);
  expect(found.map(({ at }) => at)).toEqual(places);
});

it('gaps are not found in what tells no times', () => {
  const gaps = { from: {}, to: {}, atLeast: [0], atMost: [] };
  expect(gapMismatches(gaps, [null, 1, { timeNano: 'x' }, {}])).toHaveLength(1);
});
