/** Puts the figures of a run between the markers of a README. */

/** @param {string} what */
export const begin = (what) => `<!-- ${what}: begin (written by the bench) -->`;
/** @param {string} what */
export const end = (what) => `<!-- ${what}: end -->`;

/**
 * @param {string} text the README as it is
 * @param {string} what which figures, as the markers name them
 * @param {string} figures
 * @returns {string} the README with nothing else changed
 */
export function withFigures(text, what, figures) {
  const start = text.indexOf(begin(what));
  const stop = text.indexOf(end(what), start);
  if (start < 0 || stop < 0) throw new Error(`The README lacks a marker: ${start < 0 ? begin(what) : end(what)}`);
  return `${text.slice(0, start + begin(what).length)}\n\n${figures.trim()}\n\n${text.slice(stop)}`;
}
