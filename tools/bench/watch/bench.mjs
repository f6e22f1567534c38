/** Measures the time from a save to the written files. */
import { run } from '../measure/run.mjs';
import { roundsOption, runMeasurement } from '../measurement.mjs';
import { lading } from '../places.mjs';
import { watchFigures } from './figures.mjs';
import { measureWatch } from './measure-watch.mjs';

await runMeasurement({
  command: 'tools/bench/watch/bench.mjs',
  marker: 'watch',
  about: 'Measures the time from a save to the written files.',
  options: roundsOption(11),
  async measure(values, { load, progress }) {
    const rounds = Number(values.rounds);
    // Builds the generator if its sources are newer, so that no measured run builds it.
    run({ args: [lading, '--version'] });
    const rows = await measureWatch({ rounds, progress });
    return { figures: watchFigures(rows, rounds, load), json: rows };
  },
});
