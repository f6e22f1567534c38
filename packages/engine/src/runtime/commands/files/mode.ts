/** Modes of files, as numbers and as clauses such as `u+x,g=u`. */
import { CommandError } from '../command.js';

const shifts: Readonly<Record<string, number>> = { u: 6, g: 3, o: 0 };

/**
 * Returns the mode that a text makes of another.
 *
 * @param before the mode of the file
 * @throws CommandError `invalid mode 'x'`
 */
export function modeOf(text: string, before: number, isFolder = false): number {
  if (/^[0-7]{1,5}$/.test(text)) return Number.parseInt(text, 8) & 0o7777;
  let mode = before;
  for (const clause of text.split(',')) {
    const [, who = '', actions = ''] = /^([ugoa]*)((?:[-+=][rwxXstugo]*)+)$/.exec(clause) ?? [];
    if (actions === '') throw new CommandError(`invalid mode '${text}'`);
    const classes = who === '' || who.includes('a') ? 'ugo' : who;
    for (const [, operator = '', letters = ''] of actions.matchAll(/([-+=])([rwxXstugo]*)/g)) {
      const bits = bitsOf(letters, classes, { mode, isFolder, sets: who === '' || /[ao]/.test(who) });
      const mask = [...classes].reduce((sum, each) => sum | (7 << (shifts[each] ?? 0)), 0);
      if (operator === '=') mode &= ~mask;
      mode = operator === '-' ? mode & ~bits : mode | bits;
    }
  }
  return mode;
}

/** Returns the bits of letters for some classes of users. */
function bitsOf(
  letters: string,
  classes: string,
  { mode, isFolder, sets }: { readonly mode: number; readonly isFolder: boolean; readonly sets: boolean },
): number {
  let bits = 0;
  for (const letter of letters) {
    const copied = shifts[letter];
    const isExecuted = letter === 'x' || (letter === 'X' && (isFolder || (mode & 0o111) !== 0));
    const rights =
      copied !== undefined ? (mode >> copied) & 7 : letter === 'r' ? 4 : letter === 'w' ? 2 : isExecuted ? 1 : 0;
    for (const each of classes) bits |= rights << (shifts[each] ?? 0);
    if (letter === 's') bits |= (classes.includes('u') ? 0o4000 : 0) | (classes.includes('g') ? 0o2000 : 0);
    if (letter === 't' && sets) bits |= 0o1000;
  }
  return bits;
}
