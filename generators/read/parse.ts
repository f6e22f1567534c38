/** Text of a file → JSON. YAML 1.2 with merge keys; JSON is YAML. */
import { load, YAMLException, type LoadOptions } from 'js-yaml';
import type { Json } from '../document/index.js';
import { LadingError } from '../diagnostics/index.js';
import { jsonSyntaxError } from './json-syntax-error.js';
import { yamlSchema } from './yaml-schema.js';

const LARGEST = 64 * 1024 * 1024;
/** What follows walks documents by recursion: deeper ones would end in a stack overflow somewhere. */
const DEEPEST = 500;
/** How many values aliases may add to those that are written out. */
const MOST_REPEATED = 50_000;

/**
 * @param name what errors call the file
 * @throws READ_SYNTAX, READ_LIMIT
 */
export function parseText(name: string, text: string): Json {
  refuseLarge(name, text.length);
  if (text.includes('\u0000')) throw syntax(name, 'holds a NUL character');
  const content = (/^\s*[{[]/.test(text) ? parseJson(text) : undefined) ?? parseYaml(name, text);
  refuseDeep(name, content, text.length);
  return content;
}

// The types do not have the limit of levels yet.
const options = { schema: yamlSchema, maxDepth: DEEPEST + 1 } as LoadOptions;

function parseYaml(name: string, text: string): Json {
  try {
    // An empty file is null, as YAML says.
    return (load(text, options) ?? null) as Json;
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep(name);
    if (!(error instanceof YAMLException)) throw error;
    if (error.reason.includes('maxDepth')) throw tooDeep(name);
    throw syntax(
      name,
      /\.json$/i.test(name) ? `is not JSON: ${jsonSyntaxError(text)}` : `is not YAML: ${placed(error)}`,
    );
  }
}

/** The parser's message with line and column, both counted from one. */
function placed({ reason, mark }: YAMLException): string {
  // The types say that there always is a mark; a file of several documents has none.
  const { line, column } = (mark as YAMLException['mark'] | undefined) ?? {};
  return line === undefined || column === undefined ? reason : `${reason} at line ${line + 1}, column ${column + 1}`;
}

/**
 * Aliases may repeat a value; what follows reads each repetition. A document without aliases has fewer values than
 * characters.
 */
function refuseDeep(name: string, content: Json, length: number): void {
  let left = length + MOST_REPEATED;
  const walk = (value: Json, levels: number): void => {
    if (typeof value !== 'object' || value === null) return;
    if (levels === 0) throw tooDeep(name);
    for (const entry of Object.values(value)) {
      left -= 1;
      if (left < 0) throw limit(name, 'repeats itself by too many aliases');
      walk(entry, levels - 1);
    }
  };
  walk(content, DEEPEST);
}

// JSON first: it is fifty times faster, and YAML reads whatever JSON refuses.
function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
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
