/** Tests for the values that a rule names. */
import { patternTest } from '../pattern/pattern-test.js';

/**
 * Returns a test for one value of a rule: alternatives separated by `|` (an empty one means "not given") with the
 * wildcards `*`, `?` and `[…]`. Values that are not strings are compared with `===`.
 */
export function matcherOf(wanted: string | number | boolean | undefined): (value: unknown) => boolean {
  if (typeof wanted !== 'string') return (value) => value === wanted;
  const alternatives = wanted.split('|').map(alternativeOf);
  return (value) => {
    const text = stringOf(value);
    for (const matches of alternatives) if (matches(text)) return true;
    return false;
  };
}

function alternativeOf(wanted: string): (text: string) => boolean {
  if (!/[*?[]/.test(wanted)) return (text) => text === wanted;
  if (wanted.indexOf('*') === wanted.length - 1 && !/[?[]/.test(wanted)) {
    const prefix = wanted.slice(0, -1);
    return (text) => text.startsWith(prefix);
  }
  const parts = wanted.split(/(\*|\?|\[[^\]]*\])/);
  const pattern = parts.map((part) => {
    if (part === '*') return '[^]*';
    if (part === '?') return '[^]';
    return /^\[[^\]]*\]$/.test(part) ? part : part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  });
  return patternTest(`^${pattern.join('')}$`) ?? (() => false);
}

/**
 * Returns a value as a string. Arrays and objects are never converted, since a client controls even their `toString`.
 */
function stringOf(value: unknown): string {
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return '';
  return typeof value === 'object' ? '{}' : String(value);
}
