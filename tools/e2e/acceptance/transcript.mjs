// Lists of commands with what they print. A line `$ command` is followed by its indented output, in which `! ` marks standard error, and by
// `[code]` if the exit code is not 0. Other lines are comments.

/**
 * @typedef {{ readonly command: string, readonly code: number, readonly output: string, readonly reason?: string }} Result `reason`: why the
 *   reference engine does something else, from a comment `# differs: …` above
 */

/**
 * @param {string} text
 * @returns {Result[]}
 */
export function readTranscript(text) {
  /** @type {{ command: string, code: number, lines: string[], reason?: string }[]} */
  const results = [];
  /** @type {string | undefined} */
  let reason;
  for (const line of text.split('\n')) {
    const last = results.at(-1);
    if (line.startsWith('$ ')) results.push({ command: line.slice(2), code: 0, lines: [], ...(reason && { reason }) });
    else if (/^\[\d+\]$/.test(line) && last) last.code = Number(line.slice(1, -1));
    else if (line.startsWith('  ') && last) last.lines.push(line.slice(2));
    reason = /^# differs: (.*)/.exec(line)?.[1];
  }
  return results.map(({ lines, ...result }) => ({ ...result, output: lines.join('\n') }));
}

/**
 * Returns the transcript with other results of its commands.
 *
 * @param {string} text
 * @param {readonly Result[]} results
 * @param {boolean} [hasOutput] whether the output is written, beside the codes
 */
export function withResults(text, results, hasOutput = true) {
  let index = 0;
  return text
    .split('\n')
    .filter((line) => !/^( {2}|\[\d+\]$)/.test(line))
    .flatMap((line) => {
      if (!line.startsWith('$ ')) return [line];
      const { code, output } = results[index++];
      const lines = hasOutput && output !== '' ? output.split('\n').map((one) => `  ${one}`.replace(/ +$/, '  ')) : [];
      return [line, ...lines, ...(code === 0 ? [] : [`[${code}]`])];
    })
    .join('\n');
}
