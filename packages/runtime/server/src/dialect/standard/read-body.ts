/** Readers of bodies by their media type. */
import { hasRepeatedKeysIn } from '@lading/runtime-wire/json';
import { essenceOf, string, type ContentContract, type OperationContract, type Schema } from '@lading/runtime-wire';
import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { BadRequest, HttpError } from '../../error/index.js';
import type { HostRequest } from '../../host/index.js';
import { parseJson, readWhole, type ReadOptions } from '../../request/index.js';
import { readerOf, unwrapSchema, type Problems } from '../../schema/index.js';
import { coerce } from './coerce.js';
import { readForm } from './read-form.js';
import { readMultipart } from './multipart/read-multipart.js';
import { textOf, entryFor, isJson } from './text-of.js';

/** Returns the body: undefined if there is none, and a `Readable` for bytes. Problems are added. */
type BodyReader = (request: HostRequest, problems: Problems) => unknown;

export function bodyReader({ body }: OperationContract, options: ReadOptions): BodyReader {
  if (body === undefined) return () => undefined;
  const content = contentOf(body);
  const accepted = Object.keys(content);
  return (request, problems) => {
    const { headers } = request;
    const length = headers['content-length'];
    const stream = length === '0' && headers['content-type'] === undefined ? null : request.body();
    if (stream === null && !isForm(headers['content-type'] ?? '')) return absent(body.required === true, problems);
    const type = headers['content-type'] ?? accepted[0] ?? 'application/octet-stream';
    const contract = contentFor(content, type);
    if (contract === undefined) throw unsupportedType(type, accepted);
    const schema = schemaOf(contract, type);
    if (schema === undefined) return stream ?? Readable.from([]);
    const check = (value: unknown): unknown => checkBody(schema, value, problems, isText(contract, type));
    // A form without fields has no bytes.
    if (stream === null) return check(readForm('', contract));
    if (essenceOf(type).startsWith('multipart/')) return readMultipart(stream, type, contract, options).then(check);
    return readWhole(stream, options, length, (bytes) => {
      if (bytes.length === 0 && headers['content-type'] === undefined) return absent(body.required === true, problems);
      return check(decode(bytes, type, contract, options));
    });
  };
}

/** Returns the content of a body by media type. */
export function contentOf(body: NonNullable<OperationContract['body']>): Readonly<Record<string, ContentContract>> {
  return body.content ?? defaultContent(body);
}

export function contentFor(
  content: Readonly<Record<string, ContentContract>>,
  mediaType: string,
): ContentContract | undefined {
  return entryFor(content, mediaType) ?? jsonEntry(content, mediaType);
}

export function unsupportedType(mediaType: string, accepted: readonly string[]): HttpError {
  const message = `the body must be ${accepted.join(' or ')}, not ${essenceOf(mediaType).slice(0, 100)}`;
  return new HttpError(415, message, { headers: { Accept: accepted.join(', ') } });
}

/** Returns the schema of the value that handlers receive; undefined for bytes. */
export function schemaOf({ schema, stream, text }: ContentContract, type: string): Schema | undefined {
  if (schema === undefined || stream !== undefined) return undefined;
  if (isJson(type) || isForm(type)) return schema;
  if (text !== true) return undefined;
  // The schema of XML is that of its elements.
  return isScalar(schema) ? schema : string;
}

/** Whether a body is text, which a handler receives as it is: no JSON and no form. */
export function isText({ text }: ContentContract, type: string): boolean {
  return text === true && !isJson(type) && !isForm(type);
}

/** Reads a body. Text that says a number is checked as the number, and remains text for the handler. */
export function checkBody(schema: Schema, body: unknown, problems: Problems, isText: boolean): unknown {
  const before = problems.list.length;
  const value = readerOf(schema, 'strict')(isText ? coerce(schema, body) : body, problems);
  if (problems.list.length > before) problems.within('body', before);
  return isText ? body : value;
}

function isScalar(schema: Schema): boolean {
  const bare = unwrapSchema(schema);
  if (bare.kind === 'union') return bare.options.every(isScalar);
  return ['string', 'enum', 'integer', 'number', 'boolean'].includes(bare.kind);
}

function isForm(type: string): boolean {
  return /^(multipart\/|application\/x-www-form-urlencoded$)/.test(essenceOf(type));
}

function absent(isRequired: boolean, problems: Problems): undefined {
  if (isRequired) problems.addRule('is required', '/body');
}

function defaultContent(body: NonNullable<OperationContract['body']>): Readonly<Record<string, ContentContract>> {
  if (body.kind === 'json') return { 'application/json': { schema: body.schema } };
  return Object.fromEntries((body.mediaTypes ?? ['*/*']).map((type) => [type, {}]));
}

/** All JSON media types of one body have the same schema, unless the contract tells them apart. */
function jsonEntry(content: Readonly<Record<string, ContentContract>>, type: string): ContentContract | undefined {
  return isJson(type) ? Object.entries(content).find(([key]) => isJson(key))?.[1] : undefined;
}

function decode(bytes: Buffer, type: string, contract: ContentContract, options: ReadOptions): unknown {
  const essence = essenceOf(type);
  if (isJson(essence)) {
    // JSON is UTF-8, whatever its media type says.
    if (!isUtf8(bytes)) throw new BadRequest('invalid JSON: it must be UTF-8');
    const { value, hasRepeatedKeys } = parseJson(bytes, options);
    if (hasRepeatedKeys && hasRepeatedKeysIn(value)) throw new BadRequest('invalid JSON: an object has a key twice');
    return value;
  }
  if (essence === 'application/x-www-form-urlencoded') return readForm(textOf(bytes, essence), contract);
  return textOf(bytes, type);
}
