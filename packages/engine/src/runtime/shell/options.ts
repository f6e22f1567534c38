/** The options of a shell: `set` and `shopt`. */
import { quotedWord } from './declarations.js';
import type { RunningShell } from './run-program.js';

/** The letters of `set`: some change nothing here. Those that would change what scripts mean (-k, -t) are refused. */
const setLetters = 'abeEfhmnpTuvxBCHP';
const longOptions: Readonly<Record<string, string>> = {
  allexport: 'a',
  errexit: 'e',
  errtrace: 'E',
  noclobber: 'C',
  noexec: 'n',
  noglob: 'f',
  nounset: 'u',
  verbose: 'v',
  xtrace: 'x',
};
const withoutLetter: ReadonlySet<string> = new Set(
  'pipefail posix monitor notify ignoreeof vi emacs functrace history'.split(' '),
);

/** Finds an option of `set` by its letter or its long name. @throws Error if there is none */
export function optionNamed(sign: string, name: string): string {
  const letter = Object.hasOwn(longOptions, name) ? longOptions[name] : undefined;
  if (letter !== undefined) return letter;
  if (name.length === 1 ? setLetters.includes(name) : withoutLetter.has(name)) return name;
  throw new Error(`set: illegal option ${sign}${name.length === 1 ? '' : 'o '}${name}`);
}

export async function setOptions({ state }: RunningShell, words: readonly string[]): Promise<number> {
  const rest = [...words];
  if (words.length === 0)
    for (const [name, value] of [...state.process.variables].toSorted())
      await state.process.write('stdout', `${name}=${quotedWord(value)}\n`);
  for (let word = rest[0]; word !== undefined && /^[-+]./.test(word) && word !== '--'; word = rest[0]) {
    rest.shift();
    for (const letter of word.slice(1)) {
      const name = letter === 'o' ? rest.shift() : letter;
      if (name === undefined) break;
      const option = optionNamed(word.charAt(0), name);
      if (word.startsWith('-')) state.options.add(option);
      else state.options.delete(option);
    }
  }
  const hasArguments = rest[0] === '--';
  if (hasArguments) rest.shift();
  if (rest.length > 0 || hasArguments) state.args = rest;
  return 0;
}

/** The options of `shopt` that have an effect, and those that are always so or change nothing in a script. */
const shellOptions: ReadonlySet<string> = new Set(['dotglob', 'expand_aliases', 'nullglob']);
const withoutEffect: ReadonlySet<string> = new Set(
  'extglob checkwinsize cmdhist histappend interactive_comments progcomp promptvars sourcepath'.split(' '),
);

export function shopt({ state: { options } }: RunningShell, words: readonly string[]): number {
  const names = words.filter((word) => !word.startsWith('-'));
  const other = words.find((word) => word.startsWith('-') && !/^-[qsu]+$/.test(word));
  if (other !== undefined || names.length === 0)
    throw new Error(`shopt: ${other ?? 'a list of options'}: not supported`);
  for (const name of names)
    if (!shellOptions.has(name) && !withoutEffect.has(name)) throw new Error(`shopt: ${name}: not supported`);
  const letters = words.filter((word) => word.startsWith('-')).join('');
  if (!/[su]/.test(letters)) return names.every((name) => options.has(name)) ? 0 : 1;
  for (const name of names)
    if (letters.includes('s')) options.add(name);
    else options.delete(name);
  return 0;
}
