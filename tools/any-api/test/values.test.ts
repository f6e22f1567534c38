/** Values that are made from schemas: they fit where a random one would seldom do. */
import { describe, expect, it } from 'vitest';
import { randomOf } from '../values/random.mjs';
import { alphabets, stringOf } from '../values/strings.mjs';
import { valueOf } from '../values/value-of.mjs';

const seeds = Array.from({ length: 20 }, (_, seed) => randomOf(seed, 'values'));

describe('a string', () => {
  it('of a pattern without anchors is no longer than allowed', () => {
    for (const random of seeds) {
      const text = stringOf({ pattern: '[a-f0-9]{8}-[a-f0-9]{12}', maxLength: 21 }, random, alphabets.body);
      expect(text).toMatch(/^[a-f0-9]{8}-[a-f0-9]{12}$/);
    }
  });

  it('of the format duration is one', () => {
    for (const random of seeds) expect(stringOf({ format: 'duration' }, random, [])).toMatch(/^P\dDT1\dH$/);
  });
});

it('an object of a union has a property, since several options allow none', () => {
  const option = (name: string) =>
    ({ kind: 'object', fields: { [name]: { schema: { kind: 'boolean' }, required: false } } }) as const;
  const union = { kind: 'union', options: [option('a'), option('b')] } as const;
  for (const random of seeds) expect(Object.keys(valueOf(union, random) as object)).toHaveLength(1);
});
