/** Writes the result of a run between the markers of the README. */

/**
 * @param {string} text the current README
 * @param {string} report
 * @param {'result' | 'size' | 'foreign' | 'bundle' | 'middling' | 'platforms' | 'converted'} [name] the markers
 * @returns {string}
 */
export function withResult(text, report, name = 'result') {
  const begin = `<!-- ${name}: begin (written by the tool) -->`;
  const end = `<!-- ${name}: end -->`;
  const [start, stop] = [text.indexOf(begin), text.indexOf(end)];
  if (start < 0 || stop < start) throw new Error(`The README lacks a marker: ${begin} … ${end}`);
  return `${text.slice(0, start + begin.length)}\n\n${report.trim()}\n\n${text.slice(stop)}`;
}
