/** A figure of ours beside the one it has to clear. */

/**
 * @param {number} value
 * @param {number | undefined} bar the most it may be
 * @param {(value: number) => string} show
 */
export function beside(value, bar, show) {
  if (bar === undefined) return show(value);
  return `${show(value)} (${value <= bar ? '≤' : 'MISSES'} ${show(bar)})`;
}

/** @param {number} value */
export const seconds = (value) => value.toFixed(2);
/** @param {number} value */
export const megabytes = (value) => `${Math.round(value)}`;
/** @param {number} value */
export const whole = (value) => Math.round(value).toLocaleString('en-US');
/** @param {number} value */
export const percent = (value) => `${Math.round(value)} %`;
