/** Text of a file → JSON. YAML 1.2 with merge keys; JSON is YAML. */
import { parse } from 'yaml';
import type { Json } from '../document/index.js';
import { LadingError } from '../problem/index.js';

const LARGEST = 64 * 1024 * 1024;

/**
 * @param name what errors call the file
 * @throws READ_SYNTAX, READ_LIMIT
 */
export function parseText(name: string, text: string): Json {
  if (text.length > LARGEST) throw limit(name, 'is larger than 64 MB');
  if (text.includes('\u0000')) throw syntax(name, 'holds a NUL character');
  if (/^\s*[{[]/.test(text)) {
    const json = parseJson(text);
    if (json !== undefined) return json;
  }
  try {
    return parse(text, { merge: true, uniqueKeys: true, logLevel: 'error', prettyErrors: true }) as Json;
  } catch (error) {
    if (error instanceof RangeError) throw limit(name, 'is nested too deeply');
    throw syntax(name, firstLine(error));
  }
}

// JSON first: it is fifty times faster, and YAML reads whatever JSON refuses.
function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return `is not YAML: ${(message.split('\n')[0] ?? '').replace(/:$/, '')}`;
}

function syntax(name: string, subject: string): LadingError {
  return new LadingError({
    code: 'READ_SYNTAX',
    subject: `The file ${subject}`,
    place: name,
    remedy: 'Mend the file so that a YAML or JSON parser reads it',
  });
}

function limit(name: string, subject: string): LadingError {
  return new LadingError({
    code: 'READ_LIMIT',
    subject: `The file ${subject}`,
    place: name,
    remedy: 'Split or simplify the document',
  });
}
