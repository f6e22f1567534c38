/** Patterns are matched as JavaScript matches them, but never in exponential time. */
import { describe, expect, it } from 'vitest';
import { patternTest } from '../../src/schema/pattern/pattern-test.js';

const patterns = [
  'a',
  '^a*b?c+$',
  '^(a|b)*c$',
  '(ab|c){2,3}$',
  '^(?:a{0,2}){2}b$',
  '^(?<first>[a-c]+)-(\\d+|x)*$',
  '[^a-c\\]]+b',
  '\\bab\\b|\\Bc+',
  '^(a+)+$',
  '^(\\p{L}|\\u{1F600})+\\.$',
  '(^|-)(a*)*(-|$)',
  '^[\\w.\\-]+(\\.[\\w\\-]+)*$',
  '^(.{2})+$',
  '^(\\x61|\\u0062|\\cA)+$',
  'a{,2}(b)*',
  '^(a|)(b|)+$',
  '^(()|a)+b$',
  '',
  '(?=a)b',
  '^(?=ab?c)[a-c]+$',
  '(?!a)b',
  '(?<=a)b',
  '(?<!a)b',
  '(?<=^a*)b|c(?=$)',
  '^(?!.*(?:ab|-).*)(?:a|b|c)+$',
  '^(?:(?=a)ab?|(?!a)c)+$',
  '^(?=(?!b).)(a|b)*$',
  '(?<=(?<!a)a)b',
  '(?<=(?:a|-)(?=b))b',
  '^(?=.😀?\\.)|(?<=😀)$',
  '(?=a)*b',
  '^(?=.{0,3}$)(?:a|b|c)*$',
  '\\b(?=a)(a|b)+\\b(?<!c)',
];
const texts = [
  '',
  'a',
  'ab',
  'abc',
  'aab',
  'abab',
  'cab',
  'a-1',
  'a-1x',
  'ab cc',
  'aaaa',
  'é.',
  '😀.',
  '😀',
  'a{,2}',
  '-b-',
  'c',
  'cc',
];

describe('a pattern', () => {
  it.each(patterns)('%s matches as in JavaScript', (pattern) => {
    const expression = new RegExp(
      pattern,
      pattern.includes('{,2}') || pattern.includes(')*b') || pattern.includes('\\-') ? '' : 'u',
    );
    const test = patternTest(pattern);
    expect(texts.filter((text) => test?.(text))).toEqual(texts.filter((text) => expression.test(text)));
  });

  it.each([
    ['^(a+)+$', 'a'],
    ['^(a|a)*$', 'a'],
    ['(\\w+\\s?)+$', 'a'],
    ['^(a?){60}a{60}$', 'a'],
    ['\\s+$', ' '],
    ['^.*.*.*x$', 'y'],
    ['^(?=(a+)+$)', 'a'],
    ['^(?!(a|a)*!$)', 'a'],
    ['(?<=^(a*)*)b', 'a'],
    ['^(?:(?=a*b)a)*$', 'a'],
  ])('%s does not match a long text in no time', (pattern, character) => {
    const start = performance.now();
    expect(patternTest(pattern)?.(`${character.repeat(20_000)}!`)).toBe(false);
    expect(performance.now() - start).toBeLessThan(2000);
  });

  it.each([
    ['empty groups repeated often', '^(?:(?:){100000}){100000}(a+)+$', 'aa'],
    ['many alternatives', `^(${'a|'.repeat(20_000)}b)*$`, undefined],
    ['deeply nested groups', '('.repeat(100_000) + 'a' + ')'.repeat(100_000), undefined],
    ['long lookarounds', `^${'(?=a{4000})'.repeat(1000)}(a+)+$`, undefined],
    ['repeated lookarounds', '^(?:(?=a)){4000}(a+)+$', 'aa'],
    ['nested groups', '^' + '(?:'.repeat(200) + '(a+)+' + ')'.repeat(200) + '$', 'aa'],
  ])('with %s is compiled in no time or not tested', (_, pattern, text) => {
    const start = performance.now();
    const test = patternTest(pattern);
    expect(performance.now() - start).toBeLessThan(2000);
    expect(test?.(text ?? '')).toBe(text === undefined ? undefined : true);
  });

  it.each([...['(a)\\1', '(?<x>a)\\k<x>', '(?P<x>a)', '[', '(a{1000}b?){1000}'], '\\p{Print}+'])(
    '%s is not tested',
    (pattern) => {
      expect(patternTest(pattern)).toBeUndefined();
    },
  );
});
