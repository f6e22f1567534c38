// Runs a command of a tool: its help, its options, and its report, which may replace the newest result in a page.
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { usage } from './entry.mjs';
import { writeResult } from './result.mjs';

/**
 * @typedef {readonly [value: string, about: string, byDefault?: string | number | undefined, minimum?: number]} Option
 *   the value that it takes, `N…` if it may be repeated, or none for a flag; what it means; its default; the minimum of a number `N`
 * @typedef {ReturnType<typeof JSON.parse>} Values the values of options, which each command knows: a text, a number, or whether there is a flag
 * @typedef {{ readonly text?: string, readonly json?: unknown, readonly failed?: boolean, readonly isIncomplete?: boolean,
 *   readonly exitCode?: number, readonly write?: () => void | Promise<void> }} Report
 *   `json`: what `--json` prints, by default the report; `isIncomplete`: whether something was not measured, so that the report does not
 *   replace an earlier one; `write` writes what is not text of the page
 * @typedef {{ readonly load: number, readonly progress: (line: string) => void, readonly refuse: (message: string) => never }} Environment
 *   `refuse` ends with an error about the command line
 * @typedef {{ readonly about: string, readonly options?: Readonly<Record<string, Option>>, readonly names?: string,
 *   readonly page?: string | URL, readonly marker?: string, run(values: Values, environment: Environment): Report | Promise<Report> }} Command
 *   All have `--json`, and `--write` if they have a page, which writes the report between the markers of that name. `names`: what
 *   arguments that are no options name, if there may be any: `NAME`. Their values are `names`.
 * @typedef {Readonly<Record<string, readonly [about: string, load: () => Promise<{ readonly default: Command }>]>>} Commands
 */

/** Ends with an error about the command line. @param {string} message @param {string} text @returns {never} */
function refuse(message, text) {
  process.stderr.write(`${message}\n\n${text.trim()}\n`);
  process.exit(2);
}

/**
 * Runs the command that the first argument names.
 *
 * @param {string} program what goes before the name of a command
 * @param {Commands} commands
 */
export async function runCommands(program, commands) {
  const [name = '', ...args] = process.argv.slice(2);
  const lines = Object.entries(commands).map(([each, [about]]) => `  ${each.padEnd(12)} ${about}`);
  const text = `Usage: node ${program} COMMAND [OPTIONS]\n\n${lines.join('\n')}\n\nCOMMAND --help prints the options of a command.`;
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (entry !== undefined) return runCommand(`${program} ${name}`, (await entry[1]()).default, args);
  usage(text);
  refuse(`There is no command ${JSON.stringify(name)}`, text);
}

/** Runs one command, with the options that the arguments give. @param {string} program @param {Command} command @param {readonly string[]} args */
export async function runCommand(program, command, args = process.argv.slice(2)) {
  const { about, options = {}, names, page, marker, run } = command;
  /** @type {Record<string, Option>} */
  const all = { ...options, json: ['', 'print the result as JSON'] };
  if (page !== undefined) all.write = ['', 'write the result into its page'];
  const width = Math.max(16, ...Object.entries(all).map(([name, [value]]) => name.length + value.length + 3));
  const shown = (/** @type {[string, Option]} */ [name, [value, text, byDefault]]) =>
    `  ${`--${name} ${value}`.padEnd(width)} ${text}${byDefault === undefined || byDefault === '' ? '' : ` (${byDefault})`}`;
  const text = `Usage: node ${program}${names ? ` [${names}…]` : ''} [OPTIONS]\n\n${about}\n\n${Object.entries(all).map(shown).join('\n')}`;
  usage(text);
  const load = loadavg()[0] ?? 0;
  const values = valuesOf();
  const progress = (/** @type {string} */ line) => process.stderr.write(`${line}\n`);
  const report = await run(values, {
    load,
    progress,
    refuse: (/** @type {string} */ message) => refuse(message, text),
  });
  if (values.json) process.stdout.write(`${JSON.stringify(report.json ?? report, null, 2)}\n`);
  else if (report.text !== undefined) process.stdout.write(`${report.text}\n`);
  // An incomplete result must not replace a complete one.
  if (values.write && report.isIncomplete !== true) {
    await report.write?.();
    if (page !== undefined && marker !== undefined) writeResult(page, marker, report.text ?? '');
  }
  process.exitCode = report.exitCode ?? (report.failed === true ? 1 : 0);

  /** @returns {Values} */
  function valuesOf() {
    try {
      return optionsOf(all, args, names !== undefined);
    } catch (error) {
      return refuse(error instanceof Error ? error.message : String(error), text);
    }
  }
}

/**
 * Runs a command that has to be built. If it is not, `--help` and other invocations state what to run first.
 *
 * @param {string} program @param {string} build the Nx target @param {() => Promise<{ readonly command: Command }>} load
 */
export async function runBuilt(program, build, load) {
  const { command } = await load().catch((error) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    const first = `Run first: npm ci && npx nx run ${build}\n`;
    usage(
      `Usage: node ${program} [OPTIONS]\n\nThe README of its folder describes it. It prints its options when it is built.\n${first}`,
    );
    process.stderr.write(`${program} is not built: ${error.message}\n${first}`);
    process.exit(1);
  });
  await runCommand(program, command);
}

/**
 * Reads options. One whose value is `N` is a whole number of at least its minimum, which is 0; one whose value ends with `…` may be given
 * several times. What is no option is in `names`, if there may be any.
 *
 * @param {Readonly<Record<string, Option>>} options @param {readonly string[]} args
 * @returns {Values}
 * @throws Error for an unknown option, or for a value that is no such number
 */
export function optionsOf(options, args, allowPositionals = false) {
  const types = Object.entries(options).map(([name, [value]]) => {
    const type = /** @type {'boolean' | 'string'} */ (value === '' ? 'boolean' : 'string');
    return [name, { type, multiple: value.endsWith('…') }];
  });
  const { values, positionals } = parseArgs({ args: [...args], options: Object.fromEntries(types), allowPositionals });
  const read = Object.fromEntries(
    Object.entries(options).map(([name, [value, , byDefault, minimum = 0]]) => {
      const given = /** @type {any} */ (values)[name];
      if (given === undefined) return [name, value === '' ? false : byDefault];
      if (value !== 'N') return [name, given];
      const number = Number(given);
      if (given.trim() === '' || !Number.isInteger(number) || number < minimum)
        throw new RangeError(`--${name} is a whole number of at least ${minimum}, not ${JSON.stringify(given)}`);
      return [name, number];
    }),
  );
  return { ...read, names: positionals };
}

/** The first line of a result: the date, what varies, and the version of Node. @param {readonly string[]} parts */
export function heading(...parts) {
  return `${[new Date().toISOString().slice(0, 10), ...parts, `Node ${process.versions.node}`].join(', ')}.`;
}

/** Runs a function with a folder that exists until it ends. @template T @param {(folder: string) => Promise<T> | T} use @returns {Promise<T>} */
export async function inFolder(use) {
  const folder = mkdtempSync(join(tmpdir(), 'lading-tool-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
