/** Strings that fit a schema, with the characters that a place in a message can carry. */
import { sample, stringMatching } from 'fast-check';
import type { StringOptions } from '@lading/runtime-wire';
import { randomOf, type Random } from './random.js';

const letters = [...'abcXYZ019'];

/**
 * The characters of strings by place. A header carries ASCII only, and strings of parameters start with a letter, so that
 * nobody can take them for a number where both are allowed.
 */
export const alphabets = {
  body: [...letters, ...'/?&=#%+ "\\\'<>;:,.|[]{}~é中', '\u{1f433}', '\n'],
  url: [...letters, ...'/?&=#%+ "\'<>;:@!$~-_é中', '\u{1f433}'],
  /** As `url`; bytes are files. */
  form: [...letters, ...'/?&=#%+ "\'<>;:@!$~-_é中', '\u{1f433}'],
  header: [...letters, ...'/?&#%+"-_~!$\''],
  /** File and property names. */
  name: letters,
};

/** Formats that have the strings of another one. */
const likeOthers: Readonly<Record<string, string>> = {
  url: 'uri',
  iri: 'uri',
  'iri-reference': 'uri-reference',
  'idn-email': 'email',
  'idn-hostname': 'hostname',
  'ip-address': 'ipv4',
  base64: 'byte',
};

const formats: Readonly<Record<string, (random: Random) => string>> = {
  'date-time': (random) =>
    `20${two(random, 90)}-0${1 + random.below(9)}-1${random.below(9)}T0${random.below(9)}:30:15Z`,
  date: (random) => `20${two(random, 90)}-0${1 + random.below(9)}-1${random.below(9)}`,
  time: (random) => `1${random.below(9)}:30:15Z`,
  duration: (random) => `P${1 + random.below(9)}DT1${random.below(9)}H`,
  uuid: (random) => `123e4567-e89b-42d3-a456-4266141740${two(random, 90)}`,
  email: (random) => `a${random.below(99)}@example.com`,
  uri: (random) => `https://example.com/a${random.below(99)}`,
  'uri-reference': (random) => `/a${random.below(99)}`,
  'uri-template': (random) => `/a${random.below(99)}/{id}`,
  'json-pointer': (random) => `/a/${random.below(99)}`,
  'relative-json-pointer': (random) => `${1 + random.below(9)}/a`,
  regex: (random) => `^a{${1 + random.below(9)}}$`,
  hostname: (random) => `a${random.below(99)}.example.com`,
  ipv4: (random) => `192.0.2.${random.below(255)}`,
  ipv6: (random) => `2001:db8::${1 + random.below(999)}`,
  cidr: (random) => `192.0.${random.below(255)}.0/24`,
  mac: (random) => `02:42:ac:11:00:${two(random, 90)}`,
  byte: base64,
  base64url: (random) => base64(random).replaceAll('=', ''),
  base16: (random) => random.below(256).toString(16).padStart(2, '0').toUpperCase(),
  base32: (random) => `ME${random.pick([...'AQ'])}A====`,
};

/** Strings of a length, or of one near it, of formats whose strings may have several. */
const sized: Readonly<Record<string, (length: number) => string>> = {
  'date-time': (length) => `2026-01-01T07:30:15${fraction(length - 20)}Z`,
  time: (length) => `07:30:15${fraction(length - 9)}Z`,
  duration: (length) => `P${'1'.repeat(Math.max(1, length - 2))}D`,
  email,
  hostname,
  uri: (length) => `a:${letterA(length - 2)}`,
  ...Object.fromEntries(
    ['uri-reference', 'uri-template', 'json-pointer'].map((name) => [
      name,
      (length: number) => (length === 0 ? '' : `/${'a'.repeat(length - 1)}`),
    ]),
  ),
  'relative-json-pointer': (length) => (length < 2 ? '1' : `1/${'a'.repeat(length - 2)}`),
  regex: letterA,
  ipv4,
  ipv6: (length) => (length > 11 ? '2001:0db8:0000:0000:0000:0000:0000:0001' : length > 3 ? '2001:db8::1' : '::1'),
  byte: encoded,
  base64url: encoded,
};

function letterA(count: number): string {
  return 'a'.repeat(Math.max(1, count));
}

function fraction(length: number): string {
  return length < 1 ? '' : `.${'0'.repeat(Math.max(1, length - 1))}`;
}

function email(length: number): string {
  return `${letterA(length - 5)}@b.cd`;
}

/** The labels of a host name have 63 characters at most. */
function hostname(length: number): string {
  return Array.from({ length: Math.max(1, length) }, (_, at) => (at % 50 === 49 && at < length - 1 ? '.' : 'a')).join(
    '',
  );
}

function ipv4(length: number): string {
  const digits = Math.min(12, Math.max(4, length - 3));
  return [0, 1, 2, 3].map((at) => '1'.repeat(Math.floor((digits + at) / 4))).join('.');
}

function encoded(length: number): string {
  return 'YWJj'.repeat(Math.ceil(length / 4));
}

