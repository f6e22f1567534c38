/** Variants of valid requests: with values at the limits, beyond them, of another type, and with what no version knows. */

/** @typedef {import('@lading/runtime-values').Random} Random */

const texts = ['', 'x', 'x'.repeat(40), 'x'.repeat(300), 'A b', '2026-02-30', '-1'];
const numbers = [0, -1, 1, 0.5, 10, 100, 101, 1_000_000];

/** What takes the place of a value. @type {readonly ((value: unknown, random: Random) => unknown)[]} */
const changes = [
  () => null,
  (value) => (Array.isArray(value) ? [] : typeof value === 'object' ? {} : value),
  (value, random) => (typeof value === 'string' ? random.pick(texts) : value),
  (value, random) => (typeof value === 'number' ? random.pick(numbers) : value),
  (value) => (Array.isArray(value) ? [...value, ...value] : value),
  (value) => (isObject(value) ? { ...value, unknown_to_both: 1 } : value),
  (_value, random) => random.pick(['text', 7, true, [], {}]),
  () => undefined,
];

/** Returns a value of which some places are changed. @param {unknown} value @param {Random} random @returns {unknown} */
export function variantOf(value, random) {
  const change = random.pick(changes);
  const all = placesIn(value, []);
  // The limits of each version are reached more often than by one change alone.
  const chosen = Array.from({ length: 1 + random.below(2) }, () => random.pick(all));
  return chosen.reduce((result, path) => changedAt(result, path, (one) => change(one, random)), value);
}

/** @param {unknown} value @param {readonly string[]} path @returns {(readonly string[])[]} */
function placesIn(value, path) {
  if (Array.isArray(value) || isObject(value))
    return [path, ...Object.entries(value).flatMap(([key, item]) => placesIn(item, [...path, key]))];
  return [path];
}

/** @param {unknown} value @param {readonly string[]} path @param {(value: unknown) => unknown} change @returns {unknown} */
function changedAt(value, [key, ...rest], change) {
  if (key === undefined) return change(value);
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === key ? changedAt(item, rest, change) : item));
  if (!isObject(value) || !Object.hasOwn(value, key)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]) => {
      const after = name === key ? changedAt(item, rest, change) : item;
      return after === undefined ? [] : [[name, after]];
    }),
  );
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && value.constructor === Object;
}

/**
 * Returns the places of values that were sent and did not arrive, as in the header `Lading-Loss`.
 * @param {unknown} sent @param {unknown} arrived @param {string} [path] @returns {readonly string[]}
 */
export function missingIn(sent, arrived, path = '') {
  if (Array.isArray(sent) && Array.isArray(arrived))
    return sent.flatMap((item, index) => missingIn(item, arrived[index], `${path}[]`));
  if (!isObject(sent) || !isObject(arrived)) return sent !== undefined && arrived === undefined ? [path] : [];
  return Object.entries(sent).flatMap(([name, value]) => {
    const at = path === '' ? name : `${path}.${name}`;
    return Object.hasOwn(arrived, name) ? missingIn(value, arrived[name], at) : [at];
  });
}
