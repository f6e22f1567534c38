/** Compares a response with what a scenario expects, durations included. Properties that the scenario does not mention are ignored. */
import { isObject } from '../../check/document.js';
import { member } from '../../drivers/fill.js';
import type { Gaps, Limits } from './scenario.js';

/** One difference between the expected and the actual value. */
export interface Mismatch {
  /** The JSON pointer of the value. */
  readonly at: string;
  readonly expected: string;
  readonly actual: unknown;
}

type Matcher = (expected: unknown, actual: unknown, at: string) => readonly Mismatch[];

/**
 * Compares a value with an expectation. An object must have at least the expected properties, an array exactly the
 * expected items. An object whose only property is one of these is a matcher:
 *
 * - `$any: true`: present and not null; `$absent: true`: absent
 * - `$type: string`: of this type (`null`, `list`, `integer`, or that of `typeof`)
 * - `$matches: ^a`: a string that matches the regular expression
 * - `$contains: [..]`: an array with a matching item for each, or a string with each as a substring
 * - `$oneOf: [..]`, `$not: x`, `$atLeast: 1`, `$length: 2`
 * - `$empty: true`: null, absent, or without entries
 * - `$every: x`: each item or property value matches
 */
export function mismatches(expected: unknown, actual: unknown, at = ''): readonly Mismatch[] {
  const matcher = matcherOf(expected);
  if (matcher !== undefined) return matcher.match(matcher.argument, actual, at);
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return unless(false, at, expected, actual);
    return expected.flatMap((one, index) => mismatches(one, actual[index], `${at}/${index}`));
  }
  if (isObject(expected)) {
    if (!isObject(actual)) return unless(false, at, expected, actual);
    return Object.entries(expected).flatMap(([key, one]) =>
      mismatches(one, Object.hasOwn(actual, key) ? actual[key] : undefined, `${at}/${key}`),
    );
  }
  return unless(Object.is(expected, actual), at, expected, actual);
}

const matchers: Readonly<Record<string, Matcher>> = {
  $any: (_wanted, actual, at) => unless(actual !== undefined && actual !== null, at, 'anything', actual),
  $absent: (_wanted, actual, at) => unless(actual === undefined, at, 'nothing', actual),
  $type: (expected, actual, at) => unless(kindOf(actual) === expected, at, expected, actual),
  $matches: (expected, actual, at) => {
    const matches = typeof actual === 'string' && new RegExp(String(expected), 's').test(actual);
    return unless(matches, at, `/${String(expected)}/`, actual);
  },
  $contains: (expected, actual, at) =>
    entries(expected).flatMap((one) => {
      if (typeof actual === 'string')
        return unless(actual.includes(String(one)), at, `a string with ${String(one)}`, actual);
      return unless(
        Array.isArray(actual) && actual.some((entry) => matches(one, entry)),
        at,
        { $contains: one },
        actual,
      );
    }),
  $oneOf: (expected, actual, at) =>
    unless(
      entries(expected).some((one) => matches(one, actual)),
      at,
      { $oneOf: expected },
      actual,
    ),
  $not: (expected, actual, at) => unless(!matches(expected, actual), at, { $not: expected }, actual),
  $atLeast: (expected, actual, at) => unless(Number(actual) >= Number(expected), at, { $atLeast: expected }, actual),
  $empty: (_wanted, actual, at) => {
    const isNothing = actual === undefined || actual === null || actual === '';
    const isEmpty = isNothing || (isObject(actual) ? Object.keys(actual) : entries(actual)).length === 0;
    return unless(isEmpty, at, 'nothing in it', actual);
  },
  $length: (expected, actual, at) => {
    const length = Array.isArray(actual) || typeof actual === 'string' ? actual.length : undefined;
    return unless(length === expected, at, { $length: expected }, actual);
  },
  $every: (expected, actual, at) =>
    typeof actual === 'object' && actual !== null
      ? Object.entries(actual).flatMap(([key, one]) => mismatches(expected, one, `${at}/${key}`))
      : unless(false, at, { $every: expected }, actual),
};

const matches = (expected: unknown, actual: unknown): boolean => mismatches(expected, actual).length === 0;

function matcherOf(expected: unknown): { readonly match: Matcher; readonly argument: unknown } | undefined {
  if (!isObject(expected)) return undefined;
  const [entry, ...more] = Object.entries(expected);
  if (entry === undefined || more.length > 0 || !Object.hasOwn(matchers, entry[0])) return undefined;
  const match = matchers[entry[0]];
  return match && { match, argument: entry[1] };
}

function unless(isFine: boolean, at: string, expected: unknown, actual: unknown): readonly Mismatch[] {
  const text = typeof expected === 'string' ? expected : JSON.stringify(expected);
  return isFine ? [] : [{ at: at === '' ? '/' : at, expected: text, actual }];
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : Number.isInteger(value) ? 'integer' : typeof value;
}

function entries(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [value];
}

export function timeMismatches({ atLeast = 0, atMost = Infinity }: Limits, seconds: number, at: string): Mismatch[] {
  return seconds >= atLeast && seconds <= atMost
    ? []
    : [{ at, expected: `${atLeast} s to ${atMost} s`, actual: seconds }];
}

export function gapMismatches(expected: Gaps, items: readonly unknown[]): Mismatch[] {
  const gaps = gapsBetween(expected, items);
  const count = Math.max(expected.atLeast.length, expected.atMost.length);
  if (gaps.length < count) return [{ at: 'gaps', expected: `${count} gaps`, actual: gaps }];
  return gaps.flatMap((gap, index) => {
    const limits = { atLeast: expected.atLeast[index], atMost: expected.atMost[index] };
    return timeMismatches(limits, gap, `gaps/${index}`);
  });
}

/** @returns seconds */
function gapsBetween({ from, to }: Gaps, items: readonly unknown[]): readonly number[] {
  const gaps: number[] = [];
  let begin: number | undefined;
  for (const item of items) {
    const time = member(item, 'timeNano');
    if (typeof time !== 'number') continue;
    if (begin !== undefined && matches(to, item)) {
      gaps.push((time - begin) / 1e9);
      begin = undefined;
    }
    if (matches(from, item)) begin = time;
  }
  return gaps;
}
