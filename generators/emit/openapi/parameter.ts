/** Parameters and headers → those of OpenAPI, with their serialization. */
import {
  objectOf,
  styleOfEncoding,
  type Encoding,
  type Header,
  type Json,
  type JsonObject,
  type Parameter,
} from '../../emitter/index.js';
import { notesJson } from './notes.js';
import { fieldSchema, schemaOf } from './schema.js';

export function parameterJson(parameter: Parameter): JsonObject {
  const { name, in: place, required, slashes, allowEmptyValue, encoding, type, default: standard } = parameter;
  const preset = standard !== undefined && { default: standard as Json };
  return {
    name,
    in: place,
    ...(required && { required }),
    ...notesJson(parameter),
    ...(slashes && { 'x-lading-slashes': slashes }),
    ...(allowEmptyValue && { allowEmptyValue }),
    ...serialized(encoding, place, { ...schemaOf(type), ...preset }, preset || {}),
  };
}

export function headersJson(headers: readonly Header[]): JsonObject {
  return objectOf(headers.map((header) => [header.name, headerJson(header)]));
}

function headerJson(header: Header): JsonObject {
  const {
    title: _title,
    description,
    deprecated,
    since,
    until,
    rules: _rules,
    example,
    examples,
    extensions,
    ...field
  } = header;
  const notes = {
    ...(description !== undefined && { description }),
    ...(deprecated && { deprecated }),
    ...(since && { since }),
    ...(until && { until }),
    ...(example !== undefined && { example }),
    ...(examples && { examples }),
    ...(extensions && { extensions }),
  };
  return {
    ...notesJson(notes),
    ...(header.required && { required: true }),
    ...serialized(header.encoding, 'header', fieldSchema(field), {}),
  };
}

/** Returns the schema of a value with its style, or its content. @param whole what the schema says besides the type */
function serialized(encoding: Encoding, place: string, schema: JsonObject, whole: JsonObject): JsonObject {
  if (encoding === 'json' || encoding === 'base64url-json') {
    const base64url = encoding === 'base64url-json' && { contentEncoding: 'base64url' };
    const { default: _default, ...contentSchema } = schema;
    return { schema: { type: 'string', ...base64url, contentMediaType: 'application/json', contentSchema, ...whole } };
  }
  if (typeof encoding === 'object' && 'mediaType' in encoding) {
    return { content: { [encoding.mediaType]: { schema } } };
  }
  return { ...styleJson(encoding, place), schema };
}

/** Returns the keywords of a style, without those that are the default at the location. */
export function styleJson(encoding: Encoding, place: string): JsonObject {
  // What is not an array or object has no style.
  const found = encoding === 'plain' ? undefined : styleOfEncoding(encoding, place);
  if (found === undefined) return {};
  const { style, explode, allowReserved } = found;
  const usual = styleOfEncoding('plain', place)?.style;
  // The style of Swagger 2.0 that no later version has.
  const keyword = style === 'tabDelimited' ? 'x-lading-style' : 'style';
  return {
    ...(style !== usual && { [keyword]: style }),
    ...((explode ?? false) !== (style === 'form') && { explode: explode ?? false }),
    ...(allowReserved && { allowReserved }),
  };
}
