/** Writes the result of a run between the markers of the README. */

const begin = '<!-- result: begin (written by the tool) -->';
const end = '<!-- result: end -->';

/** @param {string} text the current README @param {string} report @returns {string} */
export function withResult(text, report) {
  const [start, stop] = [text.indexOf(begin), text.indexOf(end)];
  if (start < 0 || stop < start) throw new Error(`The README lacks a marker: ${begin} … ${end}`);
  return `${text.slice(0, start + begin.length)}\n\n${report.trim()}\n\n${text.slice(stop)}`;
}
