/** Measures the time from a save to the written files: `node tools/bench/watch/bench.mjs [--rounds N] [--json] [--write]`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { usage } from '../../run/entry.mjs';
import { run } from '../measure/run.mjs';
import { lading, readme } from '../places.mjs';
import { withFigures } from '../report/readme.mjs';
import { watchFigures } from './figures.mjs';
import { measureWatch } from './measure-watch.mjs';

usage(`
Usage: node tools/bench/watch/bench.mjs [--rounds N] [--json] [--write]

Measures the time from a save to the written files.

  --rounds N   how often each measurement is run
  --json       print the result as JSON
  --write      write the figures into tools/bench/README.md`);
const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '11' },
    json: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
// Builds the generator if its sources are newer, so that no measured run builds it.
run({ args: [lading, '--version'] });
const load = loadavg()[0] ?? 0;
const rounds = Number(options.rounds);
const rows = await measureWatch({ rounds, progress: (text) => process.stderr.write(`${text}\n`) });
const figures = watchFigures(rows, rounds, load);
process.stdout.write(options.json ? `${JSON.stringify(rows, null, 2)}\n` : `${figures}\n`);
if (options.write) writeFileSync(readme, withFigures(readFileSync(readme, 'utf8'), 'watch', figures));
