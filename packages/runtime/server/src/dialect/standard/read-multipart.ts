/** Reads `multipart/form-data`, with the parser of the platform's Fetch. */
import { any, type ContentContract, type Schema } from '@lading/runtime-wire';
import { BadRequest } from '../../error/index.js';
import { coerce } from './coerce.js';
import { fieldsOf } from './form-fields.js';

/** A file of a form. Its bytes are in memory: the limit of a body applies to the whole form. */
export class ReceivedFile implements AsyncIterable<Uint8Array> {
  readonly name: string;
  readonly mediaType: string;
  readonly size: number;
  readonly #file: Blob;

  constructor(file: File) {
    this.name = file.name;
    this.mediaType = file.type;
    this.size = file.size;
    this.#file = file;
  }

  async bytes(): Promise<Uint8Array> {
    return new Uint8Array(await this.#file.arrayBuffer());
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    yield await this.bytes();
  }
}

/** A part is text, JSON for arrays and objects, or a file; parts of one name are an array. @throws BadRequest */
export async function readMultipart(bytes: Buffer, type: string, contract: ContentContract): Promise<unknown> {
  const form = await formOf(bytes, type);
  const fields = fieldsOf(contract.schema ?? any);
  const values: [string, unknown][] = [];
  for (const name of new Set(form.keys())) {
    const schema = (Object.hasOwn(fields.named, name) ? fields.named[name] : undefined) ?? fields.rest;
    const given = await Promise.all(form.getAll(name).map((part) => valueOf(part, schema)));
    const value = given.length === 1 && !isArray(schema) ? given[0] : given.length === 1 ? oneItem(given[0]) : given;
    values.push([name, coerce(schema, value)]);
  }
  return Object.fromEntries(values);
}

async function formOf(bytes: Buffer, type: string): Promise<FormData> {
  const formType = type.replace(/^\s*multipart\/[^;\s]+/i, 'multipart/form-data');
  try {
    return await new Response(Uint8Array.from(bytes), { headers: { 'content-type': formType } }).formData();
  } catch {
    throw new BadRequest('the body is not multipart/form-data');
  }
}

/** A file is text where the schema has no bytes: clients may name files of JSON. */
async function valueOf(part: string | File, schema: Schema): Promise<unknown> {
  if (typeof part === 'string') return hasBytes(schema) ? new ReceivedFile(new File([part], '')) : part;
  return hasBytes(schema) || target(schema).kind === 'any' ? new ReceivedFile(part) : part.text();
}

/** One part may be the whole array as JSON. */
function oneItem(value: unknown): unknown {
  return typeof value === 'string' && value.startsWith('[') ? value : [value];
}

function isArray(schema: Schema): boolean {
  return target(schema).kind === 'array';
}

function hasBytes(schema: Schema): boolean {
  const one = target(schema);
  return one.kind === 'bytes' || (one.kind === 'array' && hasBytes(one.items));
}

function target(schema: Schema): Schema {
  return schema.kind === 'ref' ? target(schema.to()) : schema.kind === 'nullable' ? target(schema.of) : schema;
}
