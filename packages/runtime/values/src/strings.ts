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

const formats: Readonly<Record<string, (random: Random) => string>> = {
  'date-time': (random) =>
    `20${two(random, 90)}-0${1 + random.below(9)}-1${random.below(9)}T0${random.below(9)}:30:15Z`,
  date: (random) => `20${two(random, 90)}-0${1 + random.below(9)}-1${random.below(9)}`,
  time: (random) => `1${random.below(9)}:30:15Z`,
  duration: (random) => `P${1 + random.below(9)}DT1${random.below(9)}H`,
  uuid: (random) => `123e4567-e89b-42d3-a456-4266141740${two(random, 90)}`,
  email: (random) => `a${random.below(99)}@example.com`,
  uri: (random) => `https://example.com/a${random.below(99)}`,
  url: (random) => `https://example.com/a${random.below(99)}`,
  iri: (random) => `https://example.com/a${random.below(99)}`,
  'uri-reference': (random) => `/a${random.below(99)}`,
  'iri-reference': (random) => `/a${random.below(99)}`,
  'uri-template': (random) => `/a${random.below(99)}/{id}`,
  'json-pointer': (random) => `/a/${random.below(99)}`,
  'relative-json-pointer': (random) => `${1 + random.below(9)}/a`,
  regex: (random) => `^a{${1 + random.below(9)}}$`,
  'idn-email': (random) => `a${random.below(99)}@example.com`,
  'idn-hostname': (random) => `a${random.below(99)}.example.com`,
  hostname: (random) => `a${random.below(99)}.example.com`,
  ipv4: (random) => `192.0.2.${random.below(255)}`,
  ipv6: (random) => `2001:db8::${1 + random.below(999)}`,
  'ip-address': (random) => `192.0.2.${random.below(255)}`,
  cidr: (random) => `192.0.${random.below(255)}.0/24`,
  mac: (random) => `02:42:ac:11:00:${two(random, 90)}`,
  byte: base64,
  base64,
  base64url: (random) => base64(random).replaceAll('=', ''),
  base16: (random) => random.below(256).toString(16).padStart(2, '0').toUpperCase(),
  base32: (random) => `ME${random.pick([...'AQ'])}A====`,
};

/** Formats whose strings may be longer, with what precedes the place for more characters. */
const growing: Readonly<Record<string, RegExp>> = { uri: /$/, url: /$/, email: /^/, hostname: /^/ };

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
  const formatted = formats[format]?.(random);
  if (formatted !== undefined) {
    const longer = 'a'.repeat(Math.max(0, minLength - formatted.length));
    const candidates = [formatted, formatted.toUpperCase(), formatted.replace(growing[format] ?? /$^/, longer)];
    const found = candidates.find(fits);
    if (found !== undefined) return found;
  }
  if (pattern !== undefined) {
    const found = matching(pattern, random);
    // Many patterns allow any length.
    const repeated = found.map((text) =>
      text === '' ? '' : text.repeat(Math.ceil(minLength / text.length)).slice(0, minLength),
    );
    const fitting = [...found, ...repeated].find(fits);
    if (fitting !== undefined) return fitting;
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
