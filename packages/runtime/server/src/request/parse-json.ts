/** From the bytes of a body to a JSON value, in the words of engines where it is none. */
import { BadRequest } from '../error/index.js';

export const noBody = 'invalid JSON: got EOF while reading request body';

/**
 * Bytes that are no UTF-8 become the replacement character, of equal keys the last counts, and `__proto__` is a key like
 * any other. The message never has the text, which may hold secrets.
 * @throws BadRequest
 */
export function parseJson(bytes: Buffer, depth: number): unknown {
  const text = bytes.toString('utf8');
  if (text === '') throw new BadRequest(noBody);
  // What is too deep needs at least as many brackets to open as to close.
  if (depth > 0 && text.length > 2 * depth && isDeeper(text, depth)) {
    throw new BadRequest(`invalid JSON: values within each other more than ${depth} levels deep`);
  }
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new BadRequest(reason(error instanceof Error ? error.message : ''));
  }
}

function reason(message: string): string {
  if (/^Unexpected non-whitespace character after JSON/.test(message)) return 'unexpected content after JSON';
  if (/^Unexpected end of JSON|^Unterminated/.test(message)) return 'invalid JSON: unexpected EOF';
  return 'invalid JSON';
}

function isDeeper(text: string, depth: number): boolean {
  let level = 0;
  let inText = false;
  for (let index = 0; index < text.length; index += 1) {
    const letter = text.charCodeAt(index);
    if (inText) {
      if (letter === 0x5c) index += 1;
      else if (letter === 0x22) inText = false;
    } else if (letter === 0x22) inText = true;
    else if (letter === 0x7b || letter === 0x5b) {
      level += 1;
      if (level > depth) return true;
    } else if (letter === 0x7d || letter === 0x5d) level -= 1;
  }
  return false;
}
