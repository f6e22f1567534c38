/** The sentence that states a rule, for every kind. */
import { describe, expect, it } from 'vitest';
import { ruleSentence, ruleSentences, type StatedRule } from '../index.js';

const rule = (kind: string, more: Partial<StatedRule> = {}): StatedRule => ({
  kind,
  fields: ['Dns', 'Net.Mode'],
  sentence: 'So it is.',
  ...more,
});

describe('ruleSentence', () => {
  it.each<[StatedRule, string]>([
    [
      rule('not-when', { value: 'host|container:*' }),
      '`Dns` must not be given when `Net.Mode` is `host` or `container:…`. So it is.',
    ],
    [rule('only-when', { value: '|no' }), '`Dns` may be given only when `Net.Mode` is not given or `no`. So it is.'],
    [rule('needs-when', { value: false }), '`Dns` must be given when `Net.Mode` is `false`. So it is.'],
    [rule('requires'), '`Dns` may be given only together with `Net.Mode`. So it is.'],
    [rule('excludes'), '`Dns` and `Net.Mode` must not be given together. So it is.'],
    [rule('greater-than'), '`Dns` must be greater than `Net.Mode`, if both are given. So it is.'],
    [rule('not-less-than'), '`Dns` must be at least `Net.Mode`, if both are given. So it is.'],
    [rule('defaults-to'), '`Dns` defaults to the value of `Net.Mode`. So it is.'],
    [rule('exactly-one-of'), 'Exactly one of `Dns` and `Net.Mode` must be given. So it is.'],
    [rule('at-most-one-of'), 'At most one of `Dns` and `Net.Mode` may be given. So it is.'],
    [rule('at-least-one-of'), 'At least one of `Dns` and `Net.Mode` must be given. So it is.'],
    [
      rule('at-least-one-of', { fields: ['Dns', 'Net', 'Net.Mode'] }),
      'At least one of `Dns`, `Net` and `Net.Mode` must be given. So it is.',
    ],
    [rule('at-least-one-of', { fields: ['Dns'] }), '`Dns` must be given. So it is.'],
    [rule('at-most-one-of', { fields: ['Dns'] }), 'So it is.'],
    [rule('max-entries', { value: 2 }), '`Dns` and `Net.Mode` may have at most 2 entries each. So it is.'],
    [rule('max-entries', { fields: ['Dns'], value: 1 }), '`Dns` may have at most 1 entry. So it is.'],
    [rule('zero-or-minimum', { value: 4 }), 'So it is.'],
    [rule('sentence'), 'So it is.'],
    [rule('constructor'), 'So it is.'],
  ])('states the condition and then the reason: %j', (one, want) => {
    expect(ruleSentence(one)).toBe(want);
  });

  it.each<[StatedRule, string]>([
    [rule('requires', { sentence: '`Dns` goes with `Mode`.' }), '`Dns` goes with `Mode`.'],
    [
      rule('requires', { sentence: '`Dns` is not alone.' }),
      '`Dns` may be given only together with `Net.Mode`. `Dns` is not alone.',
    ],
    [
      rule('excludes', { fields: ['A', 'C'], sentence: 'A and C differ.' }),
      '`A` and `C` must not be given together. A and C differ.',
    ],
  ])('leaves the condition to a reason that names every field as code: %j', (one, want) => {
    expect(ruleSentence(one)).toBe(want);
  });

  it('states the condition alone where there is no reason', () => {
    expect(ruleSentence(rule('excludes', { sentence: '' }))).toBe('`Dns` and `Net.Mode` must not be given together.');
    expect(ruleSentence({ kind: 'sentence', sentence: '' })).toBe('');
  });
});

describe('ruleSentences', () => {
  it('states a rule once', () => {
    expect(ruleSentences([rule('requires'), rule('sentence', { sentence: 'More.' }), rule('requires')])).toEqual([
      '`Dns` may be given only together with `Net.Mode`. So it is.',
      'More.',
    ]);
  });

  it('states a shared reason once, behind the conditions', () => {
    expect(ruleSentences([rule('excludes'), rule('excludes', { fields: ['Dns', 'Hosts'] })])).toEqual([
      '`Dns` and `Net.Mode` must not be given together. `Dns` and `Hosts` must not be given together. So it is.',
    ]);
  });
});
