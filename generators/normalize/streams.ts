/** Recognizes streams: declared ones, and those that follow from the media type. */
import { get, isObject, type JsonObject } from '../document/index.js';
import { streamKinds, type Stream, type Type } from '../ir/index.js';

/** Reads `x-lading-stream: {kind: …}`; an unknown kind is ignored. */
export function declaredStream(value: JsonObject): Stream | undefined {
  const stream = get(value, 'x-lading-stream');
  if (!isObject(stream)) return undefined;
  const kind = streamKinds.find((candidate) => candidate === get(stream, 'kind'));
  return kind && { kind, ...(get(stream, 'wholeEvents') === true && { wholeEvents: true as const }) };
}

/** Returns the stream of a media type with `itemSchema`, the schema of one item. */
export function itemStream(mediaType: string): Stream {
  if (isEventStream(mediaType)) return { kind: 'event-stream', wholeEvents: true };
  return { kind: isJsonSequence(mediaType) ? 'json-lines' : 'items' };
}

/** Returns the stream of a media type, if the document does not declare one. */
export function defaultStream(mediaType: string, type: Type): Stream | undefined {
  if (isEventStream(mediaType)) return { kind: 'event-stream' };
  if (type.kind !== 'bytes') return isJsonSequence(mediaType) ? { kind: 'json-lines' } : undefined;
  if (/multiplexed-stream$/.test(mediaType)) return { kind: 'multiplexed' };
  return /\bx-tar$/.test(mediaType) ? { kind: 'tar' } : { kind: 'raw' };
}

/** Returns the type of content without a schema. */
export function defaultType(mediaType: string): Type {
  if (isJson(mediaType) || isJsonSequence(mediaType)) return { kind: 'any' };
  return { kind: isEventStream(mediaType) ? 'string' : 'bytes' };
}

export function isJson(mediaType: string): boolean {
  return /[/+]json\b/i.test(mediaType) && !isJsonSequence(mediaType);
}

/** Whether a media type is a sequence of JSON values; its schema is that of one value. */
export function isJsonSequence(mediaType: string): boolean {
  return /[/+-](ndjson|jsonl|jsonlines|json-lines|json-seq|stream\+json)$/i.test(essence(mediaType));
}

function isEventStream(mediaType: string): boolean {
  return essence(mediaType).toLowerCase() === 'text/event-stream';
}

/** Returns a media type without its parameters. */
function essence(mediaType: string): string {
  return (mediaType.split(';')[0] ?? '').trim();
}
