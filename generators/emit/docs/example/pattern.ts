/** A string that matches a pattern, made of the usual parts of patterns: literals, classes, groups and quantifiers. */

/** The characters to choose from, by preference. */
const characters = Array.from('a1A0-_. /:@#+=,;!?ä', (one) => one);

/** @param extra how often a part is repeated beyond what it must be; @returns undefined for a pattern with other parts, such as lookaheads */
export function patternExample(pattern: string, extra = 0): string | undefined {
  let at = 0;
  const alternatives = (): string | undefined => {
    const first = sequence();
    while (first !== undefined && pattern[at] === '|') {
      at += 1;
      if (sequence() === undefined) return undefined;
    }
    return first;
  };
  const sequence = (): string | undefined => {
    let text = '';
    while (at < pattern.length && pattern[at] !== '|' && pattern[at] !== ')') {
      const part = atom();
      if (part === undefined) return undefined;
      text += part.repeat(count());
      // Quantifiers of groups in groups multiply.
      if (text.length > LONGEST) return undefined;
    }
    return text;
  };
  const atom = (): string | undefined => {
    const character = pattern[at++] ?? '';
    if (character === '^' || character === '$') return '';
    if (character === '.') return 'a';
    if (character === '(') return group();
    if (character === '[') return oneOf(classAt(pattern, at - 1));
    if (character !== '\\') return '*+?{'.includes(character) ? undefined : character;
    const [escape = ''] = /^(?:[pP]\{[^}]*\}|u\{?[\dA-Fa-f]{4,6}\}?|x[\dA-Fa-f]{2}|.)/u.exec(pattern.slice(at)) ?? [];
    at += escape.length;
    return /^[bB1-9k]/.test(escape) ? undefined : oneOf(`\\${escape}`);
  };
  const group = (): string | undefined => {
    const [kind = ''] = /^\?(?::|<\w+>|.)/.exec(pattern.slice(at)) ?? [];
    if (kind !== '' && kind !== '?:' && !/^\?<\w+>$/.test(kind)) return undefined;
    at += kind.length;
    const inner = alternatives();
    at += 1;
    return inner;
  };
  const oneOf = (set: string): string | undefined => {
    if (set.startsWith('[')) at += set.length - 1;
    const isIn = new RegExp(`^${set}$`, 'u');
    const literal = set.replace(/^\\(?=[^\w])/, '');
    return literal.length === 1 ? literal : characters.find((one) => isIn.test(one));
  };
  const count = (): number => {
    const [text = '', minimum, comma, maximum] = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/.exec(pattern.slice(at)) ?? [];
    at += text.length;
    if (text === '') return 1;
    const [least, most] = { '*': [0, Infinity], '+': [1, Infinity], '?': [0, 1] }[text[0] ?? ''] ?? [
      Number(minimum),
      comma === '' ? Number(minimum) : maximum === '' ? Infinity : Number(maximum),
    ];
    return Math.min(Number(least) + extra, Number(most), LONGEST);
  };
  try {
    const text = alternatives();
    return at < pattern.length ? undefined : text;
  } catch {
    // The pattern is no regular expression of this language.
    return undefined;
  }
}

const LONGEST = 200;

/** Returns the class of characters that begins at a place, with its brackets. */
function classAt(pattern: string, start: number): string {
  return /^\[(?:\\.|[^\]\\])*\]/u.exec(pattern.slice(start))?.[0] ?? '[';
}
