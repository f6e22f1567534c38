/** Moments in responses. */

/** The timestamp of an event that has not happened. */
export const never = '0001-01-01T00:00:00Z';

/** Formats milliseconds since 1970 as RFC 3339, with microseconds if it has a fraction; 0 means never. */
export function dateTime(moment: number): string {
  if (moment === 0) return never;
  const microseconds = inMicroseconds(moment);
  const text = new Date(Math.floor(microseconds / 1000)).toISOString();
  const rest = microseconds % 1000;
  return rest === 0 ? text : text.replace('Z', `${String(rest).padStart(3, '0')}Z`);
}

/** Converts milliseconds, in which the same moment may have two values, to whole microseconds. */
export function inMicroseconds(moment: number): number {
  return Math.round(moment * 1000);
}
