/** Measures the server compared with Fastify, Express and node:http: `node tools/bench/server/bench.mjs [--quick] [--json] [--write]`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { usage } from '../../run/entry.mjs';
import { peers, readme } from '../places.mjs';
import { withFigures } from '../report/readme.mjs';
import { serverFigures } from './figures.mjs';
import { measureServer } from './measure-server.mjs';
import { settingsOf } from './settings.mjs';
import { serverMisses } from './table.mjs';

usage(`
Usage: node tools/bench/server/bench.mjs [--quick] [--json] [--write]

Measures the server compared with Fastify, Express and node:http.

  --quick      fewer and shorter runs
  --json       print the result as JSON
  --write      write the figures into tools/bench/README.md`);
const flag = /** @type {const} */ ({ type: 'boolean', default: false });
const { values: options } = parseArgs({ options: { quick: flag, json: flag, write: flag } });
peers.install();
const load = loadavg()[0] ?? 0;
const settings = settingsOf(options.quick, (text) => process.stderr.write(`${text}\n`));
const measured = await measureServer(settings);
const figures = serverFigures(measured, settings, load);
process.stdout.write(
  options.json ? `${JSON.stringify({ ...measured, missed: serverMisses(measured) }, null, 2)}\n` : `${figures}\n`,
);
if (options.write) writeFileSync(readme, withFigures(readFileSync(readme, 'utf8'), 'server', figures));
