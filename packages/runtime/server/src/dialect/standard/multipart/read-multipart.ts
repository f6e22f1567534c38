/** Reads `multipart/form-data`: the parts have the types that the schema and their encodings give them. */
import { any, type ContentContract, type Schema } from '@lading/runtime-wire';
import type { Readable } from 'node:stream';
import type { ReadOptions } from '../../../request/index.js';
import { unwrapSchema } from '../../../schema/index.js';
import { fits } from '../choose-option.js';
import { coerce } from '../coerce.js';
import { emptyValues, fieldsOf } from '../form-fields.js';
import { formParts, type FormPart } from './form-parts.js';
import { textOf, isJson } from '../text-of.js';
import { ReceivedFile } from './received-file.js';

/** A part is text, JSON, or a file; parts of one name are an array. @throws (rejects) HttpError, see `formParts` */
export async function readMultipart(
  stream: Readable,
  type: string,
  { schema: formSchema = any, parts: declared = {} }: ContentContract,
  options: ReadOptions,
): Promise<unknown> {
  const fields = fieldsOf(formSchema);
  const parts = await formParts(stream, type, options);
  const names = new Set(parts.map(({ name }) => name));
  const values = [...names].map((name): [string, unknown] => {
    const schema = (Object.hasOwn(fields.named, name) ? fields.named[name] : undefined) ?? fields.rest;
    const isText = Object.hasOwn(declared, name) && declared[name]?.text === true;
    const items = parts.filter((part) => part.name === name).map((part) => valueOf(part, { schema, isText }, options));
    const [first] = items;
    if (items.length > 1) return [name, coerce(schema, items)];
    return [name, coerce(schema, isArray(schema) && (isText || !isWholeArray(first, schema)) ? [first] : first)];
  });
  return Object.fromEntries([...values, ...emptyValues(fields, names)]);
}

/** A file is text where the schema has no bytes: clients may name files of JSON. */
function valueOf(
  { name, fileName, mediaType, contentType, content }: FormPart,
  { schema, isText }: { readonly schema: Schema; readonly isText: boolean },
  { body }: ReadOptions,
): unknown {
  const isFile = hasBytes(schema) || (fileName !== undefined && unwrapSchema(schema).kind === 'any');
  if (isFile || !Buffer.isBuffer(content)) return new ReceivedFile({ name: fileName ?? '', mediaType }, content, body);
  const text = textOf(content, isJson(mediaType) ? '' : contentType, `/body/${name}`);
  return isJson(mediaType) && !isText ? jsonValue(text, schema) : text;
}

/** Clients also send plain texts as parts of JSON. */
function jsonValue(text: string, schema: Schema): unknown {
  try {
    const value: unknown = JSON.parse(text);
    const { kind } = unwrapSchema(schema);
    return fits(schema, value) || (kind !== 'string' && kind !== 'array') ? value : text;
  } catch {
    return text;
  }
}

/** One part may be the whole array as JSON, unless it is an item of that. A text that may be both is the array. */
function isWholeArray(value: unknown, schema: Schema): boolean {
  const array = unwrapSchema(schema);
  const items = array.kind === 'array' ? array.items : any;
  if (Array.isArray(value)) return !fits(items, value);
  if (typeof value !== 'string' || !value.startsWith('[')) return false;
  return !fits(items, coerce(items, value)) || fits(schema, coerce(schema, value));
}

function isArray(schema: Schema): boolean {
  return unwrapSchema(schema).kind === 'array';
}

function hasBytes(schema: Schema): boolean {
  const one = unwrapSchema(schema);
  return one.kind === 'bytes' || (one.kind === 'array' && hasBytes(one.items));
}
