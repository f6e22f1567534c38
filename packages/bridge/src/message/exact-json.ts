/** Reads and writes JSON whose numbers stay as they were written: those that a double changes pass through as marked strings. */
import { randomUUID } from 'node:crypto';

/** Drawn for each process, so that no message can contain it. */
const mark = `number ${randomUUID()} `;

/** Finds most texts without such numbers quickly. What it finds may be within a string. */
const perhaps = /(?:^|[[,\s]|\":)-?(?:\d[\d.]{15}|\d+\.\d*0(?!\d)|0\.0{6}|\d+(?:\.\d+)?[eE]|(?<=-)0(?![\d.]))/;

const stringsAndNumbers = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

// Nothing but a number loses its quotes, whoever knows the mark.
const marked = new RegExp(`"${mark}(-?\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?)"`, 'g');

/** @throws SyntaxError if the text is not JSON */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!perhaps.test(text)) return value;
  const exactText = text.replace(stringsAndNumbers, (token) =>
    token.startsWith('"') || String(Number(token)) === token ? token : `"${mark}${token}"`,
  );
  return exactText === text ? value : (JSON.parse(exactText) as unknown);
}

/** Returns a value that was read by {@link parseJson}, or parts of it, as JSON. */
export function jsonOf(value: unknown): string {
  const text = JSON.stringify(value);
  // A message of a refusal may quote such a number.
  return text.includes(mark) ? text.replace(marked, '$1').replaceAll(mark, '') : text;
}
