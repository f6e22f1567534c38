/** Text of a file → JSON. YAML 1.2 with merge keys; JSON is YAML. */
import { parse, type DocumentOptions, type ParseOptions, type SchemaOptions, type ToJSOptions } from 'yaml';
import type { Json } from '../document/index.js';
import { LadingError } from '../diagnostics/index.js';
import { parseFolded } from './folded-text.js';
import { jsonSyntaxError } from './json-syntax-error.js';

const LARGEST = 64 * 1024 * 1024;
/** What follows walks documents by recursion: deeper ones would end in a stack overflow somewhere. */
const DEEPEST = 500;

/**
 * @param name what errors call the file
 * @throws READ_SYNTAX, READ_LIMIT
 */
export function parseText(name: string, text: string): Json {
  refuseLarge(name, text.length);
  if (text.includes('\u0000')) throw syntax(name, 'holds a NUL character');
  const content = (/^\s*[{[]/.test(text) ? parseJson(text) : undefined) ?? parseYaml(name, text);
  refuseDeep(name, content, DEEPEST);
  return content;
}

function parseYaml(name: string, text: string): Json {
  try {
    return parseFolded(text, (some) => parse(some, options) as Json);
  } catch (error) {
    // The parser of YAML goes down by recursion itself, and wraps the overflow into an error of its own.
    if (error instanceof RangeError || /call stack/.test(firstLine(error))) throw tooDeep(name);
    if (error instanceof ReferenceError) throw limit(name, 'repeats itself by too many aliases');
    throw syntax(name, /\.json$/i.test(name) ? `is not JSON: ${jsonSyntaxError(text)}` : firstLine(error));
  }
}

// Whatever a document says of its own version and tags, only what JSON has comes out: no dates, sets or bytes.
const options: ParseOptions & DocumentOptions & SchemaOptions & ToJSOptions = {
  schema: 'core',
  resolveKnownTags: false,
  merge: true,
  uniqueKeys: true,
  logLevel: 'error',
  prettyErrors: true,
};

function refuseDeep(name: string, value: Json, levels: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (levels === 0) throw tooDeep(name);
  for (const entry of Object.values(value)) refuseDeep(name, entry, levels - 1);
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

/** @throws READ_LIMIT */
export function refuseLarge(name: string, bytes: number): void {
  if (bytes > LARGEST) throw limit(name, 'is larger than 64 MB');
}

function tooDeep(name: string): LadingError {
  return limit(name, `is nested more than ${DEEPEST} levels deep`);
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
