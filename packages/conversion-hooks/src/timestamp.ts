/** Parses the timestamps of filters: seconds since 1970, a date with or without a time, or a duration before now. */

const millisecondsPerUnit: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};

/** Returns the timestamp in milliseconds; undefined for an invalid one. */
export function timestampOf(text: string, now: number): number | undefined {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const ago = durationOf(text);
  if (ago !== undefined) return now - ago;
  const [, date, time, zone = ''] =
    /^(\d{4}-\d\d-\d\d)(?:T(\d\d(?::\d\d){0,2}(?:\.\d+)?))?(Z|[+-]\d\d:\d\d)?$/.exec(text) ?? [];
  if (date === undefined) return undefined;
  const whole = time === undefined ? '00:00:00' : time.length === 2 ? `${time}:00:00` : time;
  // Without a time zone engines use their local one, which is unknown here: the zone of this machine is used.
  const timestamp = Date.parse(`${date}T${whole}${zone}`);
  return Number.isNaN(timestamp) ? undefined : timestamp;
}

/** Returns a duration such as `1h30m` in milliseconds. */
function durationOf(text: string): number | undefined {
  if (!/^(\d+(\.\d+)?(ns|us|µs|ms|s|m|h))+$/.test(text)) return undefined;
  return [...text.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g)].reduce(
    (sum, [, count, unit = '']) => sum + Number(count) * (millisecondsPerUnit[unit] ?? 0),
    0,
  );
}
