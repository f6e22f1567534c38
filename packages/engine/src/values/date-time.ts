/** Moments and durations in responses. */

/** The timestamp of an event that has not happened. */
export const never = '0001-01-01T00:00:00Z';

/** Formats milliseconds since 1970 as RFC 3339; 0 means never. */
export function dateTime(moment: number): string {
  return moment === 0 ? never : new Date(moment).toISOString();
}

/** Formats milliseconds since 1970 as RFC 3339 with microseconds. */
export function preciseDateTime(moment: number): string {
  const microseconds = inMicroseconds(moment);
  const rest = String(microseconds % 1000).padStart(3, '0');
  return new Date(Math.floor(microseconds / 1000)).toISOString().replace('Z', `${rest}Z`);
}

/** Converts milliseconds, in which the same moment may have two values, to whole microseconds. */
export function inMicroseconds(moment: number): number {
  return Math.round(moment * 1000);
}

/** Writes a duration as engines do: `1m30s`, `1.5s`, `500ms`, `0s`. @param nanoseconds 0, or at least a millisecond */
export function durationText(nanoseconds: number): string {
  if (nanoseconds > 0 && nanoseconds < 1e9) return `${nanoseconds / 1e6}ms`;
  const [hours, minutes] = [Math.floor(nanoseconds / 3600e9), Math.floor(nanoseconds / 60e9) % 60];
  const parts = [...(hours > 0 ? [`${hours}h`] : []), ...(hours > 0 || minutes > 0 ? [`${minutes}m`] : [])];
  return `${parts.join('')}${(nanoseconds % 60e9) / 1e9}s`;
}
