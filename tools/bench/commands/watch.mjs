/** The time from a save to the written files. */
import { markdownTable, right } from '@lading/run/markdown-table';
import { run as runProcess } from '../measure/run.mjs';
import { haveSpec, lading, readme } from '../places.mjs';
import { machine, whole } from '../report/figures.mjs';
import { measureWatch } from '../watch/measure-watch.mjs';

/** @type {import('@lading/run/commands').Command} */
export default {
  about: 'Measures the time from a save to the written files.',
  options: { rounds: ['N', 'how often each measurement is run', 11, 1] },
  page: readme,
  marker: 'watch',
  async run({ rounds }, { load, progress }) {
    if (!haveSpec()) return { text: 'SKIPPED: there is no spec/versions.yaml', failed: true, isIncomplete: true };
    // Builds the generator if its sources are newer, so that no measured run builds it.
    runProcess({ args: [lading, '--version'] });
    const rows = await measureWatch({ rounds, progress });
    const table = markdownTable(
      ['Edit', ...right('Files written', 'Median ms', 'p95 ms', 'CPU ms')],
      rows.map(({ what, target, files, median, p95, cpu }) => [
        ...[what, files, `${whole(median)} (${median <= target ? '≤' : 'MISSES ≤'} ${whole(target)})`, whole(p95)],
        cpu === undefined ? '' : whole(cpu),
      ]),
    );
    return { text: `${machine(load, `${rounds} edits of each kind`)}\n\n${table}`, json: rows };
  },
};
