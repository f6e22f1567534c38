/** Filters of list operations. */
import { LinearExpression } from './linear-expression.js';

type Labels = Readonly<Record<string, string>> | null | undefined;

/** Whether a value passes the test; without values, everything matches. */
export function anyOf(wanted: readonly string[] | undefined, test: (value: string) => boolean): boolean {
  return wanted === undefined || wanted.length === 0 || wanted.some(test);
}

/** Whether all of the labels, each `key` or `key=value`, are present. */
export function hasLabels(labels: Labels, wanted: readonly string[] = []): boolean {
  return wanted.every((each) => hasLabel(labels, each));
}

/** Whether none of the labels is present. */
export function lacksLabels(labels: Labels, unwanted: readonly string[] = []): boolean {
  return !unwanted.some((each) => hasLabel(labels, each));
}

export function isTrue(values: readonly string[] | undefined): boolean {
  return values?.some((value) => value === 'true' || value === '1') === true;
}

/** Whether the text is a boolean in any spelling of Go. */
export function isBoolean(text: string): boolean {
  return /^(1|0|t|f|T|F|true|false|TRUE|FALSE|True|False)$/.test(text);
}

/** Returns whether a name equals one of the values, or matches it as a regular expression; without values, every name does. */
export function nameTest(wanted: readonly string[] = []): (name: string) => boolean {
  if (wanted.length === 0) return () => true;
  const expressions = wanted.flatMap((value) => {
    try {
      return [new LinearExpression(value)];
    } catch {
      // Engines compare an invalid expression as a string only.
      return [];
    }
  });
  return (name) => wanted.includes(name) || expressions.some((expression) => expression.test(name));
}

/**
 * Whether a moment is before all limits; a duration such as `10m` is a limit relative to now.
 *
 * @param moment in milliseconds since 1970, as `now`
 */
export function isBefore(moment: number, until: readonly string[] | undefined, now: number): boolean {
  return (until ?? []).every((limit) => moment < momentOf(limit, now));
}

/** Converts Unix seconds, a date, or a duration before now to milliseconds since 1970. */
export function momentOf(text: string, now: number): number {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
  const parts = [...text.matchAll(/(\d+)(ms|s|m|h)/g)];
  if (parts.length === 0) return Date.parse(text);
  return now - parts.reduce((sum, [, count, unit]) => sum + Number(count) * (units[unit ?? ''] ?? 0), 0);
}

function hasLabel(labels: Labels, wanted: string): boolean {
  const [key = '', ...value] = wanted.split('=');
  const labelValue = labels && Object.hasOwn(labels, key) ? labels[key] : undefined;
  return labelValue !== undefined && (value.length === 0 || labelValue === value.join('='));
}
