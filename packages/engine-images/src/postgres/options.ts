/** Options of the programs of PostgreSQL. */
import type { ProgramContext } from '@lading/engine';
import type { ConnectionSettings } from './client.js';

export interface ProgramOptions {
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly operands: readonly string[];
}

/** The options of a program, by their letters; those without one by their names. */
export interface OptionTable {
  readonly program: string;
  readonly flags: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, string>>;
  /** Those that the real program has and that are not simulated. */
  readonly missing: Readonly<Record<string, string>>;
}

/** Thrown for options that a program does not have. Its message is what the program prints. */
export class OptionError extends Error {}

/** @throws OptionError */
export function readOptions(args: readonly string[], table: OptionTable): ProgramOptions {
  const { program, flags: allFlags, values: allValues, missing } = table;
  const hint = `${program}: hint: Try "${program} --help" for more information.\n`;
  const flags = new Set<string>();
  const values = new Map<string, string[]>();
  const operands: string[] = [];
  const rest = [...args];
  const all = { ...allFlags, ...allValues, ...missing };
  const take = (letter: string, shown: string, inline: string | undefined): void => {
    if (Object.hasOwn(missing, letter))
      throw new OptionError(`${program}: error: lading: the option ${shown} is not simulated\n`);
    if (Object.hasOwn(allFlags, letter)) return void flags.add(letter);
    const value = inline ?? rest.shift();
    if (value === undefined) throw new OptionError(`${program}: option requires an argument -- '${letter}'\n${hint}`);
    values.set(letter, [...(values.get(letter) ?? []), value]);
  };
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const [, name, inline] = /^--([\w-]+)(?:=([^]*))?$/.exec(word) ?? [];
    if (word === '--') operands.push(...rest.splice(0));
    else if (name !== undefined) {
      const wanted = name === 'variable' ? 'set' : name;
      const [letter] = Object.entries(all).find(([, each]) => each === wanted) ?? [];
      if (letter === undefined) throw new OptionError(`${program}: unrecognized option '--${name}'\n${hint}`);
      if (inline !== undefined && Object.hasOwn(allFlags, letter))
        throw new OptionError(`${program}: option '--${name}' doesn't allow an argument\n${hint}`);
      take(letter, `--${name}`, inline);
    } else if (!/^-./.test(word)) operands.push(word);
    else
      for (let index = 1; index < word.length; index += 1) {
        const letter = word[index] ?? '';
        if (!Object.hasOwn(all, letter)) throw new OptionError(`${program}: invalid option -- '${letter}'\n${hint}`);
        take(letter, `-${letter}`, word.slice(index + 1) || undefined);
        if (Object.hasOwn(allValues, letter)) break;
      }
  }
  return { flags, values, operands };
}

/** Returns where to connect: options, then variables, then the defaults. */
export function settingsFrom({ env }: ProgramContext, { values, operands }: ProgramOptions): ConnectionSettings {
  const last = (letter: string): string | undefined => values.get(letter)?.at(-1);
  const target = last('d') ?? operands[0];
  const url = target !== undefined && /^postgres(ql)?:\/\//.test(target) ? new URL(target) : undefined;
  const given = url?.hostname || last('h') || env['PGHOST'] || '/var/run/postgresql';
  // The server trusts connections from its own container, which come to the socket file.
  const host = given === 'localhost' || given.startsWith('127.') ? '/var/run/postgresql' : given;
  const user = decodeURIComponent(url?.username ?? '') || last('U') || operands[1] || env['PGUSER'] || 'root';
  return {
    host,
    port: Number(url?.port || last('p') || env['PGPORT'] || 5432),
    user,
    database: url?.pathname.slice(1) || (url === undefined ? target : undefined) || env['PGDATABASE'] || user,
    password: decodeURIComponent(url?.password ?? '') || env['PGPASSWORD'],
  };
}
