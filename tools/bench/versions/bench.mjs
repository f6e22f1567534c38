/** Measures one to six published versions, and all if they were fetched: `node tools/bench/versions/bench.mjs [--rounds N] [--json] [--write]`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { usage } from '../../run/entry.mjs';
import { havePublished, readme } from '../places.mjs';
import { withFigures } from '../report/readme.mjs';
import { versionsFigures } from './figures.mjs';
import { measureAll, measureVersions, versions } from './measure-versions.mjs';
import { growthOf } from './table.mjs';

usage(`
Usage: node tools/bench/versions/bench.mjs [--rounds N] [--json] [--write]

Measures one to six published versions, and all if they were fetched.

  --rounds N   how often each measurement is run
  --json       print the result as JSON
  --write      write the figures into tools/bench/README.md`);
const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    json: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
if (!havePublished(versions)) {
  process.stderr.write('SKIPPED: the published documents (../shared/upstream) are missing\n');
  process.exit(1);
}
const load = loadavg()[0] ?? 0;
const rounds = Number(options.rounds);
const progress = (/** @type {string} */ text) => void process.stderr.write(`${text}\n`);
const rows = measureVersions({ rounds, progress });
const whole = measureAll({ rounds, progress });
if (whole === undefined)
  progress('SKIPPED: all versions at once; node tools/properties/fetch-published.mjs fetches them');
const figures = versionsFigures(rows, rounds, load, whole);
const json = JSON.stringify({ rows, growth: growthOf(rows), whole }, null, 2);
process.stdout.write(options.json ? `${json}\n` : `${figures}\n`);
if (options.write) writeFileSync(readme, withFigures(readFileSync(readme, 'utf8'), 'versions', figures));
