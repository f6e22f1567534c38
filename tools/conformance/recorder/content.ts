// Converts the body of a message to the content that is recorded.

import { header, jsonOf, type Content, type Headers, type Json } from './exchange.js';

/** The number of bytes of a body that are recorded. Any JSON response of an engine is shorter; longer bodies are archives. */
export const recordedBytes = 8 * 1024 * 1024;

const maximumTextLength = 2048;

export function content(headers: Headers, bytes: Buffer, length: number): Content {
  if (length === 0) return {};
  const type = header(headers, 'content-type') ?? '';
  if (/tar|stream|gzip|octet/.test(type) || length > bytes.length) return { bytes: length };
  const text = bytes.toString('utf8');
  const values = jsonValues(text);
  if (values !== undefined)
    return values.length === 1 && values[0] !== undefined ? { body: values[0] } : { items: values };
  const isPrintable = !/[\u0000-\u0008\ufffd]/.test(text);
  return text.length <= maximumTextLength && isPrintable ? { text } : { bytes: length };
}

/** The JSON values of a text: one, or one per line. A stream that was closed within a line ends at its last complete line. */
function jsonValues(text: string): Json[] | undefined {
  const whole = jsonOf(text);
  if (whole !== undefined) return [whole];
  // The items of a JSON text sequence begin with a record separator.
  const lines = text.split(/\x1e|\n/).filter((line) => line.trim() !== '');
  const values: Json[] = [];
  for (const [index, line] of lines.entries()) {
    const value = jsonOf(line);
    if (value !== undefined) values.push(value);
    else if (index < lines.length - 1 || index === 0) return undefined;
  }
  return values.length > 0 ? values : undefined;
}
