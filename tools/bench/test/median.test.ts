/** Medians, and the order of the runs. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { interleaved, median, paired } from '../measure/rounds.mjs';

const figures = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 20 });

describe('median', () => {
  it.each([
    [[3], 3],
    [[3, 1, 2], 2],
    [[4, 1, 3, 2], 2.5],
    [[10, 9, 100], 10],
  ])('of %j is %d', (values, expected) => {
    expect(median(values)).toBe(expected);
  });

  it('has as many figures above it as below it', () => {
    fc.assert(
      fc.property(figures, (values) => {
        const middle = median(values);
        const half = values.length / 2;
        expect(values.filter((value) => value < middle).length).toBeLessThanOrEqual(half);
        expect(values.filter((value) => value > middle).length).toBeLessThanOrEqual(half);
      }),
    );
  });

  it('does not depend on the order and does not change its input', () => {
    fc.assert(
      fc.property(figures, (values) => {
        const before = [...values];
        expect(median([...values].reverse())).toBe(median(values));
        expect(values).toEqual(before);
      }),
    );
  });

  it('rejects an empty array', () => {
    expect(() => median([])).toThrow(RangeError);
  });
});

it('runs every subject in turns, without the first round, and compares the rounds of two', async () => {
  const ran: string[] = [];
  const results = await interleaved(['a', 'b'], 2, async (subject) => ran.push(subject));
  expect(ran).toEqual(['a', 'b', 'b', 'a', 'a', 'b']);
  expect(results).toEqual({ a: [4, 5], b: [3, 6] });
  expect(paired([1, 4, 9], [1, 2, 3])).toBe(2);
});
