/** Samples are drawn by their seed, and in equal parts. */
import { expect, test } from 'vitest';
import { drawInTurn, grouped, shufflerOf } from '../documents/draw.mjs';

const numbers = Array.from({ length: 50 }, (_, index) => index);

test('one seed draws one sample, and another seed another one', () => {
  expect(shufflerOf(7)(numbers)).toEqual(shufflerOf(7)(numbers));
  expect(shufflerOf(8)(numbers)).not.toEqual(shufflerOf(7)(numbers));
  expect(shufflerOf(7)(numbers).sort((one, other) => one - other)).toEqual(numbers);
});

test.each([
  { groups: [['a', 'b', 'c'], ['d'], ['e', 'f']], size: 4, want: ['a', 'd', 'e', 'b'] },
  { groups: [['a'], []], size: 4, want: ['a'] },
  { groups: [], size: 4, want: [] },
])('$size of $groups', ({ groups, size, want }) => {
  expect(drawInTurn<string>(groups, size)).toEqual(want);
});

test('groups keep the order of their values', () => {
  expect([...grouped(['b1', 'a1', 'b2'], (text) => text[0])]).toEqual([
    ['b', ['b1', 'b2']],
    ['a', ['a1']],
  ]);
});
