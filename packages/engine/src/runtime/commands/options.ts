/** Options of commands, as getopt reads them: what a command does not list is refused. */
import { CommandError } from './command.js';

export interface Options {
  readonly flags: ReadonlySet<string>;
  /** The last value of each option. */
  readonly values: ReadonlyMap<string, string>;
  /** All options with their values, in order. */
  readonly given: readonly (readonly [letter: string, value: string])[];
  readonly operands: string[];
}

export interface OptionTable {
  /** The letters, as getopt has them: `n:` has a value, `i::` has one only if it is joined. A `+` at the start ends the options at the first operand. */
  readonly letters: string;
  /** The letters of the long options; those without one have a name, which ends with `:` if the option has a value. */
  readonly long?: Readonly<Record<string, string>>;
  /** The exit code for an option that is not listed, 1 if omitted. */
  readonly code?: number;
}

/** @throws CommandError for an option that the table lacks, in the words of busybox */
export function readOptions(words: readonly string[], { letters, long = {}, code = 1 }: OptionTable): Options {
  const given: [string, string][] = [];
  const operands: string[] = [];
  const rest = [...words];
  const value = (name: string): string => {
    const next = rest.shift();
    if (next === undefined) throw new CommandError(`option requires an argument -- '${name}'`, code);
    return next;
  };
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--') {
      operands.push(...rest);
      break;
    }
    if (word.startsWith('--')) {
      const [name = '', ...parts] = word.slice(2).split('=');
      const entry = Object.hasOwn(long, name) ? long[name] : undefined;
      if (entry === undefined) throw new CommandError(`unrecognized option '${word}'`, code);
      const key = entry.replace(/:$/, '');
      const needsValue = key !== entry || takesValue(letters, key);
      given.push([key, parts.length > 0 ? parts.join('=') : needsValue ? value(name) : '']);
    } else if (word.length > 1 && word.startsWith('-')) readLetters(word);
    else {
      operands.push(word);
      if (!letters.startsWith('+')) continue;
      operands.push(...rest);
      break;
    }
  }
  return { flags: new Set(given.map(([letter]) => letter)), values: new Map(given), given, operands };

  function readLetters(word: string): void {
    for (let index = 1; index < word.length; index += 1) {
      const letter = word.charAt(index);
      const at = ':+'.includes(letter) ? -1 : letters.indexOf(letter);
      if (at < 0) throw new CommandError(`invalid option -- '${letter}'`, code);
      if (letters[at + 1] !== ':') {
        given.push([letter, '']);
        continue;
      }
      const joined = word.slice(index + 1);
      given.push([letter, joined !== '' || letters[at + 2] === ':' ? joined : value(letter)]);
      return;
    }
  }
}

function takesValue(letters: string, letter: string): boolean {
  const at = letters.indexOf(letter);
  return letters[at + 1] === ':' && letters[at + 2] !== ':';
}

const factors: Readonly<Record<string, number>> = { b: 512, k: 1024, K: 1024, m: 1 << 20, M: 1 << 20 };

/** Reads a number with a unit such as `2k`. @throws CommandError */
export function readCount(text: string, units = 'bkm', code = 1): number {
  const [, digits, unit = ''] = /^(\d+)([a-zA-Z]?)$/.exec(text) ?? [];
  if (digits === undefined || !(unit === '' || units.includes(unit)))
    throw new CommandError(`invalid number '${text}'`, code);
  return Number(digits) * (factors[unit] ?? 1);
}
