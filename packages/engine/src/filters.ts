/** Filters of list operations. */

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

/** Whether a name contains a string or matches it as a regular expression. */
export function matches(name: string, wanted: string): boolean {
  if (name.includes(wanted)) return true;
  try {
    return new RegExp(wanted).test(name);
  } catch {
    return false;
  }
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
