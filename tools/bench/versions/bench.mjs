/** Measures one to six published versions, and all if they were fetched. */
import { roundsOption, runMeasurement, skip } from '../measurement.mjs';
import { havePublished } from '../places.mjs';
import { versionsFigures } from './figures.mjs';
import { measureAll, measureVersions, versions } from './measure-versions.mjs';
import { growthOf } from './table.mjs';

await runMeasurement({
  command: 'tools/bench/versions/bench.mjs',
  marker: 'versions',
  about: 'Measures one to six published versions, and all if they were fetched.',
  options: roundsOption(5),
  async measure(values, { load, progress }) {
    const rounds = Number(values.rounds);
    if (!havePublished(versions)) skip('the published documents (../shared/upstream) are missing');
    const rows = measureVersions({ rounds, progress });
    const whole = measureAll({ rounds, progress });
    if (whole === undefined)
      progress('SKIPPED: all versions at once; node tools/properties/fetch-published.mjs fetches them');
    return { figures: versionsFigures(rows, rounds, load, whole), json: { rows, growth: growthOf(rows), whole } };
  },
});
