/** Variants of valid requests, with values at the limits, beyond them, of another type, and with what no version knows; and what a request loses. */

/** @typedef {import('@lading/runtime-values').Random} Random */

const texts = ['', 'x', 'x'.repeat(40), 'x'.repeat(300), 'A b', '2026-02-30', '-1'];
const numbers = [0, -1, 1, 0.5, 10, 100, 101, 1_000_000];

/** What takes the place of a value. @type {readonly ((value: any, random: Random) => unknown)[]} */
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

/** Returns a value of which some places are changed. @param {Random} random @returns {any} */
export function variantOf(value, random) {
  const change = random.pick(changes);
  const all = placesIn(value, []);
  // The limits of each version are reached more often than by one change alone.
  const chosen = Array.from({ length: 1 + random.below(2) }, () => random.pick(all));
  return chosen.reduce((result, path) => changedAt(result, path, (one) => change(one, random)), value);
}

/** @returns {(readonly string[])[]} */
function placesIn(value, path) {
  if (!Array.isArray(value) && !isObject(value)) return [path];
  return [path, ...Object.entries(value).flatMap(([key, item]) => placesIn(item, [...path, key]))];
}

/** @param {any} value @param {readonly string[]} path @param {(value: any) => unknown} change @returns {any} */
function changedAt(value, [key, ...rest], change) {
  if (key === undefined) return change(value);
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === key ? changedAt(item, rest, change) : item));
  if (!isObject(value) || !Object.hasOwn(value, key)) return value;
  const entries = Object.entries(value).map(([name, item]) => [
    name,
    name === key ? changedAt(item, rest, change) : item,
  ]);
  return Object.fromEntries(entries.filter(([, item]) => item !== undefined));
}

function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && value.constructor === Object;
}

/**
 * Returns what a request lost on its way to a handler.
 * @param {unknown} sent the body @param {unknown} arrived @param {string} header `Lading-Loss` of the response
 * @param {readonly { rule: { recursion?: readonly Recursion[] } }[]} rules those that lose something
 * @param {readonly string[]} [moved] places whose values rules move
 * @returns {{ losses: readonly string[], silent: string | undefined }} all places, and the first that is not reported
 */
export function lossesOf(sent, arrived, header, rules, moved = []) {
  const losses = missingIn(sent, arrived).filter((place) => !moved.includes(place));
  const reported = [...header.matchAll(/"((?:[^"\\\\]|\\\\.)*)";message/g)].map(([, place]) => patternOf(place));
  const recursion = rules.flatMap(({ rule }) => rule.recursion ?? []);
  const silent = losses.find((place) => !reported.some((pattern) => pattern.test(outermost(place, recursion))));
  return { losses, silent };
}

/** Returns the places of values that were sent and did not arrive, as in the header. @returns {readonly string[]} */
function missingIn(sent, arrived, path = '') {
  if (Array.isArray(sent) && Array.isArray(arrived))
    return sent.flatMap((item, index) => missingIn(item, arrived[index], `${path}[]`));
  if (!isObject(sent) || !isObject(arrived)) return sent !== undefined && arrived === undefined ? [path] : [];
  return Object.entries(sent).flatMap(([name, value]) => {
    const at = path === '' ? name : `${path}.${name}`;
    return Object.hasOwn(arrived, name) ? missingIn(value, arrived[name], at) : [at];
  });
}

/** @typedef {{ at: string, like: string }} Recursion */

/** Returns the place as rules name it: at the first depth of recursive schemas. @param {readonly Recursion[]} recursion @returns {string} */
function outermost(place, recursion) {
  const found = recursion.find(({ at }) => place.startsWith(`${at}.`));
  return found === undefined ? place : outermost(`${found.like}${place.slice(found.at.length)}`, recursion);
}

/** Returns a pattern for the places that a rule addresses: `{}` is any name. Names are escaped in a path, and the path in the header. */
function patternOf(place) {
  const unescaped = (text) => text.replace(/\\(.)/g, '$1');
  const parts = unescaped(place)
    .split(/(?<!\\)\{\}/)
    .map(unescaped);
  return new RegExp(`^${parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('\\.[^.]*')}$`);
}
