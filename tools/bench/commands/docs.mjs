/** The reference, compared with Redoc and Scalar. */
import { existsSync } from 'node:fs';
import { markdownTable, right } from '@lading/run/markdown-table';
import { measureDocs } from '../docs/measure-docs.mjs';
import { browser, references } from '../docs/places.mjs';
import { readme } from '../places.mjs';
import { brief, machine } from '../report/figures.mjs';

/** @type {import('@lading/run/commands').Command} */
export default {
  about: 'Measures the reference compared with Redoc and Scalar.',
  options: { rounds: ['N', 'how often each measurement is run', 7, 1] },
  page: readme,
  marker: 'docs',
  async run({ rounds }, { load, progress }) {
    if (!existsSync(browser)) {
      const text = `SKIPPED: no browser at ${browser} (apt-get install chromium, or set LADING_CHROMIUM to its path)`;
      return { text, failed: true, isIncomplete: true };
    }
    references.install();
    const rows = await measureDocs({ rounds, progress });
    const missed = misses(rows);
    const peers = references.versions.map((peer) => peer.join(' ')).join(', ');
    const result =
      missed.length === 0
        ? 'Better than both peers in each figure; every target is met.'
        : `Worse than a peer, or missed target: ${missed.join('; ')}.`;
    const head = machine(load, `median of ${rounds} rounds; ${peers}`);
    return { text: [head, docsTable(rows), result].join('\n\n'), json: { rows, missed } };
  },
};

/** @param {readonly import('../docs/measure-docs.mjs').Row[]} rows */
export function docsTable(rows) {
  return markdownTable(
    ['Measurement', 'Unit', ...right('Lading', 'Redoc', 'Scalar')],
    rows.map(({ what, unit, lading, redoc, scalar, most }) => [
      ...[what, unit, `${brief(lading)}${most === undefined ? '' : ` (${lading <= most ? '≤' : 'MISSES'} ${most})`}`],
      ...[redoc, scalar].map(brief),
    ]),
  );
}

/** The names of the figures that miss their target or are not better than a peer's. @param {readonly import('../docs/measure-docs.mjs').Row[]} rows */
export function misses(rows) {
  return rows
    .filter(({ lading, redoc = Infinity, scalar = Infinity, most = Infinity }) => {
      return lading > most || lading >= Math.min(redoc, scalar);
    })
    .map(({ what }) => what);
}
