/** Puts the figures of a run between the markers of a README. */

export const begin = '<!-- figures: begin (written by the bench) -->';
export const end = '<!-- figures: end -->';

/**
 * @param {string} text the README as it is
 * @param {string} figures
 * @returns {string} the README with nothing else changed
 */
export function withFigures(text, figures) {
  const start = text.indexOf(begin);
  const stop = text.indexOf(end, start);
  if (start < 0 || stop < 0) throw new Error(`The README lacks a marker: ${start < 0 ? begin : end}`);
  return `${text.slice(0, start + begin.length)}\n\n${figures.trim()}\n\n${text.slice(stop)}`;
}
