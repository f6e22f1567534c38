/** Measures the client compared with undici, node:http and dockerode: `node tools/bench/client/bench.mjs [--quick] [--json] [--write]`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { usage } from '../../run/entry.mjs';
import { peers, readme } from '../places.mjs';
import { withFigures } from '../report/readme.mjs';
import { clientFigures } from './figures.mjs';
import { measureClient } from './measure-client.mjs';
import { settingsOf } from './settings.mjs';
import { misses } from './table.mjs';

usage(`
Usage: node tools/bench/client/bench.mjs [--quick] [--json] [--write]

Measures the client compared with undici, node:http and dockerode.

  --quick      fewer and shorter runs
  --json       print the result as JSON
  --write      write the figures into tools/bench/README.md`);
const flag = /** @type {const} */ ({ type: 'boolean', default: false });
const { values: options } = parseArgs({ options: { quick: flag, json: flag, write: flag } });
peers.install();
const load = loadavg()[0] ?? 0;
const settings = settingsOf(options.quick, (text) => process.stderr.write(`${text}\n`));
const rows = await measureClient(settings);
const figures = clientFigures(rows, settings, load);
process.stdout.write(options.json ? `${JSON.stringify({ rows, missed: misses(rows) }, null, 2)}\n` : `${figures}\n`);
if (options.write) writeFileSync(readme, withFigures(readFileSync(readme, 'utf8'), 'client', figures));
