import { expect, test } from 'vitest';
import { SingleRun } from '../../generate/pipeline/cache.js';

// A document of thousands of schemas has tens of thousands of files: to hold a copy of each would take hundreds of MB.
test('a single run computes everything and does not copy its inputs', async () => {
  const run = new SingleRun();
  const inputs = () => {
    throw new Error('the inputs are needed only to compare them with those of another run');
  };
  let computed = 0;
  const compute = () => (computed += 1);
  expect([run.getSync('key', inputs, compute), run.getSync('key', inputs, compute)]).toEqual([1, 2]);
  expect(await run.get('key', inputs, compute)).toBe(3);
});
