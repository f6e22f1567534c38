/** Measures the reference engine: `node --expose-gc tools/bench/engine/bench.mjs [--real SOCKET] [--rounds N] [--json] [--write]`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { usage } from '../../run/entry.mjs';
import { readme } from '../places.mjs';
import { withFigures } from '../report/readme.mjs';
import { engineFigures } from './figures.mjs';
import { send } from './requests.mjs';

usage(`
Usage: node --expose-gc tools/bench/engine/bench.mjs [--real SOCKET] [OPTIONS]

Measures how fast the reference engine starts, lists and runs containers, its memory, many engines in one process, and whether
listeners get every event. With --real, a real engine is measured in turns with it.

  --real SOCKET   the socket of a real engine (tools/conformance/engines/start.sh 26.1 prints one)
  --image NAME    an image of the real engine that has the program true (alpine:3.20)
  --rounds N      how often each measurement is run (5)
  --seconds N     the duration of one (2)
  --engines N     how many engines are started in one process (1000)
  --json          print the result as JSON
  --write         write the figures into tools/bench/README.md`);
// Imports the built engine.
const { measureEngine } = await import('./measure-engine.mjs');
const flag = /** @type {const} */ ({ type: 'boolean', default: false });
const text = (/** @type {string} */ value) => /** @type {const} */ ({ type: 'string', default: value });
const { values: options } = parseArgs({
  options: {
    real: { type: 'string' },
    image: text('alpine:3.20'),
    rounds: text('5'),
    seconds: text('2'),
    engines: text('1000'),
    json: flag,
    write: flag,
  },
});
const load = loadavg()[0] ?? 0;
const rounds = Number(options.rounds);
const real = options.real === undefined ? undefined : { socket: options.real, image: options.image };
const rows = await measureEngine({
  rounds,
  seconds: Number(options.seconds),
  engines: Number(options.engines),
  real,
  progress: (line) => process.stderr.write(`${line}\n`),
});
const version = real && JSON.parse(await send(real.socket, '/version')).Version;
const figures = engineFigures(rows, { rounds, load, real: version });
process.stdout.write(options.json ? `${JSON.stringify(rows, null, 2)}\n` : `${figures}\n`);
if (options.write) writeFileSync(readme, withFigures(readFileSync(readme, 'utf8'), 'engine', figures));
process.exit();
