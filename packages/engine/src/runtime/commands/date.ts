/** The command `date`, and the dates that commands read. All times are UTC. */
import type { ProcessContext } from '../process-context.js';
import { CommandError, entryOf, print } from './command.js';
import { readOptions } from './options.js';

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const day = 86_400_000;

/** Formats a moment as `strftime` does; what it does not know remains. */
export function dateText(time: number, format: string): string {
  const date = new Date(time);
  const [year, month, dayOfMonth] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  const [hour, weekday] = [date.getUTCHours(), date.getUTCDay()];
  const yearDay = Math.floor((time - Date.UTC(year, 0, 1)) / day);
  const two = (value: number, fill = '0'): string => String(value).padStart(2, fill);
  const hour12 = hour % 12 || 12;
  // The week of ISO 8601 is that of its Thursday.
  const thursday = new Date(time + (3 - ((weekday + 6) % 7)) * day);
  const isoYear = thursday.getUTCFullYear();
  const parts: Readonly<Record<string, () => string>> = {
    '%': () => '%',
    n: () => '\n',
    t: () => '\t',
    Y: () => String(year),
    C: () => two(Math.floor(year / 100)),
    y: () => two(year % 100),
    m: () => two(month + 1),
    d: () => two(dayOfMonth),
    e: () => two(dayOfMonth, ' '),
    H: () => two(hour),
    k: () => two(hour, ' '),
    I: () => two(hour12),
    l: () => two(hour12, ' '),
    M: () => two(date.getUTCMinutes()),
    S: () => two(date.getUTCSeconds()),
    p: () => (hour < 12 ? 'AM' : 'PM'),
    P: () => (hour < 12 ? 'am' : 'pm'),
    a: () => (days[weekday] ?? '').slice(0, 3),
    A: () => days[weekday] ?? '',
    b: () => (months[month] ?? '').slice(0, 3),
    h: () => (months[month] ?? '').slice(0, 3),
    B: () => months[month] ?? '',
    j: () => String(yearDay + 1).padStart(3, '0'),
    u: () => String(weekday || 7),
    w: () => String(weekday),
    U: () => two(Math.floor((yearDay + 7 - weekday) / 7)),
    W: () => two(Math.floor((yearDay + 7 - ((weekday + 6) % 7)) / 7)),
    V: () => two(1 + Math.floor((thursday.getTime() - Date.UTC(isoYear, 0, 1)) / (7 * day))),
    G: () => String(isoYear),
    g: () => two(isoYear % 100),
    s: () => String(Math.floor(time / 1000)),
    z: () => '+0000',
    Z: () => 'UTC',
    F: () => dateText(time, '%Y-%m-%d'),
    T: () => dateText(time, '%H:%M:%S'),
    R: () => dateText(time, '%H:%M'),
    D: () => dateText(time, '%m/%d/%y'),
    r: () => dateText(time, '%I:%M:%S %p'),
    c: () => dateText(time, '%a %b %e %T %Y'),
    x: () => dateText(time, '%m/%d/%y'),
    X: () => dateText(time, '%T'),
  };
  return format.replaceAll(
    /%([^])/g,
    (all, letter: string) => (Object.hasOwn(parts, letter) ? parts[letter]?.() : all) ?? all,
  );
}

/**
 * Reads a date as busybox does: `@SECONDS`, `2024-02-29 12:34:56`, `12:34`, `202402291234.56`. A time alone is one
 * of today.
 *
 * @throws CommandError `invalid date 'x'`
 */
