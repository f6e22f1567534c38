/** Formats the client's rows as a Markdown table, with the targets. */
import { markdownTable } from '@lading/run/markdown-table';

const right = /** @type {const} */ ('right');

/** @param {readonly import('./measure-client.mjs').Row[]} rows */
export function clientTable(rows) {
  return markdownTable(
    [
      { title: 'Measurement' },
      { title: 'Unit' },
      { title: 'Lading', align: right },
      { title: 'undici', align: right },
      { title: 'node:http', align: right },
      { title: 'dockerode', align: right },
      { title: 'Lading compared' },
    ],
    rows.map(({ what, unit, lading, undici, http, dockerode, most, ratios = {}, other }) => [
      what,
      unit,
      `${shown(lading)}${most === undefined ? '' : target({ value: lading, most })}`,
      undici === undefined ? '' : shown(undici),
      http === undefined ? '' : shown(http),
      dockerode === undefined ? '' : shown(dockerode),
      [
        ...Object.entries(ratios).map(([peer, ratio]) =>
          ratio.most === undefined
            ? `÷ ${peer} ${ratio.value.toFixed(2)}${target(ratio)}`
            : `${peer} ${shown(ratio.value)}${target(ratio)}`,
        ),
        ...(other === undefined ? [] : [other]),
      ].join('; '),
    ]),
  );
}

/** The names of the measurements that miss their target. @param {readonly import('./measure-client.mjs').Row[]} rows */
export function misses(rows) {
  return rows.flatMap(({ what, lading, most, ratios = {} }) =>
    [...Object.entries(ratios), ...(most === undefined ? [] : [['', { value: lading, most }]])]
      .filter(([, figure]) => typeof figure !== 'string' && !met(figure))
      .map(([peer]) => `${what} ${peer}`.trim()),
  );
}

/** @param {import('./measure-client.mjs').FigureWithTarget} figure */
function met({ value, least, most }) {
  return (least === undefined || value >= least) && (most === undefined || value < most);
}

/** @param {import('./measure-client.mjs').FigureWithTarget} figure */
function target(figure) {
  const { least, most } = figure;
  if (least === undefined && most === undefined) return '';
  const text = least === undefined ? `< ${most}` : `≥ ${least}`;
  return met(figure) ? ` (${text})` : ` (MISSES ${text})`;
}

/** @param {number} value */
function shown(value) {
  if (Number.isNaN(value)) return '';
  return value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toFixed(value < 10 ? 2 : 1);
}
