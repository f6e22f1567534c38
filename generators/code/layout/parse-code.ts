/** The text of a constant → its tree. Only the code that emitters write most is read: calls, objects, arrays and texts. */
import { isArrow } from './atom.js';
import type { Code, CodeEntry, ConstantTree } from '../tree.js';

/** A constant, without its comment, which is printed as it is. */
export interface ParsedConstant {
  readonly comment: string;
  readonly tree: ConstantTree;
}

/** Returns the constant that a text exports, in valid code; undefined for any other text, which a parser of the language has to read. */
export function parseConstant(text: string): ParsedConstant | undefined {
  const found = head.exec(text);
  // The columns of other characters differ.
  if (found === null) return undefined;
  const [all, comment = '', name = '', type] = found;
  if (reserved.has(name)) return undefined;
  const isPlain = comment === '' || aligned.test(comment);
  if (!isPlain || !/^[ -~\n]*$/.test(text.slice(comment.length))) return undefined;
  try {
    const reader = new Reader(text, all.length);
    const value = reader.whole();
    const tree: ConstantTree = { kind: 'constant', name, ...(type && { type }), value };
    return { comment, tree };
  } catch (error) {
    if (error === unknown) return undefined;
    throw error;
  }
}

const path = String.raw`[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*`;
const typePattern = String.raw`${path}(?:<${path}>)?`;
const head = new RegExp(
  String.raw`^(/\*\*(?:[^*]|\*(?!/))*\*/\n)?export const ([A-Za-z_$][\w$]*)(?:: (${typePattern}))? = `,
);
/** A comment that is printed as it is, since its lines are aligned. */
const aligned = /^(?:\/\*\*.*\*\/|\/\*\*(?:\n \*(?: .*\S)?)*\n \*\/)\n$/;
const reserved = new Set(
  'await async break case catch class const continue debugger default delete do else enum export extends finally for function if import in instanceof let new return static super switch this throw try typeof var void while with yield'.split(
    ' ',
  ),
);
const unknown = new Error('This code is not read');

/** The bodies of functions of `value` that prettier prints as they are. */
const condition =
  /(?:!?[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*\(value\)(?:\.length (?:>=|<=|===) \d+)?|value !== undefined|Object\.keys\(value\)\.every\(\(\) => false\))(?=[,)\s])/y;

class Reader {
  readonly #text: string;
  #at: number;

  constructor(text: string, at: number) {
    this.#text = text;
    this.#at = at;
  }

  /** Reads a value up to the end of the statement. */
  whole(): Code {
    // Parentheses around a whole value are not printed.
    const isWrapped = this.#take(/\(/y) !== undefined;
    const value = this.#casts(this.#value());
    if (isWrapped) this.#expect(/\)/y);
    this.#expect(/;\s*$/y);
    return value;
  }

  #casts(code: Code): Code {
    let cast = code;
    for (let next = this.#take(castPattern); next !== undefined; next = this.#take(castPattern))
      cast = { kind: 'cast', code: cast, operator: 'as', type: next.slice(3).trim() };
    return cast;
  }

  #value(): Code {
    this.#space();
    const atom = this.#take(atoms);
    if (atom !== undefined) return atom;
    if (this.#take(/\[/y) !== undefined) return { kind: 'list', items: this.#list(/\]/y) };
    if (this.#text[this.#at] === '{') return this.#object();
    const arrow = this.#take(/\(value\) => /y);
    if (arrow !== undefined) return `${arrow}${this.#expect(condition)}`;
    const thunk = this.#take(/\(\) => /y);
    // The layout of a longer result depends on what it is.
    if (thunk !== undefined) return `${thunk}${this.#name(/[A-Za-z_$][\w$]*(?=\))/y)}`;
    const created = this.#take(/new (?=[A-Z])/y) ?? '';
    return this.#calls(`${created}${this.#name(/[A-Za-z_$][\w$]*/y)}`, created !== '');
  }

  #calls(first: string, isNew: boolean): Code {
    const links: (string | readonly Code[])[] = [];
    for (;;) {
      const member = this.#take(/\s*\.[A-Za-z_$][\w$]*/y)?.trim();
      if (member !== undefined) links.push(member);
      else if (this.#take(/\(/y) === undefined) break;
      else if (typeof links.at(-1) === 'object') return fail();
      else links.push(this.#list(/\)/y));
    }
    const called = links.findIndex((link) => typeof link !== 'string');
    const name = [first, ...links.slice(0, called === -1 ? links.length : called)].join('');
    if (called === -1) return isNew ? fail() : name;
    const passed = links[called] as readonly Code[];
    if (called === links.length - 1) return { kind: 'call', name, passed };
    if (isNew || typeof links.at(-1) === 'string') return fail();
    return { kind: 'chain', head: first, links };
  }

  #list(end: RegExp): readonly Code[] {
    const items: Code[] = [];
    for (this.#space(); this.#take(end) === undefined; this.#space()) {
      const item = this.#value();
      items.push(item);
      this.#space();
      if (this.#take(/,/y) === undefined && !end.test(this.#text[this.#at] ?? '')) return fail();
      end.lastIndex = 0;
    }
    return hasKnownFunctions(items) ? items : fail();
  }

  #object(): Code {
    const open = this.#expect(/\{[ \n]*/y).includes('\n');
    const entries: (CodeEntry | string)[] = [];
    while (this.#take(/\}/y) === undefined) {
      const key = this.#expect(keys);
      this.#expect(/: /y);
      entries.push([key, this.#value()]);
      this.#space();
      if (this.#take(/,/y) === undefined && this.#text[this.#at] !== '}') return fail();
      this.#space();
    }
    return { kind: 'object', entries, ...(open && entries.length > 0 && { open }) };
  }

  #name(pattern: RegExp): string {
    const name = this.#expect(pattern);
    return reserved.has(name) ? fail() : name;
  }

  #space(): void {
    this.#take(/[ \n]+/y);
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const [found] = pattern.exec(this.#text) ?? [];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #expect(pattern: RegExp): string {
    return this.#take(pattern) ?? fail();
  }
}

/** Texts without quotes, which prettier keeps; numbers in their shortest form. */
const atoms =
  /'(?:[^'"\\\n]|\\[^'"\n])*'|-?(?:0|[1-9]\d{0,14})n?(?![\w.]| \*\*)|2n? \*\* \d\dn?(?= *[,)])|-\(2n? \*\* \d\dn?\)|(?:true|false|null)\b/y;
/** Names, and texts that are neither names nor numbers: their quotes are needed. */
const keys = /(?:[A-Za-z_$][\w$]*|'(?![A-Za-z_$][\w$]*'|[\d.+-]+(?:e[\d+-]*)?'|')[^'"\\\n]*')(?=: )/y;
const castPattern = new RegExp(String.raw` as ${typePattern}`, 'y');

/** Functions are read where the layout does not depend on what they return: as the only argument, or before a text. */
function hasKnownFunctions(items: readonly Code[]): boolean {
  const isFunction = (code: Code) => typeof code === 'string' && isArrow(code);
  const [first = '', second = ''] = items;
  if (!items.some(isFunction)) return true;
  if (typeof first !== 'string') return false;
  return items.length === 1
    ? first.startsWith('() => ')
    : items.length === 2 && isFunction(first) && /^'/.test(String(second));
}

function fail(): never {
  throw unknown;
}
