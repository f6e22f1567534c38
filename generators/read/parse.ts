/** Parses YAML 1.2 with merge keys, and therefore also JSON. */
import { load, YAMLException, type LoadOptions, CORE_SCHEMA, FAILSAFE_SCHEMA, Type } from 'js-yaml';
import { at, get, isArray, isObject, pointerOf, type Json } from '../document/index.js';
import { LadingError } from '../diagnostics/index.js';
import { countKeys, duplicateKey } from './json-keys.js';
import { jsonSyntaxError } from './json-syntax-error.js';

/** The node kinds of YAML. A value with an unknown tag is read as its kind: there are no dates, sets or bytes. */
const kinds = ['scalar', 'sequence', 'mapping'] as const;
const ofAnyTag = kinds.flatMap((kind) =>
  ['!', 'tag:'].map((prefix) => new Type(prefix, { kind, multi: true, construct: (value: unknown) => value })),
);

/** The integers of YAML 1.2; js-yaml also accepts the binary numbers of 1.1. */
const integer = new Type('tag:yaml.org,2002:int', {
  kind: 'scalar',
  resolve: (text: string | null) => text !== null && /^(?:[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)$/.test(text),
  construct: (text: string) => Number(text),
});

const mergeKey = new Type('tag:yaml.org,2002:merge', { kind: 'scalar', resolve: (text) => text === '<<' });

/** The YAML 1.2 core schema with merge keys. The result is always JSON, whatever version and tags a document has. */
const yamlSchema = CORE_SCHEMA.extend({ implicit: [integer, mergeKey], explicit: ofAnyTag });

/** Every scalar is a string, as it is written. */
const stringSchema = FAILSAFE_SCHEMA.extend({ implicit: [mergeKey], explicit: ofAnyTag });

/** How large a document may be, a fetched one with all of its files: the largest published ones have 80 MB. */
export const MAX_DOCUMENT_BYTES = 100_000_000;
/** How many characters a string may have: every page that shows a description contains it, and no document has one as long. */
const MAX_STRING = 1_000_000;
/** Later steps walk documents by recursion: a deeper one would overflow the stack. */
const MAX_DEPTH = 500;
/** How many values aliases may add to those of the file. */
const MAX_ALIASED_VALUES = 50_000;
/** How many characters of keys and strings aliases may add: later steps write every repetition. */
const MAX_ALIASED_CHARACTERS = 10_000_000;

/**
 * Parses the text of a file.
 *
 * @param name the name of the file in errors
 * @throws READ_SYNTAX, READ_LIMIT
 */
export function parseText(name: string, text: string): Json {
  rejectLarge(name, text.length);
  if (text.includes('\u0000')) throw syntax(name, 'contains a NUL character');
  const json = /^\s*[{[]/.test(text) ? parseJson(text) : undefined;
  const content = json ?? parseYaml(name, text);
  const keys = rejectLargeContent(name, content, text.length);
  // JSON.parse takes the last of equal keys.
  if (json !== undefined && keys < countKeys(text)) throw syntax(name, duplicateKey(text));
  return content;
}

// The types of js-yaml lack both limits.
const options = {
  schema: yamlSchema,
  maxDepth: MAX_DEPTH + 1,
  maxTotalMergeKeys: MAX_ALIASED_VALUES,
} as LoadOptions;

function parseYaml(name: string, text: string): Json {
  try {
    const limits = text.includes('*') ? { ...options, listener: countSequences(name, text.length) } : options;
    // An empty file is null in YAML.
    return withVersion((load(text, limits) ?? null) as Json, text, limits);
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep(name);
    if (!(error instanceof YAMLException)) throw error;
    if (error.reason.includes('maxDepth')) throw tooDeep(name);
    if (error.reason.includes('maxTotalMergeKeys')) throw tooManyAliases(name);
    throw syntax(
      name,
      /\.json$/i.test(name) ? `is not JSON: ${jsonSyntaxError(text)}` : `is not YAML: ${messageWithPosition(error)}`,
    );
  }
}

/** A version without quotes is a number in YAML, but remains as it is written: `1.10` is not 1.1. */
function withVersion(content: Json, text: string, limits: LoadOptions): Json {
  if (typeof at(content, place) !== 'number' || !isObject(content)) return content;
  const version = at((load(text, { ...limits, schema: stringSchema }) ?? null) as Json, place);
  const info = get(content, 'info');
  return typeof version === 'string' && isObject(info) ? { ...content, info: { ...info, version } } : content;
}

const place = ['info', 'version'];

/** Returns the message of the parser with line and column, both counted from one. */
function messageWithPosition({ reason, mark }: YAMLException): string {
  // The types declare that there always is a mark, but the error for several documents has none.
  const { line, column } = (mark as YAMLException['mark'] | undefined) ?? {};
  return line === undefined || column === undefined ? reason : `${reason} at line ${line + 1}, column ${column + 1}`;
}

/** Limits the strings in sequences: js-yaml joins those of a sequence that is the key of a mapping. */
function countSequences(name: string, length: number): NonNullable<LoadOptions['listener']> {
  let left = length + MAX_ALIASED_CHARACTERS;
  return function (event, { result }) {
    if (event !== 'close' || !Array.isArray(result)) return;
    for (const item of result as readonly unknown[]) if (typeof item === 'string') left -= item.length;
    if (left < 0) throw tooManyAliases(name);
  };
}

/**
 * Rejects a document that is too deep, or too large because of its aliases: later steps read every repetition of a value. A
 * document without aliases has fewer values than characters.
 *
 * @returns the number of keys
 */
function rejectLargeContent(name: string, content: Json, length: number): number {
  let values = length + MAX_ALIASED_VALUES;
  let characters = length + MAX_ALIASED_CHARACTERS;
  let keys = 0;
  const path: string[] = [];
  const count = (value: Json, levels: number): void => {
    values -= 1;
    if (typeof value === 'string') {
      characters -= value.length;
      if (value.length > MAX_STRING) throw tooLong(name, path);
    }
    if (values < 0 || characters < 0) throw tooManyAliases(name);
    if (typeof value !== 'object' || value === null) return;
    if (levels === 0) throw tooDeep(name);
    if (isArray(value)) {
      value.forEach((entry, index) => {
        path.push(String(index));
        count(entry, levels - 1);
        path.pop();
      });
      return;
    }
    for (const key in value) {
      keys += 1;
      characters -= key.length;
      path.push(key);
      count(value[key] as Json, levels - 1);
      path.pop();
    }
  };
  count(content, MAX_DEPTH);
  return keys;
}

// JSON first: its parser is fifty times faster, and YAML reads whatever it rejects.
function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** @throws READ_LIMIT */
export function rejectLarge(name: string, bytes: number): void {
  if (bytes > MAX_DOCUMENT_BYTES) throw limit(name, `is larger than ${MAX_DOCUMENT_BYTES / 1e6} MB`);
}

function tooDeep(name: string): LadingError {
  return limit(name, `is nested more than ${MAX_DEPTH} levels deep`);
}

function tooLong(name: string, path: readonly string[]): LadingError {
  return limit(`${name}#${pointerOf(path)}`, `contains a string of more than ${MAX_STRING} characters`);
}

function tooManyAliases(name: string): LadingError {
  return limit(name, 'repeats too many values by aliases');
}

function syntax(name: string, subject: string): LadingError {
  return new LadingError({
    code: 'READ_SYNTAX',
    subject: `The file ${subject}`,
    place: name,
    remedy: 'Correct the syntax of the file',
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
