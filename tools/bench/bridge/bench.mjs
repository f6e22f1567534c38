/** Measures the bridge beside other ways to an engine: `node tools/bench/bridge/bench.mjs [--rounds N] [--seconds N] [--json] [--write]`. */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { writeResult } from '@lading/run/result';
import { usage } from '../../run/entry.mjs';
import { readme } from '../places.mjs';
import { bridgeFigures } from './figures.mjs';
import { measureBridge } from './measure-bridge.mjs';

usage(`
Usage: node tools/bench/bridge/bench.mjs [--rounds N] [--seconds N] [--json] [--write]

Measures the bridge beside a pipe, a minimal proxy on undici and the engine itself, and its memory with 1 GB.

  --rounds N   how often each measurement is run (7)
  --seconds N  the duration of one (1)
  --json       print the result as JSON
  --write      write the figures into tools/bench/README.md`);
const flag = /** @type {const} */ ({ type: 'boolean', default: false });
const number = (/** @type {string} */ text) => /** @type {const} */ ({ type: 'string', default: text });
const { values: options } = parseArgs({
  options: { rounds: number('7'), seconds: number('1'), json: flag, write: flag },
});
const load = loadavg()[0] ?? 0;
const rounds = Number(options.rounds);
const progress = (/** @type {string} */ text) => process.stderr.write(`${text}\n`);
const measured = await measureBridge({ rounds, seconds: Number(options.seconds), progress });
const figures = bridgeFigures(measured, rounds, load);
process.stdout.write(options.json ? `${JSON.stringify(measured, null, 2)}\n` : `${figures}\n`);
if (options.write) writeResult(readme, 'bridge', figures);
process.exit();
