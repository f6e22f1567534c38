/** Measures the reference compared with Redoc and Scalar. */
import { existsSync } from 'node:fs';
import { roundsOption, runMeasurement, skip } from '../measurement.mjs';
import { docsFigures } from './figures.mjs';
import { measureDocs } from './measure-docs.mjs';
import { browser, references } from './places.mjs';
import { misses } from './table.mjs';

await runMeasurement({
  command: 'tools/bench/docs/bench.mjs',
  marker: 'docs',
  about: 'Measures the reference compared with Redoc and Scalar.',
  options: roundsOption(7),
  async measure(values, { load, progress }) {
    const rounds = Number(values.rounds);
    if (!existsSync(browser))
      skip(`no browser at ${browser} (apt-get install chromium, or set LADING_CHROMIUM to its path)`);
    references.install();
    const rows = await measureDocs({ rounds, progress });
    return { figures: docsFigures(rows, rounds, load), json: { rows, missed: misses(rows) } };
  },
});
