/** Parses the place of a conversion rule: its `at`. */
import { get, isArray, isObject, type Json, type JsonObject } from '../document/index.js';
import { conversionPath, nameInPath, type ConversionPlace } from '../ir/index.js';
import { LadingError } from '../diagnostics/index.js';

const allowedKeys = ['operations', 'body', 'query', 'path', 'header', 'schema', 'only', 'paths'];
const remedy =
  'Write operations with body, query (and path), header or nothing, schema, only, or paths: {operations: [PetPrune], query: filters, path: all}';

/**
 * Parses `at`.
 *
 * @throws LadingError `OVERLAY_RULE` if it names no place or more than one
 */
export function placeOf(at: Json | undefined, place: string): ConversionPlace {
  if (!isObject(at)) throw problem(place, 'at must be an object');
  const unknownKey = Object.keys(at).find((key) => !allowedKeys.includes(key));
  if (unknownKey !== undefined) throw problem(place, `${JSON.stringify(unknownKey)} is not a property of a place`);
  const kinds = (['body', 'query', 'header', 'schema', 'only', 'paths'] as const).filter(
    (key) => get(at, key) !== undefined,
  );
  if (kinds.length > 1) throw problem(place, `a rule acts at one place, not at ${kinds.join(' and ')}`);
  const [kind = 'operation'] = kinds;
  if (kind !== 'query' && get(at, 'path') !== undefined) throw problem(place, 'path belongs to query');
  const operations = operationsOf(at, place);
  if (operations.length === 0 && !['schema', 'only', 'paths'].includes(kind))
    throw problem(place, 'the operations are missing');
  switch (kind) {
    case 'body':
      return { in: 'body', operations, path: pathOf(at, 'body', place) };
    case 'query': {
      const path = get(at, 'path') === undefined ? '' : pathOf(at, 'path', place);
      return { in: 'query', operations, name: text(at, 'query', place), path };
    }
    case 'header':
      return { in: 'header', operations, name: text(at, 'header', place) };
    case 'schema': {
      const whole = pathOf(at, 'schema', place);
      const [schema = ''] = conversionPath(whole);
      return { in: 'schema', operations, schema, path: whole.slice(nameInPath(schema).length).replace(/^\./, '') };
    }
    case 'only': {
      const side = get(at, 'only');
      if (side !== 'older' && side !== 'newer') throw problem(place, 'only must be older or newer');
      return { in: 'only', operations, side };
    }
    case 'paths': {
      const path = text(at, 'paths', place);
      if (!path.startsWith('/')) throw problem(place, 'paths must begin with a slash');
      if (operations.length > 0) throw problem(place, 'paths tell the operations');
      return { in: 'paths', operations, path };
    }
    case 'operation':
      return { in: 'operation', operations };
  }
}

function operationsOf(at: JsonObject, place: string): readonly string[] {
  const operations = get(at, 'operations') ?? [];
  if (isArray(operations) && operations.every((id) => typeof id === 'string')) return operations.map(identifierOf);
  throw problem(place, 'operations must be an array of operation identifiers');
}

/** An operation may be named by the operationId of the document: the identifier of `list_pets` is `ListPets`. */
function identifierOf(operationId: string): string {
  const words = operationId.split(/[^\p{L}\p{N}]+/u);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** Accepts only the normal form of a path, so that each place has one spelling. */
function pathOf(at: JsonObject, key: string, place: string): string {
  const path = get(at, key);
  if (typeof path !== 'string') throw problem(place, `${key} must be a path`);
  const written = conversionPath(path)
    .map((segment, index) => {
      if (segment === '[]' || segment === '{}') return segment;
      return `${index === 0 ? '' : '.'}${nameInPath(segment)}`;
    })
    .join('');
  if (written === path) return path;
  throw problem(place, `${JSON.stringify(path)} is not a path; ${JSON.stringify(written)} would be one`);
}

function text(at: JsonObject, key: string, place: string): string {
  const value = get(at, key);
  if (typeof value === 'string' && value !== '') return value;
  throw problem(place, `${key} must be a name`);
}

function problem(place: string, subject: string): LadingError {
  return new LadingError({ code: 'OVERLAY_RULE', subject, place, remedy });
}
