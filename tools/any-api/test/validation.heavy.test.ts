/** Generated servers reject what ajv rejects: a sample of the comparison that `any-api.mjs validation` runs. */
import { expect, inject, it } from 'vitest';
import { examples } from '../validation/examples.mjs';
import { compareValidation } from '../validation/run.mjs';

it('rejects what ajv rejects, at every place of a request', { timeout: 120_000 }, async () => {
  const cells = inject('isFullRun') ? 400 : 120;
  const { differences, refused, pairs, rejected, unjudged } = await compareValidation({
    seed: 22,
    cells,
    values: 10,
    examples,
  });
  expect(differences).toEqual([]);
  expect(refused.length).toBeLessThan(cells * 0.08);
  // Schemas for which ajv throws are few, or nothing is compared.
  expect(unjudged).toBeLessThan(pairs * 0.02);
  expect(rejected).toBeGreaterThan(pairs * 0.3);
  expect(rejected).toBeLessThan(pairs * 0.8);
});
