/** Writes the figures of a run between the markers of a README. */

/** @param {string} what */
export const begin = (what) => `<!-- ${what}: begin (written by the bench) -->`;
/** @param {string} what */
export const end = (what) => `<!-- ${what}: end -->`;

/**
 * Replaces the figures between two markers.
 * @param {string} text the current README
 * @param {string} what the name in the markers
 * @param {string} figures
 * @returns {string} the README with only these figures changed
 */
export function withFigures(text, what, figures) {
  const start = text.indexOf(begin(what));
  const stop = text.indexOf(end(what), start);
  if (start < 0 || stop < 0) throw new Error(`The README lacks a marker: ${start < 0 ? begin(what) : end(what)}`);
  return `${text.slice(0, start + begin(what).length)}\n\n${figures.trim()}\n\n${text.slice(stop)}`;
}
