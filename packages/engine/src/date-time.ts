/** Moments in responses. */

/** The timestamp of an event that has not happened. */
export const never = '0001-01-01T00:00:00Z';

/** Formats milliseconds since 1970 as RFC 3339; 0 means never. */
export function dateTime(moment: number): string {
  return moment === 0 ? never : new Date(moment).toISOString();
}