export function readDate(text: string, now: number): number {
  const invalid = new CommandError(`invalid date '${text}'`);
  const seconds = /^@(-?\d+)$/.exec(text)?.[1];
  if (seconds !== undefined) return Number(seconds) * 1000;
  const current = new Date(now);
  const compact = /^(?:(\d{2})?(\d{2}))?(\d{2})(\d{2})(\d{2})(\d{2})(?:\.(\d{2}))?$/.exec(text);
  const [, date, time] = /^(?:(\d{4}-\d{1,2}-\d{1,2})[ T]?)?(\d{1,2}:\d{2}(?::\d{2})?)?Z?$/.exec(text) ?? [];
  let fields: (number | undefined)[];
  if (compact !== null) {
    const [, century, year, ...rest] = compact;
    const full =
      year === undefined ? current.getUTCFullYear() : Number(`${century ?? (Number(year) < 70 ? '20' : '19')}${year}`);
    fields = [full, ...rest.map((each) => Number(each ?? 0))];
  } else if (date !== undefined || time !== undefined) {
    const [year, month, dayOfMonth] = (date ?? dateText(now, '%F')).split('-').map(Number);
    const [hour, minute, second = 0] = (time ?? '0').split(':').map(Number);
    fields = [year, month, dayOfMonth, hour, minute, second];
  } else throw invalid;
  const [year = 0, month = 1, dayOfMonth = 1, hour = 0, minute = 0, second = 0] = fields;
  if (month < 1 || month > 12 || dayOfMonth < 1 || dayOfMonth > 31 || hour > 23 || minute > 59) throw invalid;
  return Date.UTC(year, month - 1, dayOfMonth, hour, minute, second);
}

/** Reads a date of a format, whose parts are numbers. @throws CommandError */
function parseDate(text: string, format: string, now: number): number {
  const found = new Map<string, number>();
  let rest = text;
  for (const [part, letter] of format.matchAll(/%([YmdHMS])|[^]/g)) {
    const [digits = ''] = (letter === 'Y' ? /^\d{4}/ : /^\d{1,2}/).exec(rest) ?? [];
    const isThere = letter === undefined ? rest.startsWith(part) : digits !== '';
    if (!isThere) throw new CommandError(`invalid date '${text}'`);
    if (letter !== undefined) found.set(letter, Number(digits));
    rest = rest.slice(letter === undefined ? part.length : digits.length);
  }
  if (rest !== '') throw new CommandError(`invalid date '${text}'`);
  const [year = 0, month = 1, dayOfMonth = 1] = dateText(now, '%F').split('-').map(Number);
  const value = (letter: string, usual: number): number => found.get(letter) ?? usual;
  const days = [value('Y', year), value('m', month) - 1, value('d', dayOfMonth)] as const;
  return Date.UTC(...days, value('H', 0), value('M', 0), value('S', 0));
}

const isoFormats: Readonly<Record<string, string>> = {
  '': '%F',
  date: '%F',
  hours: '%FT%H+00:00',
  minutes: '%FT%R+00:00',
  seconds: '%FT%T+00:00',
};

export function date(process: ProcessContext, words: readonly string[]): Promise<number> {
  const { flags, values, operands } = readOptions(words, {
    letters: 'ud:s:r:RI::D:3:',
    long: { date: 'd', utc: 'u', reference: 'r', 'rfc-2822': 'R', 'rfc-email': 'R', 'iso-8601': 'I', 'rfc-3339': '3' },
  });
  if (flags.has('s')) throw new CommandError("can't set date: Operation not permitted");
  const now = process.clock.now();
  const [text, reference, parsed, iso] = ['d', 'r', 'D', 'I'].map((letter) => values.get(letter));
  const file = reference === undefined ? undefined : entryOf(process, reference);
  if (reference !== undefined && file === undefined)
    throw new CommandError(`can't stat '${reference}': No such file or directory`);
  const time =
    text === undefined
      ? (file?.modified ?? now)
      : parsed === undefined
        ? readDate(text, now)
        : parseDate(text, parsed, now);
  const [format] = operands;
  if (format !== undefined && !format.startsWith('+')) throw new CommandError(`invalid date '${format}'`);
  if (format !== undefined) return print(process, dateText(time, format.slice(1)));
  if (flags.has('R')) return print(process, dateText(time, '%a, %d %b %Y %T +0000'));
  const rfc3339 = values.get('3');
  if (rfc3339 === 'seconds' || rfc3339 === 'date')
    return print(process, dateText(time, rfc3339 === 'date' ? '%F' : '%F %T+00:00'));
  if (rfc3339 !== undefined) throw new CommandError(`invalid argument '${rfc3339}' to '--rfc-3339'`);
  if (iso === undefined) return print(process, dateText(time, '%a %b %e %T UTC %Y'));
  const isoFormat = Object.hasOwn(isoFormats, iso) ? isoFormats[iso] : undefined;
  if (isoFormat === undefined) throw new CommandError(`invalid argument '${iso}' to '-I'`);
  return print(process, dateText(time, isoFormat));
}
