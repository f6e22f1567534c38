/** The result of a comparison of validation as Markdown. */

/**
 * @param {{ readonly date: string, readonly seed: number, readonly cells: number, readonly pairs: number, readonly rejected: number,
 *   readonly refused: number, readonly unjudged: number, readonly differences: number, readonly reasons: Readonly<Record<string, number>> }} result
 */
export function validationMarkdown({ date, seed, cells, pairs, rejected, refused, unjudged, differences, reasons }) {
  const percent = (/** @type {number} */ part, /** @type {number} */ of) => `${((100 * part) / of).toFixed(1)} %`;
  return [
    `${date}, seed ${seed}.`,
    '',
    '|  |  |',
    '| --- | ---: |',
    `| schemas | ${cells} |`,
    `| schemas that \`generate\` refuses or warns of | ${refused} (${percent(refused, cells)}) |`,
    `| pairs of a schema and a value | ${pairs} |`,
    `| of which ajv rejects | ${rejected} (${percent(rejected, pairs)}) |`,
    `| further pairs for which ajv throws an exception, not compared | ${unjudged} |`,
    `| pairs that the server judges otherwise | ${differences} |`,
    '',
    ...(refused === 0
      ? []
      : [
          'What `generate` says:',
          '',
          ...Object.entries(reasons).map(([reason, count]) => `- ${count} times: ${reason}`),
        ]),
  ].join('\n');
}
