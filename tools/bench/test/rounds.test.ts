/** The order of the runs, and what is compared of them. */
import { expect, it } from 'vitest';
import { interleaved, paired } from '../measure/rounds.mjs';

it('runs every subject in turns, without the first round, and compares the rounds of two', async () => {
  const ran: string[] = [];
  const results = await interleaved(['a', 'b'], 2, async (subject) => ran.push(subject));
  expect(ran).toEqual(['a', 'b', 'b', 'a', 'a', 'b']);
  expect(results).toEqual({ a: [4, 5], b: [3, 6] });
  expect(paired([1, 4, 9], [1, 2, 3])).toBe(2);
});
