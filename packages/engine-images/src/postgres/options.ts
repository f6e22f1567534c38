/** Options of the programs of PostgreSQL. */
import type { ProgramContext } from '@lading/engine';
import type { ConnectionSettings } from './client.js';

export interface ProgramOptions {
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly operands: readonly string[];
}

const long: Readonly<Record<string, string>> = {
  command: 'c',
  dbname: 'd',
  file: 'f',
  host: 'h',
  port: 'p',
  username: 'U',
  set: 'v',
  variable: 'v',
  output: 'o',
  'tuples-only': 't',
  'no-align': 'A',
  quiet: 'q',
  'no-psqlrc': 'X',
  'no-password': 'w',
  password: 'W',
  csv: 'csv',
  'field-separator': 'F',
  timeout: 't',
  echo: 'e',
  'single-transaction': '1',
  expanded: 'x',
  owner: 'O',
  'if-exists': 'if-exists',
};
const withValue = new Set(['c', 'd', 'f', 'h', 'p', 'U', 'v', 'o', 'F', 'O', 'P']);

export function readOptions(args: readonly string[]): ProgramOptions {
  const flags = new Set<string>();
  const values = new Map<string, string[]>();
  const operands: string[] = [];
  const rest = [...args];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const [, name, inline] = /^--([\w-]+)(?:=([^]*))?$/.exec(word) ?? [];
    const letters = name === undefined && /^-\w/.test(word) ? word.slice(1) : '';
    if (name !== undefined) {
      const letter = long[name] ?? name;
      if (withValue.has(letter)) values.set(letter, [...(values.get(letter) ?? []), inline ?? rest.shift() ?? '']);
      else flags.add(letter);
    } else if (letters === '') operands.push(word);
    else
      for (let index = 0; index < letters.length; index += 1) {
        const letter = letters[index] ?? '';
        if (!withValue.has(letter)) flags.add(letter);
        else {
          const value = letters.slice(index + 1) || rest.shift();
          values.set(letter, [...(values.get(letter) ?? []), value ?? '']);
          break;
        }
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
