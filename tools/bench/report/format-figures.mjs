/** Formats figures, with their targets. */

/**
 * Formats a figure with its target.
 * @param {number} value
 * @param {number | undefined} target the maximum
 * @param {(value: number) => string} show
 */
export function withTarget(value, target, show) {
  if (target === undefined) return show(value);
  return `${show(value)} (${value <= target ? '≤' : 'MISSES'} ${show(target)})`;
}

/** @param {number} value */
export const seconds = (value) => value.toFixed(2);
/** @param {number} value */
export const megabytes = (value) => `${Math.round(value)}`;
/** @param {number} value */
export const whole = (value) => Math.round(value).toLocaleString('en-US');
/** @param {number} value */
export const percent = (value) => `${Math.round(value)} %`;
