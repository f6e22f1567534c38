/** The command `tr`. */
import { CommandError } from '../command.js';
import { readOptions } from '../options.js';
import type { TextCommand } from './bytes.js';

export const tr: TextCommand = async (streams, words) => {
  const { flags, operands } = readOptions(words, { letters: '+cCds' });
  const [from, to] = operands;
  if (from === undefined || operands.length > 2 || (to === undefined && !flags.has('d') && !flags.has('s')))
    throw new CommandError('usage: tr [-cds] STRING1 [STRING2]');
  if (to === '') throw new CommandError('STRING2 cannot be empty');
  const listed = letterSet(from);
  const isComplement = flags.has('c') || flags.has('C');
  const first = isComplement
    ? Array.from({ length: 256 }, (_each, code) => String.fromCharCode(code)).filter(
        (letter) => !listed.includes(letter),
      )
    : listed;
  const second = letterSet(to ?? '');
  const removed = new Set(flags.has('d') ? first : []);
  const changes = new Map<string, string>();
  if (!flags.has('d') && to !== undefined)
    for (const [index, letter] of first.entries())
      changes.set(letter, second[Math.min(index, second.length - 1)] ?? letter);
  const squeezed = new Set(flags.has('s') ? (to === undefined ? first : second) : []);
  let last = '';
  for await (const chunk of streams.chunks()) {
    let text = '';
    for (const letter of chunk) {
      if (removed.has(letter)) continue;
      const changed = changes.get(letter) ?? letter;
      if (squeezed.has(changed) && changed === last) continue;
      last = changed;
      text += changed;
    }
    await streams.print(text);
  }
};

const trClasses: Readonly<Record<string, RegExp>> = {
  alpha: /[A-Za-z]/,
  alnum: /[0-9A-Za-z]/,
  digit: /\d/,
  lower: /[a-z]/,
  upper: /[A-Z]/,
  space: /[\t-\r ]/,
  blank: /[\t ]/,
  punct: /[!-/:-@[-`{-~]/,
  cntrl: /[\0-\x1f\x7f]/,
  xdigit: /[0-9A-Fa-f]/,
  print: /[ -~]/,
  graph: /[!-~]/,
};

function letterSet(text: string): string[] {
  const letters: string[] = [];
  const pattern = /\[:(\w+):\]|\[=(.)=\]|(\\[0-7]{1,3}|\\[^]|[^])(?:-(\\[0-7]{1,3}|\\[^]|[^]))?/g;
  for (const [, name, equivalent, first = '', last] of text.matchAll(pattern)) {
    if (name !== undefined) {
      const expression = trClasses[name];
      if (expression === undefined) throw new CommandError(`invalid character class '${name}'`);
      for (let code = 0; code < 128; code += 1)
        if (expression.test(String.fromCharCode(code))) letters.push(String.fromCharCode(code));
    } else if (equivalent !== undefined) letters.push(equivalent);
    else if (last === undefined) letters.push(unescaped(first));
    else {
      const [start, end] = [unescaped(first).charCodeAt(0), unescaped(last).charCodeAt(0)];
      if (end < start) throw new CommandError(`invalid range '${first}-${last}'`);
      for (let code = start; code <= end; code += 1) letters.push(String.fromCharCode(code));
    }
  }
  return letters;
}

function unescaped(text: string): string {
  if (!text.startsWith('\\') || text.length === 1) return text;
  const octal = /^\\([0-7]{1,3})$/.exec(text)?.[1];
  if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 255);
  return { n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', f: '\f', v: '\v' }[text.charAt(1)] ?? text.charAt(1);
}
