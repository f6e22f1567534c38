/** Property tests generate their values from the seed that is printed at the start, so that a failure can be reproduced. */
import fc from 'fast-check';
import { expect, inject, test } from 'vitest';

test('values depend on the seed only', () => {
  expect(fc.readConfigureGlobal()?.seed).toBe(inject('seed'));
  const drawn = () => fc.sample(fc.nat(), 20);
  const other = fc.sample(fc.nat(), { seed: inject('seed') + 1, numRuns: 20 });
  expect(drawn()).toEqual(drawn());
  expect(drawn()).not.toEqual(other);
});
