/** The exponent of growth: how the part of a cost that grows depends on the size. */

/**
 * The exponent p of the curve `fixed + each × size^p` through the first, a middle and the last point, whatever the fixed part is: a
 * start that takes long does not hide that the rest is quadratic.
 *
 * @param {readonly (readonly [size: number, cost: number])[]} points three or more, by size
 */
export function exponentOf(points) {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || points.length < 3)
    throw new RangeError('An exponent needs at least three points');
  const middle = /** @type {readonly [number, number]} */ (points[points.length - 2]);
  const wanted = (last[1] - middle[1]) / (middle[1] - first[1]);
  if (!(wanted > 0)) return 0;
  const ratio = (/** @type {number} */ p) => (last[0] ** p - middle[0] ** p) / (middle[0] ** p - first[0] ** p);
  // The ratio grows with the exponent.
  let [low, high] = [0.01, 5];
  while (high - low > 0.001) {
    const half = (low + high) / 2;
    if (ratio(half) < wanted) low = half;
    else high = half;
  }
  return (low + high) / 2;
}
