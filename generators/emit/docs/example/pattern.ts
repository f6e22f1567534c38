/** A string that matches a pattern, made of the usual parts of patterns: literals, classes, groups and quantifiers. */

/** The characters to choose from, by preference. */
const characters = Array.from('a1A0-_. /:@#+=,;!?ä', (one) => one);

/** @param extra how often a part is repeated beyond what it must be; @returns undefined if each alternative has other parts, such as lookaheads */
export function patternExample(pattern: string, extra = 0): string | undefined {
  for (const alternative of alternativesOf(pattern)) {
    const text = alternativeExample(alternative, extra);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** Returns the alternatives of a pattern outside its groups. */
function alternativesOf(pattern: string): readonly string[] {
  const bars: number[] = [];
  let depth = 0;
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern[at];
    if (character === '\\') at += 1;
    else if (character === '[') at += classAt(pattern, at).length - 1;
    else if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    else if (character === '|' && depth === 0) bars.push(at);
  }
  return [...bars, pattern.length].map((end, index) =>
    pattern.slice(index === 0 ? 0 : (bars[index - 1] ?? 0) + 1, end),
  );
}

function alternativeExample(pattern: string, extra: number): string | undefined {
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
