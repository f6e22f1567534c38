/** The command `sort`. */
import { CommandError } from '../command.js';
import { readOptions } from '../options.js';
import type { TextCommand } from './bytes.js';

interface SortKey {
  /** The first field and character, and the last ones; 0 for an omitted one. */
  readonly range: readonly [number, number, number, number];
  /** The flags of the key; those of the command without any. */
  readonly flags: string;
}

export const sort: TextCommand = async (streams, words) => {
  const { flags, values, given, operands } = readOptions(words, { letters: 'ngMVucszbrdfimS:T:o:k:t:', code: 2 });
  const separator = (values.get('t') ?? '').replace('\\0', '\0');
  if (separator.length > 1) throw new CommandError('bad -t parameter', 2);
  const end = flags.has('z') ? '\0' : '\n';
  const keys = given.filter(([letter]) => letter === 'k').map(([, text]) => readKey(text));
  if (keys.length === 0) keys.push({ range: [1, 0, 0, 0], flags: '' });
  const all = [...'ngMVbrdfi'].filter((flag) => flags.has(flag)).join('');
  const lines: string[] = [];
  for (const name of operands.length === 0 ? ['-'] : operands) {
    if (name !== '-' && streams.isFolder(name)) continue;
    try {
      for await (const line of streams.lines(name, end)) lines.push(line.endsWith(end) ? line.slice(0, -1) : line);
    } catch (error) {
      throw error instanceof CommandError ? new CommandError(error.message, 2) : error;
    }
  }
  const byKeys = (one: string, other: string): number => {
    for (const key of keys) {
      const keyFlags = key.flags || all;
      const order = compare(
        keyOf(one, key.range, keyFlags, separator),
        keyOf(other, key.range, keyFlags, separator),
        keyFlags,
      );
      if (order !== 0) return keyFlags.includes('r') ? -order : order;
    }
    return 0;
  };
  const order = (one: string, other: string): number =>
    byKeys(one, other) || (flags.has('s') ? 0 : compareText(one, other) * (flags.has('r') ? -1 : 1));
  if (flags.has('c')) {
    const at = lines.findIndex(
      (line, index) =>
        index > 0 &&
        (flags.has('u') ? byKeys(lines[index - 1] ?? '', line) >= 0 : order(lines[index - 1] ?? '', line) > 0),
    );
    if (at >= 0) {
      streams.code = 1;
      await streams.print(`Check line ${at}\n`, 'stderr');
    }
    return;
  }
  lines.sort(order);
  const selected = flags.has('u')
    ? lines.filter((line, index) => index === 0 || byKeys(lines[index - 1] ?? '', line) !== 0)
    : lines;
  const text = selected.map((line) => line + end).join('');
  const output = values.get('o');
  if (output === undefined) await streams.print(text);
  else streams.write(output, text);
};

/** Reads `2.1n,3`. @throws CommandError */
function readKey(text: string): SortKey {
  const [, field, letter = '0', flags = '', lastField = '0', lastLetter = '0', lastFlags = ''] =
    /^(\d+)(?:\.(\d+))?([a-zA-Z]*)(?:,(\d+)(?:\.(\d+))?([a-zA-Z]*))?$/.exec(text) ?? [];
  if (field === undefined || Number(field) === 0) throw new CommandError('bad field specification', 2);
  const unknown = /[^ngMVbrdfi]/.exec(flags + lastFlags);
  if (unknown !== null) throw new CommandError('unknown key option', 2);
  return {
    range: [Number(field), Number(letter), Number(lastField), Number(lastLetter)],
    // A `b` at the end strips blanks from the end of the key.
    flags: flags + lastFlags.replaceAll('b', 'B'),
  };
}

function keyOf(
  line: string,
  [first, letter, last, lastLetter]: SortKey['range'],
  flags: string,
  separator: string,
): string {
  let start = first === 0 ? line.length : positionOf(line, first, separator);
  let end = line.length;
  if (last > 0) {
    end = positionOf(line, last + 1, separator);
    if (separator !== '' && end > 0 && line[end - 1] === separator) end -= 1;
  }
  if (flags.includes('b')) while (/\s/.test(line[start] ?? '')) start += 1;
  if (flags.includes('B')) while (end > start && /\s/.test(line[end - 1] ?? '')) end -= 1;
  if (lastLetter > 0) end = Math.min(lastLetter, line.length);
  if (letter > 0) start = Math.min(start + letter - 1, line.length);
  let key = line.slice(start, Math.max(start, end));
  if (flags.includes('d')) key = key.replaceAll(/[^\s0-9A-Za-z]/g, '');
  if (flags.includes('i')) key = key.replaceAll(/[^ -~]/g, '');
  return flags.includes('f') ? key.replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase()) : key;
}

/** Returns where a field begins; a field without a separator begins with its blanks. */
function positionOf(line: string, field: number, separator: string): number {
  let at = 0;
  for (let index = 1; index < field; index += 1) {
    if (separator !== '') {
      const next = line.indexOf(separator, at);
      if (next < 0) return line.length;
      at = next + 1;
    } else {
      while (/\s/.test(line[at] ?? '')) at += 1;
      while (at < line.length && !/\s/.test(line[at] ?? '')) at += 1;
    }
  }
  return at;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

function compare(one: string, other: string, flags: string): number {
  if (flags.includes('n')) return numberOf(one) - numberOf(other);
  if (flags.includes('g')) {
    const [left, right] = [Number.parseFloat(one), Number.parseFloat(other)];
    if (Number.isNaN(left) || Number.isNaN(right)) return Number(Number.isNaN(right)) - Number(Number.isNaN(left));
    return left - right;
  }
  if (flags.includes('M')) return monthOf(one) - monthOf(other);
  return flags.includes('V') ? compareVersions(one, other) : compareText(one, other);
}

export function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function numberOf(text: string): number {
  return Number.parseFloat(text) || 0;
}

function monthOf(text: string): number {
  return months.indexOf(text.trimStart().slice(0, 3).toLowerCase());
}

/** Compares the digits in texts as numbers. */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [one.match(/\d+|\D+/g) ?? [], other.match(/\d+|\D+/g) ?? []];
  for (const [index, part] of left.entries()) {
    const against = right[index];
    if (against === undefined) return 1;
    const areNumbers = /^\d/.test(part) && /^\d/.test(against);
    const order = areNumbers ? Number(part) - Number(against) : compareText(part, against);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}
