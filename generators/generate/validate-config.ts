/** Validates handwritten input by a JSON Schema, and suggests corrections. */
import { createRequire } from 'node:module';
import type { ErrorObject, SchemaObject, ValidateFunction } from 'ajv';
import { closest, distance } from 'fastest-levenshtein';
import { LadingError, type ProblemCode } from '../diagnostics/index.js';

/**
 * Asserts that a value is valid by a schema.
 *
 * @param place the file, as the user would type it, and a pointer if the value is a part of it
 * @param code the code of the error
 * @throws LadingError with the first mistake and its place in the file
 */
export function assertConforms(value: unknown, schema: SchemaObject, place: string, code: ProblemCode): void {
  const validate = validatorOf(schema);
  if (validate(value)) return;
  const [first] = validate.errors ?? [];
  if (first === undefined) return;
  const { subject, remedy, key } = describeError(first);
  const pointer = `${first.instancePath}${key === undefined ? '' : `/${key}`}`;
  throw new LadingError({ code, subject, place: placeOf(place, pointer), remedy });
}

/** A place may already have a pointer, which the other one continues. */
function placeOf(place: string, pointer: string): string {
  return pointer === '' ? place : `${place}${place.includes('#') ? '' : '#'}${pointer}`;
}

// Loaded with the first configuration: a run on documents alone validates nothing.
const load = createRequire(import.meta.url);

const validators = new WeakMap<SchemaObject, ValidateFunction>();

// Each schema is compiled once and validates few values: optimizing its code, or a copy of it for each reference, would take longer
// than it saves.
const options = { verbose: true, strict: false, validateFormats: false, inlineRefs: false, code: { optimize: false } };

function validatorOf(schema: SchemaObject): ValidateFunction {
  const cached = validators.get(schema);
  if (cached !== undefined) return cached;
  const { Ajv } = load('ajv') as typeof import('ajv');
  const validator = new Ajv({ ...options, meta: false, validateSchema: false }).compile(schema);
  validators.set(schema, validator);
  return validator;
}

/**
 * Asserts that a schema which is not ours is one, and prepares it for {@link assertConforms}.
 *
 * @param place the file of the emitter whose options it describes
 * @throws EMITTER_STRUCTURE
 */
export function assertSchema(schema: SchemaObject, place: string): void {
  const { Ajv } = load('ajv') as typeof import('ajv');
  try {
    validators.set(schema, new Ajv({ ...options, logger: false }).compile(schema));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new LadingError({
      code: 'EMITTER_STRUCTURE',
      subject: `The schema of the options cannot be used: ${reason}`,
      place: placeOf(place, '/options'),
      remedy: 'Correct it: a JSON Schema, in the keywords of draft 7',
    });
  }
}

interface ErrorDescription {
  readonly subject: string;
  readonly remedy: string;
  /** The unknown or missing key. */
  readonly key?: string;
}

function describeError(error: ErrorObject): ErrorDescription {
  const { keyword, params, parentSchema } = error;
  if (keyword === 'additionalProperties') {
    const key = String(params['additionalProperty']);
    const properties = (parentSchema?.['properties'] ?? {}) as Readonly<Record<string, SchemaObject>>;
    // Keys of earlier configurations are understood, but not proposed.
    const allowedNames = Object.keys(properties).filter((name) => properties[name]?.['deprecated'] !== true);
    return { key, subject: `Unknown key "${key}"`, remedy: suggestion(key, allowedNames) };
  }
  if (keyword === 'required') {
    const key = String(params['missingProperty']);
    return { subject: `"${key}" is missing`, remedy: `Add "${key}"` };
  }
  const described = parentSchema?.['description'] as string | undefined;
  return {
    subject: `${shortJson(error.data)} ${objection(error)}`,
    remedy: described === undefined ? 'Correct the value' : `Expected: ${asClause(described)}`,
  };
}

const kinds: Readonly<Record<string, string>> = {
  array: 'an array',
  string: 'a string',
  object: 'an object',
  boolean: 'a boolean',
  integer: 'an integer',
  number: 'a number',
};

function objection({ keyword, params, message }: ErrorObject): string {
  const type = String(params['type']);
  if (keyword === 'type' && Array.isArray(params['type'])) return 'is not allowed here';
  if (keyword === 'type') return `is not ${kinds[type] ?? type}`;
  return keyword === 'pattern' || keyword === 'anyOf' ? 'is not allowed here' : (message ?? 'is invalid');
}

/** A remedy for an unknown name: the most similar known name, or all of them. */
export function suggestion(name: string, allowedNames: readonly string[]): string {
  const likely = allowedNames.length === 0 ? undefined : closest(name, allowedNames);
  if (likely !== undefined && distance(name.toLowerCase(), likely.toLowerCase()) <= Math.max(2, likely.length / 3))
    return `Write "${likely}"`;
  return `Name one of ${allowedNames.filter((each) => !each.startsWith('$')).join(', ')}`;
}

function shortJson(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** `A list of files.` → `a list of files` */
function asClause(description: string): string {
  return `${description.charAt(0).toLowerCase()}${description.slice(1).replace(/\.$/, '')}`;
}
