/** Parses a regular expression that JavaScript accepts. */
import type { AssertionSyntax, Syntax } from './syntax.js';

/**
 * Returns the syntax tree; undefined for expressions with backward
 * references or deeply nested groups.
 */
export function parsePattern(pattern: string): Syntax | undefined {
  const parser = new PatternParser(pattern);
  const syntax = parser.alternation();
  return parser.isSupported ? syntax : undefined;
}

const character =
  /\\(?:u\{[\da-fA-F]+\}|u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[a-zA-Z]|[pP]\{[^}]*\}|[^])|\[(?:\\[^]|[^\]\\])*\]|[\ud800-\udbff][\udc00-\udfff]|[^]/y;
const quantifier = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/y;
const groupStart = /\((?:\?:|\?<[^=!][^>]*>|(?!\?))/y;
const lookaroundStart = /\(\?(<?)([=!])/y;
const assertion = /\^|\$|\\[bB]/y;

/** Groups nested deeper are not supported: parsing and compiling recurse. */
const maxDepth = 250;

class PatternParser {
  isSupported = true;
  #at = 0;
  #depth = 0;

  constructor(private readonly pattern: string) {}

  alternation(): Syntax {
    const options = [this.#concatenation()];
    while (this.#take(/\|/y) !== undefined) options.push(this.#concatenation());
    const [only] = options;
    return options.length === 1 && only !== undefined ? only : { kind: 'alternation', options };
  }

  #concatenation(): Syntax {
    const parts: Syntax[] = [];
    while (this.isSupported && this.#at < this.pattern.length && !/[|)]/.test(this.pattern.charAt(this.#at))) {
      parts.push(this.#repeated(this.#part()));
    }
    return { kind: 'concatenation', parts };
  }

  #part(): Syntax {
    const at = this.#take(assertion)?.[0] as AssertionSyntax['at'] | undefined;
    if (at !== undefined) return { kind: 'assertion', at };
    const [look, behind, sign] = this.#take(lookaroundStart) ?? [];
    if (look !== undefined)
      return { kind: 'lookaround', of: this.#group(), isBehind: behind === '<', isNegated: sign === '!' };
    if (this.#take(groupStart) !== undefined) return this.#group();
    const [source = ''] = this.#take(character) ?? [];
    if (source === '(' || /^\\[1-9k]/.test(source)) this.isSupported = false;
    return { kind: 'character', source };
  }

  /** Reads the rest of a group. */
  #group(): Syntax {
    this.#depth += 1;
    if (this.#depth > maxDepth) this.isSupported = false;
    const inner = this.alternation();
    this.#depth -= 1;
    this.#take(/\)/y);
    return inner;
  }

  #repeated(of: Syntax): Syntax {
    const [text, sign, least, comma, most] = this.#take(quantifier) ?? [];
    if (text === undefined) return of;
    const min = sign === undefined ? Number(least) : sign === '+' ? 1 : 0;
    const limit = comma === undefined ? min : most === '' ? Infinity : Number(most);
    return { kind: 'repetition', of, min, max: sign === undefined ? limit : sign === '?' ? 1 : Infinity };
  }

  #take(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.#at;
    const match = expression.exec(this.pattern) ?? undefined;
    if (match !== undefined) this.#at += match[0].length;
    return match;
  }
}