const [day, time] = [
  '\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])',
  '(?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?',
];
const zone = '(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)';
/** The formats of which generated servers refuse other strings. */
const checkedFormats: Readonly<Record<string, RegExp>> = {
  date: new RegExp(`^${day}$`),
  'date-time': new RegExp(`^${day}[Tt]${time}${zone}$`),
  time: new RegExp(`^${time}${zone}?$`),
  uuid: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i,
  email: /^[^\s@]+@[^\s@]+$/,
  hostname: /^(?=.{1,254}$)(?:(?:^|\.)[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/i,
  uri: /^[a-z][a-z\d+.-]*:\S*$/i,
  ipv4: /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/,
  ipv6: /^(?=.*:)[\da-f:.]+$/i,
  byte: /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/,
};

/** Whether a string has a format; those that servers do not check have every string. */
export function hasFormat(format: string, text: string): boolean {
  return !Object.hasOwn(checkedFormats, format) || checkedFormats[format]?.test(text) === true;
}

function base64(random: Random): string {
  return btoa(`a${random.below(999)}`);
}

/** Returns a string that fits: by its format, its pattern, or of characters of the alphabet. */
export function stringOf(options: StringOptions, random: Random, alphabet: readonly string[]): string {
  const { format = '', pattern, minLength = 0, maxLength = Infinity } = options;
  const fits = (text: string) => {
    const { length } = [...text];
    return length >= minLength && length <= maxLength && (pattern === undefined || matches(pattern, text));
  };
  const like = likeOthers[format] ?? format;
  const formatted = formats[like]?.(random);
  if (formatted !== undefined) {
    const bySize = Object.hasOwn(sized, like) ? sized[like] : undefined;
    const lengths = [minLength, Math.min(maxLength, formatted.length)];
    const candidates = [formatted, formatted.toUpperCase(), ...lengths.flatMap((length) => bySize?.(length) ?? [])];
    const found = candidates.find(fits);
    if (found !== undefined) return found;
  }
  if (pattern !== undefined) {
    const found = matching(pattern, random);
    // Many patterns allow any length.
    const repeated = found.map((text) =>
      text === '' ? '' : text.repeat(Math.ceil(minLength / text.length)).slice(0, minLength),
    );
    const fitting = [...found, ...repeated].filter(fits);
    const [first] = [...fitting.filter((text) => hasFormat(format, text)), ...fitting];
    if (first !== undefined) return first;
  }
  const length = Math.min(maxLength, Math.max(minLength, 1 + random.below(8)));
  return Array.from({ length }, (_, index) =>
    random.pick(index === 0 || index === length - 1 ? letters.slice(0, 6) : alphabet),
  ).join('');
}

/** Whether a string matches a pattern. One that is no regular expression matches all. */
export function matches(pattern: string, text: string): boolean {
  try {
    return expression(pattern).test(text);
  } catch {
    return true;
  }
}

/** The strings for each pattern: to prepare a pattern takes long. */
const matchingStrings = new Map<string, readonly string[]>();

/** Returns strings that may match a pattern, none if it has features for which none can be generated, as back-references. */
function matching(pattern: string, random: Random): readonly string[] {
  const strings = matchingStrings.get(pattern) ?? sampled(pattern);
  matchingStrings.set(pattern, strings);
  const first = random.below(strings.length);
  return [...strings.slice(first), ...strings.slice(0, first)];
}

/** Returns strings that match, unless the pattern has assertions. */
function sampled(pattern: string): readonly string[] {
  // Whichever call is the first: the strings of a pattern are always the same ones.
  const random = randomOf(1, pattern);
  for (const simple of [pattern, withoutAssertions(pattern)]) {
    try {
      // Around a pattern without anchors there may be anything, which a limit of the length may not allow.
      const strings = [simple, `^(?:${simple})$`].flatMap((each) =>
        sample(stringMatching(expression(each)), { seed: random.seed(), numRuns: 20 }),
      );
      return strings.filter((text) => !/\p{Cs}/u.test(text));
    } catch {
      continue;
    }
  }
  return [];
}

/** Leaves out lookarounds and word boundaries, which only restrict strings further. */
function withoutAssertions(pattern: string): string {
  const tokens = pattern.match(/\(\?<?[!=]|\\.|\[(?:\\.|[^\]\\])*\]|./gs) ?? [];
  let depth = 0;
  const others = tokens.filter((token) => {
    const isInside = depth > 0;
    if (/^\(\?<?[!=]$/.test(token) || (isInside && token === '(')) depth += 1;
    else if (isInside && token === ')') depth -= 1;
    return !isInside && depth === 0 && !/^\\b$/i.test(token);
  });
  return others.join('');
}

/** Many published patterns have what only the older syntax allows: `[\\w-.]`, needless escapes. */
function expression(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    const strict = pattern
      .replaceAll(/\\([wds])-/g, String.raw`\$1\-`)
      .replaceAll(/\\([^\w\s\^$\\.*+?()[\]{}|/-])/g, '$1');
    try {
      return new RegExp(strict, 'u');
    } catch (error) {
      // Without the flag, `\p{Print}` is the letter with a brace: servers do not check such a pattern.
      if (/\\p\{/i.test(pattern)) throw error;
      return new RegExp(pattern);
    }
  }
}

function two(random: Random, limit: number): string {
  return String(10 + random.below(limit));
}
