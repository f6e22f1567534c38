/** The client's rows as Markdown, with the bars. */
import { markdownTable } from '@lading/run/markdown-table';

const right = /** @type {const} */ ('right');

/** @param {readonly import('./measure-client.mjs').Row[]} rows */
export function clientTable(rows) {
  return markdownTable(
    [
      { title: 'The client' },
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
      `${shown(lading)}${most === undefined ? '' : bar({ value: lading, most })}`,
      undici === undefined ? '' : shown(undici),
      http === undefined ? '' : shown(http),
      dockerode === undefined ? '' : shown(dockerode),
      [
        ...Object.entries(ratios).map(([peer, ratio]) =>
          ratio.most === undefined
            ? `÷ ${peer} ${ratio.value.toFixed(2)}${bar(ratio)}`
            : `${peer} ${shown(ratio.value)}${bar(ratio)}`,
        ),
        ...(other === undefined ? [] : [other]),
      ].join('; '),
    ]),
  );
}

/** The bars that are missed. @param {readonly import('./measure-client.mjs').Row[]} rows */
export function misses(rows) {
  return rows.flatMap(({ what, lading, most, ratios = {} }) =>
    [...Object.entries(ratios), ...(most === undefined ? [] : [['', { value: lading, most }]])]
      .filter(([, barred]) => typeof barred !== 'string' && !met(barred))
      .map(([peer]) => `${what} ${peer}`.trim()),
  );
}

/** @param {import('./measure-client.mjs').Barred} barred */
function met({ value, least, most }) {
  return (least === undefined || value >= least) && (most === undefined || value < most);
}

/** @param {import('./measure-client.mjs').Barred} barred */
function bar(barred) {
  const { least, most } = barred;
  if (least === undefined && most === undefined) return '';
  const text = least === undefined ? `< ${most}` : `≥ ${least}`;
  return met(barred) ? ` (${text})` : ` (MISSES ${text})`;
}

/** @param {number} value */
function shown(value) {
  if (Number.isNaN(value)) return '';
  return value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toFixed(value < 10 ? 2 : 1);
}
