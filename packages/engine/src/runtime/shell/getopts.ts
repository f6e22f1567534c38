/** `getopts`: reads the options of a script one after another. */
import type { RunningShell } from './run-program.js';

/** The position inside of a word with several options, such as `-ab`, beside the value of OPTIND after it. */
const positions = new WeakMap<object, { readonly index: number; readonly at: number }>();

/** `getopts OPTIONS NAME [WORD…]`. @returns 1 after the last option */
export async function getopts(
  { state }: RunningShell,
  [options = '', name = '', ...words]: readonly string[],
): Promise<number> {
  const { process } = state;
  const args = words.length > 0 ? words : state.args;
  const following = Math.max(1, Number(state.value('OPTIND') ?? 1) || 1);
  const before = positions.get(process.variables);
  let at = before?.index === following ? before.at : 1;
  // Inside of a word, OPTIND is that of the next one.
  const index = at > 1 ? following - 1 : following;
  const word = args[index - 1] ?? '';
  const isSilent = options.startsWith(':');
  const leave = async (result: string, next: number, value?: string, message?: string): Promise<number> => {
    positions.set(process.variables, { index: next, at });
    state.assign(name, result);
    state.assign('OPTIND', String(next));
    if (value === undefined) process.variables.delete('OPTARG');
    else state.assign('OPTARG', value);
    if (message !== undefined && !isSilent && state.value('OPTERR') !== '0')
      await process.write('stderr', `${message}\n`);
    return 0;
  };
  if (!/^-./.test(word) || word === '--') {
    at = 1;
    await leave('?', word === '--' ? index + 1 : index);
    return 1;
  }
  const letter = word[at] ?? '';
  const isLast = at + 1 >= word.length;
  const place = letter === ':' ? -1 : options.indexOf(letter, isSilent ? 1 : 0);
  const rest = word.slice(at + 1);
  at = isLast ? 1 : at + 1;
  const next = index + 1;
  if (place < 0) return leave('?', next, isSilent ? letter : undefined, `Illegal option -${letter}`);
  if (options[place + 1] !== ':') return leave(letter, next, '');
  at = 1;
  if (rest !== '') return leave(letter, index + 1, rest);
  const value = args[index];
  if (value !== undefined) return leave(letter, index + 2, value);
  return isSilent ? leave(':', index + 1, letter) : leave('?', index + 1, undefined, `No arg for -${letter} option`);
}
