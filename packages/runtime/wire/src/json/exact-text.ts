/**
 * JSON whose numbers and deepest values stay as they were written: numbers that a double changes pass through as marked strings, and so do
 * arrays and objects too deep for the functions of JavaScript.
 */

/** Drawn for each process, so that no message can contain them. */
const id = globalThis.crypto.randomUUID();
const numberMark = `number ${id} `;
const valueMark = `value ${id} `;

/** Finds most texts without such numbers quickly. What it finds may be within a string. */
const perhaps = /(?:^|[[,\s]|\":)-?(?:\d[\d.]{15}|\d+\.\d*0(?!\d)|0\.0{6}|\d+(?:\.\d+)?[eE]|(?<=-)0(?![\d.]))/;

const stringsAndNumbers = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

// Nothing but a number or a deep value loses its quotes, whoever knows the mark.
const marked = new RegExp(
  `"(?:${numberMark}(-?\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?)|${valueMark}((?:[^"\\\\]|\\\\.)*))"`,
  'g',
);

/** @throws SyntaxError if the text is not JSON */
export function parseAsText(text: string): unknown {
  return JSON.parse(numbersAsText(text)) as unknown;
}

/** Returns a text with a string in place of each number that a double may change. */
export function numbersAsText(text: string): string {
  if (!perhaps.test(text)) return text;
  // What is not JSON stays so, and its error is that of the text.
  JSON.parse(text);
  return text.replace(stringsAndNumbers, (token) =>
    token.startsWith('"') || String(Number(token)) === token ? token : `"${numberMark}${token}"`,
  );
}

/** Whether a value is a number that a double may change. */
export function isNumberText(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith(numberMark);
}

/**
 * Returns a text with a string in place of each array and object below a depth.
 *
 * @throws SyntaxError if there is one, and the text is not JSON
 */
export function deepestAsText(text: string, depth: number): string {
  let result = '';
  let copied = 0;
  let level = 0;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === 0x22) at = endOfString(text, at);
    else if (character === 0x5b || character === 0x7b) {
      level += 1;
      if (level === depth + 1) start = at;
    } else if (character === 0x5d || character === 0x7d) {
      if (level === depth + 1) {
        // `JSON.parse` reads any depth; functions that call themselves do not.
        if (copied === 0) JSON.parse(text);
        result += `${text.slice(copied, start)}${JSON.stringify(`${valueMark}${text.slice(start, at + 1)}`)}`;
        copied = at + 1;
      }
      level -= 1;
    }
  }
  return copied === 0 ? text : result + text.slice(copied);
}

/** Returns the place of the quote that ends a string. */
export function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== 0x22) at += text.charCodeAt(at) === 0x5c ? 2 : 1;
  return at;
}

/** Returns a value of which numbers or deep values are texts, or parts of it, as JSON. */
export function jsonOf(value: unknown): string {
  const text = JSON.stringify(value);
  if (!text.includes(id)) return text;
  return (
    text
      .replace(marked, (_all, number?: string, deep?: string) => number ?? (JSON.parse(`"${deep}"`) as string))
      // A message of a refusal may quote such a number.
      .replaceAll(numberMark, '')
      .replaceAll(valueMark, '')
  );
}
