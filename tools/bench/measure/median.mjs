/** The median of several measurements, which a single disturbed run does not change. */

/**
 * @param {readonly number[]} values
 * @returns {number} the middle value; for an even number of values, the mean of the middle two
 */
export function median(values) {
  if (values.length === 0) throw new RangeError('A median needs at least one value');
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = /** @type {number} */ (sorted[middle]);
  const lower = /** @type {number} */ (sorted[(sorted.length - 1) >> 1]);
  return (lower + upper) / 2;
}

/**
 * The median of the rounds' ratios: whatever slowed a round down slowed both.
 * @param {readonly number[]} ours @param {readonly number[]} theirs
 */
export function paired(ours, theirs) {
  return median(ours.map((value, index) => value / (theirs[index] ?? NaN)));
}
