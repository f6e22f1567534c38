/** What a list is narrowed by. */

type Labels = Readonly<Record<string, string>> | null | undefined;

/** Whether a value is among the wanted ones; nothing wanted wants all. */
export function anyOf(wanted: readonly string[] | undefined, test: (value: string) => boolean): boolean {
  return wanted === undefined || wanted.length === 0 || wanted.some(test);
}

/** Labels are written `key` or `key=value`, and all of them have to be there. */
export function hasLabels(labels: Labels, wanted: readonly string[] = []): boolean {
  return wanted.every((each) => hasLabel(labels, each));
}

/** None of these may be there. */
export function lacksLabels(labels: Labels, unwanted: readonly string[] = []): boolean {
  return !unwanted.some((each) => hasLabel(labels, each));
}

export function isTrue(values: readonly string[] | undefined): boolean {
  return values?.some((value) => value === 'true' || value === '1') === true;
}

/** A part of a name, or a pattern. */
export function matches(name: string, wanted: string): boolean {
  if (name.includes(wanted)) return true;
  try {
    return new RegExp(wanted).test(name);
  } catch {
    return false;
  }
}

/** Before the moment or, for a span such as `10m`, that long ago. */
export function isBefore(moment: Date, until: readonly string[] | undefined): boolean {
  return (until ?? []).every((limit) => moment.getTime() < momentOf(limit));
}

/** Milliseconds since 1970 of Unix seconds, of a date, or of a span before now. */
export function momentOf(text: string): number {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
  const parts = [...text.matchAll(/(\d+)(ms|s|m|h)/g)];
  if (parts.length === 0) return Date.parse(text);
  return Date.now() - parts.reduce((sum, [, count, unit]) => sum + Number(count) * (units[unit ?? ''] ?? 0), 0);
}

function hasLabel(labels: Labels, wanted: string): boolean {
  const [key = '', ...value] = wanted.split('=');
  const own = labels && Object.hasOwn(labels, key) ? labels[key] : undefined;
  return own !== undefined && (value.length === 0 || own === value.join('='));
}
