/** Names what encodings write, so that two which write every value of a type alike are equal. */
import { encodingOfStyle, wireMediaType, type BodyPart, type Encoding, type Type } from '../ir/index.js';
import type { Side } from './side.js';

/** A type, and the API that its references refer to. */
export interface SidedType {
  readonly side: Side;
  readonly type: Type;
}

/** Returns the simplest encoding that writes every value of the type as the given one does. */
export function wireEncoding(encoding: Encoding, { side, type }: SidedType): Encoding {
  const { type: value, nullable } = side.resolve(type);
  const isText = isOf(value, 'string');
  if (encoding === 'json') {
    // Numbers and booleans are the same text in JSON.
    return !nullable && isOf(value, 'integer', 'boolean') ? 'plain' : encoding;
  }
  if (typeof encoding === 'string') return encoding;
  if ('mediaType' in encoding) return isText && wireMediaType(encoding.mediaType) === 'text/plain' ? 'plain' : encoding;
  const { allowReserved, ...rest } = encoding;
  const written = value.kind === 'array' ? side.resolve(value.items).type : value;
  if (allowReserved !== true || !isFreeOfReserved(written)) return encoding;
  return encodingOfStyle(value.kind === 'array' ? 'array' : 'scalar', rest);
}

/** Returns the media types of a part, or none if they are what a part of the type has by default (RFC 7578, OpenAPI). */
export function wirePartTypes(
  { mediaTypes = [] }: BodyPart,
  { side, type }: SidedType,
  isMultipart: boolean,
): readonly string[] {
  const [one, ...more] = mediaTypes.map(wireMediaType);
  if (one === undefined || more.length > 0) return mediaTypes.map(wireMediaType).sort();
  const { type: value } = side.resolve(type);
  const item = value.kind === 'array' && isMultipart ? side.resolve(value.items).type : value;
  return one === defaultPartType(item, isMultipart) ? [] : [one];
}

function defaultPartType(type: Type, isMultipart: boolean): string | undefined {
  if (isOf(type, 'string', 'integer', 'number', 'boolean')) return 'text/plain';
  if (!isMultipart) return undefined;
  if (type.kind === 'bytes') return 'application/octet-stream';
  return type.kind === 'record' || type.kind === 'map' ? 'application/json' : undefined;
}

function isOf(type: Type, ...kinds: readonly ('string' | 'integer' | 'number' | 'boolean')[]): boolean {
  return kinds.some((kind) => type.kind === kind || (type.kind === 'enum' && type.of === kind));
}

/** Whether no value has a reserved character, so that percent-encoding changes none. */
function isFreeOfReserved(type: Type): boolean {
  if (type.kind === 'boolean' || type.kind === 'integer') return true;
  return type.kind === 'enum' && !type.open && type.values.every(({ value }) => /^[\w.~-]*$/.test(String(value)));
}
