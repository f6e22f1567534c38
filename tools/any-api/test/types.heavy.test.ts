/** Generated types have the values that ajv accepts, and none of a kind that their schema excludes. */
import { expect, inject, it } from 'vitest';
import { examples } from '../validation/examples.mjs';
import { compareTypes } from '../validation/types.mjs';

it(
  'has the values that ajv accepts, and no others of a kind that the schema excludes',
  { timeout: 120_000 },
  async () => {
    const schemas = inject('isFullRun') ? 600 : 150;
    const { differences, compared, excluded } = await compareTypes({ seed: 22, schemas, values: 8, examples });
    expect(differences).toEqual([]);
    expect(compared).toBeGreaterThan(schemas * 6);
    expect(excluded).toBeGreaterThan(compared * 0.3);
  },
);
