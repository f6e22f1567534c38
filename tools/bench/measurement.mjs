/** Runs one measurement as a command: its help and options, the load of the machine, the output, and the README. */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { writeResult } from '@lading/run/result';
import { usage } from '../run/entry.mjs';
import { readme } from './places.mjs';

/** The option of most measurements. @param {number} rounds */
export const roundsOption = (rounds) =>
  /** @type {const} */ ({ rounds: ['N', `how often each measurement is run (${rounds})`, String(rounds)] });

/**
 * @typedef {object} Measured
 * @property {string} figures
 * @property {unknown} json
 * @property {() => void | Promise<void>} [write] writes what is not text of the README
 */

/**
 * @template {string} Option
 * @typedef {object} Measurement
 * @property {string} command its file in tools/bench, and what goes before
 * @property {string} marker the name of its figures in the README
 * @property {string} about
 * @property {Readonly<Record<Option, readonly [value: string, about: string, byDefault?: string]>>} options an empty value: a flag
 * @property {(values: Readonly<Record<Option, string>>, environment: { readonly load: number, readonly progress: (text: string) => void }) => Measured | Promise<Measured>} measure
 */

/** @template {string} Option @param {Measurement<Option>} measurement */
export async function runMeasurement({ command, marker, about, options, measure }) {
  /** @type {[string, readonly [value: string, about: string, byDefault?: string]][]} */
  const all = [
    ...Object.entries(/** @type {Measurement<string>['options']} */ (options)),
    ['json', ['', 'print the result as JSON']],
    ['write', ['', 'write the figures into tools/bench/README.md']],
  ];
  const lines = all.map(([name, [value, text]]) => `  ${`--${name} ${value}`.padEnd(15)} ${text}`);
  usage(`Usage: node ${command} [OPTIONS]\n\n${about}\n\n${lines.join('\n')}`);
  const { values } = parseArgs({
    options: Object.fromEntries(
      all.map(([name, [value, , byDefault]]) => [
        name,
        { type: value === '' ? 'boolean' : 'string', ...(byDefault !== undefined && { default: byDefault }) },
      ]),
    ),
  });
  const { figures, json, write } = await measure(/** @type {Record<Option, string>} */ (values), {
    load: loadavg()[0] ?? 0,
    progress: (text) => process.stderr.write(`${text}\n`),
  });
  process.stdout.write(values['json'] ? `${JSON.stringify(json, null, 2)}\n` : `${figures}\n`);
  if (values['write']) {
    await write?.();
    writeResult(readme, marker, figures);
  }
}

/** Ends the process because a measurement cannot run here. @param {string} reason @returns {never} */
export function skip(reason) {
  process.stderr.write(`SKIPPED: ${reason}\n`);
  process.exit(1);
}
