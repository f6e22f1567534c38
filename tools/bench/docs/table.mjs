/** Formats the rows as a Markdown table, and lists the figures that are worse than a peer's. */
import { markdownTable } from '@lading/run/markdown-table';

const right = /** @type {const} */ ('right');

/** @param {readonly import('./measure-docs.mjs').Row[]} rows */
export function docsTable(rows) {
  return markdownTable(
    [
      { title: 'Measurement' },
      { title: 'Unit' },
      { title: 'Lading', align: right },
      { title: 'Redoc', align: right },
      { title: 'Scalar', align: right },
    ],
    rows.map(({ what, unit, lading, redoc, scalar, most }) => [
      what,
      unit,
      `${shown(lading)}${most === undefined ? '' : ` (${lading <= most ? '≤' : 'MISSES'} ${most})`}`,
      redoc === undefined ? '' : shown(redoc),
      scalar === undefined ? '' : shown(scalar),
    ]),
  );
}

/** The names of the figures that miss their target or are not better than a peer's. @param {readonly import('./measure-docs.mjs').Row[]} rows */
export function misses(rows) {
  return rows
    .filter(
      ({ lading, redoc = Infinity, scalar = Infinity, most = Infinity }) =>
        lading > most || lading >= Math.min(redoc, scalar),
    )
    .map(({ what }) => what);
}

/** @param {number} value */
function shown(value) {
  return value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toFixed(value < 10 ? 2 : 1);
}
