/** Finds the first error in a text that is not JSON, and describes it in the words of engines, which are those of Go. */

type Expected = 'value' | 'valueOrEnd' | 'key' | 'keyOrEnd' | 'afterKey' | 'afterEntry' | 'afterElement' | 'end';

const contexts: Readonly<Record<Expected, string>> = {
  value: 'looking for beginning of value',
  valueOrEnd: 'looking for beginning of value',
  key: 'looking for beginning of object key string',
  keyOrEnd: 'looking for beginning of object key string',
  afterKey: 'after object key',
  afterEntry: 'after object key:value pair',
  afterElement: 'after array element',
  end: 'after top-level value',
};

/** A token and what the character after its longest valid beginning violates. */
const numberParts: readonly (readonly [RegExp, string])[] = [
  [/-?$/y, 'in numeric literal'],
  [/-?\d+\.$/y, 'after decimal point in numeric literal'],
  [/-?\d+(\.\d+)?[eE][+-]?$/y, 'in exponent of numeric literal'],
];

/** Returns `invalid character 'x' looking for beginning of value` and the like; undefined if the text ends too early. */
export function jsonSyntaxError(text: string): string | undefined {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  const afterValue = (): Expected => (open.length === 0 ? 'end' : open.at(-1) === '{' ? 'afterEntry' : 'afterElement');
  for (let at = 0; at < text.length;) {
    const character = text.charAt(at);
    if (/[ \t\r\n]/.test(character)) {
      at += 1;
      continue;
    }
    const closes = character === (open.at(-1) === '{' ? '}' : ']') && open.length > 0;
    if (closes && /OrEnd|^afterE/.test(expected)) {
      open.pop();
      expected = afterValue();
      at += 1;
    } else if (character === ',' && /^afterE/.test(expected)) {
      expected = expected === 'afterEntry' ? 'key' : 'value';
      at += 1;
    } else if (character === ':' && expected === 'afterKey') {
      expected = 'value';
      at += 1;
    } else if (/^value/.test(expected) && (character === '{' || character === '[')) {
      open.push(character);
      expected = character === '{' ? 'keyOrEnd' : 'valueOrEnd';
      at += 1;
    } else {
      const isKey = /^key/.test(expected);
      const token = isKey && character !== '"' ? undefined : readToken(text, at);
      if (token === undefined || !/^(key|value)/.test(expected)) return invalid(character, contexts[expected]);
      if (token.problem !== undefined) {
        const wrong = text.charAt(token.end);
        return wrong === '' ? undefined : invalid(wrong, token.problem);
      }
      at = token.end;
      expected = isKey ? 'afterKey' : afterValue();
    }
  }
  return undefined;
}

interface Token {
  readonly end: number;
  /** What is wrong at its end. */
  readonly problem?: string;
}

/** Reads a string, a number or a word; undefined if none begins there. */
function readToken(text: string, from: number): Token | undefined {
  const first = text.charAt(from);
  if (first === '"') return readString(text, from + 1);
  if (/[-\d]/.test(first)) return readNumber(text, from);
  const word = ['true', 'false', 'null'].find((name) => name.startsWith(first));
  if (word === undefined) return undefined;
  let length = 1;
  while (length < word.length && text.charAt(from + length) === word.charAt(length)) length += 1;
  const end = from + length;
  return length === word.length ? { end } : { end, problem: `in literal ${word} (expecting '${word.charAt(length)}')` };
}

function readString(text: string, from: number): Token {
  for (let at = from; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '"') return { end: at + 1 };
    if (character < ' ') return { end: at, problem: 'in string literal' };
    if (character !== '\\') continue;
    at += 1;
    if (text.charAt(at) === 'u') {
      const [digits = ''] = /^[\da-fA-F]{0,4}/.exec(text.slice(at + 1, at + 5)) ?? [];
      at += digits.length;
      if (digits.length < 4) return { end: at + 1, problem: 'in \\u hexadecimal character escape' };
    } else if (!/["\\/bfnrt]/.test(text.charAt(at))) return { end: at, problem: 'in string escape code' };
  }
  return { end: text.length, problem: 'in string literal' };
}

function readNumber(text: string, from: number): Token {
  const number = /-?(?:(?:0|[1-9]\d*)(?:\.\d*)?(?:(?<=\d)[eE][+-]?\d*)?)?/y;
  number.lastIndex = from;
  const [found = ''] = number.exec(text) ?? [];
  const problem = numberParts.find(([pattern]) => ((pattern.lastIndex = 0), pattern.test(found)))?.[1];
  return { end: from + found.length, ...(problem !== undefined && { problem }) };
}

function invalid(character: string, context: string): string {
  return `invalid character ${quoted(character)} ${context}`;
}

/** Go quotes the first byte of the character. */
function quoted(character: string): string {
  if (character === "'") return String.raw`'\''`;
  if (character === '"') return `'"'`;
  const [byte = 0] = new TextEncoder().encode(character);
  const text = String.fromCharCode(byte);
  const escape = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\b': '\\b', '\f': '\\f', '\v': '\\v', '\\': '\\\\' }[text];
  if (escape !== undefined) return `'${escape}'`;
  if (byte < 0x20 || byte === 0x7f) return `'\\x${byte.toString(16).padStart(2, '0')}'`;
  return byte >= 0x80 && byte < 0xa0 ? `'\\u00${byte.toString(16)}'` : `'${text}'`;
}
