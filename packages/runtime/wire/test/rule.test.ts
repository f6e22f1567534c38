/** The sentence of a rule, as part of another one. */
import { expect, it } from 'vitest';
import { sentence } from '../src/schema/rule.js';

it('loses its last full stop alone', () => {
  const rule = { kind: 'defaults-to', description: '`Spec.Labels` has keys such as `com.example`.' } as const;
  expect(sentence(rule)).toBe('`Spec.Labels` has keys such as `com.example`');
});
