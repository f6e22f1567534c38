/** Measures the reference compared with Redoc and Scalar: `node tools/bench/docs/bench.mjs [--rounds N] [--json] [--write]`. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { usage } from '../../run/entry.mjs';
import { readme } from '../places.mjs';
import { withFigures } from '../report/readme.mjs';
import { docsFigures } from './figures.mjs';
import { measureDocs } from './measure-docs.mjs';
import { browser, references } from './places.mjs';
import { misses } from './table.mjs';

usage(`
Usage: node tools/bench/docs/bench.mjs [--rounds N] [--json] [--write]

Measures the reference compared with Redoc and Scalar.

  --rounds N   how often each measurement is run
  --json       print the result as JSON
  --write      write the figures into tools/bench/README.md`);
const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    json: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
if (!existsSync(browser)) {
  process.stderr.write(
    `SKIPPED: no browser at ${browser} (apt-get install chromium, or set LADING_CHROMIUM to its path)\n`,
  );
  process.exit(1);
}
references.install();
const load = loadavg()[0] ?? 0;
const rounds = Number(options.rounds);
const rows = await measureDocs({ rounds, progress: (text) => process.stderr.write(`${text}\n`) });
const figures = docsFigures(rows, rounds, load);
process.stdout.write(options.json ? `${JSON.stringify({ rows, missed: misses(rows) }, null, 2)}\n` : `${figures}\n`);
if (options.write) writeFileSync(readme, withFigures(readFileSync(readme, 'utf8'), 'docs', figures));
