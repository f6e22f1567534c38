/** Derived examples of numbers are valid by JSON Schema, if any number is. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { sampled } from '../../testing/sampled.js';
import { integerExample } from '../docs/example/scalars.js';

type Limits = Readonly<Record<string, number>>;

const limitsOf = (inclusive: string, exclusive: string): readonly Limits[] => [
  {},
  ...[-2.5, 0.1, 1, 7].flatMap((limit) => [{ [inclusive]: limit }, { [exclusive]: limit }]),
];
const schemas = (['integer', 'number'] as const).flatMap((type) =>
  [{}, ...[0.1, 0.25, 0.3, 1.5, 2, 7].map((multipleOf) => ({ multipleOf }))].flatMap((multiple) =>
    limitsOf('minimum', 'exclusiveMinimum').flatMap((lower) =>
      limitsOf('maximum', 'exclusiveMaximum').map((upper) => ({ type, ...multiple, ...lower, ...upper })),
    ),
  ),
);
const numbers = Array.from({ length: 2001 }, (_, at) => (at - 1000) / 100);

it('is valid, unless none of thousands of numbers is', () => {
  const ajv = new Ajv2020({ multipleOfPrecision: 9 });
  for (const { type, ...keywords } of sampled(schemas, 10)) {
    const isValid = ajv.compile({ type, ...keywords });
    for (const notes of [{}, { default: 2.5 }, { default: 8 }]) {
      const example = integerExample({ kind: type, ...keywords }, notes);
      expect([type, keywords, example]).toSatisfy(() => isValid(example) || !numbers.some((one) => isValid(one)));
    }
  }
});
