/** The content of a body or response by media type, where one schema or bytes do not say it → code. */
import {
  data,
  entryKey,
  list,
  literal,
  object,
  type Code,
  type CodeEntry,
  type Data,
  contentForm,
  isJsonContent,
  type Content,
  type Header,
  type BodyPart,
} from '../../emitter/index.js';
import { typeCode, type Refer } from './type-code.js';

/**
 * Returns the content of each media type, or nothing if it is one JSON value, the same JSON value in several media types, or
 * bytes.
 */
export function contentEntry(content: readonly Content[], refer: Refer): readonly CodeEntry[] {
  const schemas = new Set(content.map(({ type }) => JSON.stringify(type)));
  const isJson = schemas.size === 1 && content.every((one) => one.stream === undefined && isJsonContent(one));
  const isPlain = isJson || content.every((one) => isBytes(one));
  const isOneStream = content.length === 1 && content[0]?.stream?.kind === 'json-lines';
  if (isPlain || isOneStream) return [];
  return [['content', object(content.map((one): CodeEntry => [entryKey(one.mediaType), contentCode(one, refer)]))]];
}

function isBytes({ type, stream }: Content): boolean {
  return type.kind === 'bytes' && stream?.kind !== 'event-stream' && stream?.kind !== 'items';
}

const streamsOfItems: ReadonlySet<string> = new Set(['json-lines', 'event-stream', 'items']);

function contentCode(content: Content, refer: Refer): Code {
  const { type, stream, parts = [] } = content;
  return object([
    ...(type.kind === 'bytes' ? [] : [['schema', typeCode(type, refer)] as const]),
    ...(contentForm(content) === 'text' ? [['text', 'true'] as const] : []),
    ...(stream && streamsOfItems.has(stream.kind) ? [['stream', literal(stream.kind)] as const] : []),
    ...(stream?.wholeEvents ? [['wholeEvents', 'true'] as const] : []),
    ...(parts.length === 0
      ? []
      : [['parts', object(parts.map((part): CodeEntry => [entryKey(part.name), partCode(part, refer)]))] as const]),
  ]);
}

function partCode({ mediaTypes, isText, encoding, headers }: BodyPart, refer: Refer): Code {
  return object([
    ...(mediaTypes === undefined ? [] : [['mediaTypes', list(mediaTypes.map(literal))] as const]),
    ...(isText ? [['text', 'true'] as const] : []),
    ...(encoding === undefined ? [] : [['encoding', data(encoding as Data)] as const]),
    ...(headers === undefined ? [] : [['headers', headersCode(headers, refer)] as const]),
  ]);
}

export function headersCode(headers: readonly Header[], refer: Refer): Code {
  return object(
    headers.map(({ name, encoding, type, required }): CodeEntry => {
      const header = object([
        ['encoding', data(encoding as Data)],
        ['schema', typeCode(type, refer)],
        ...(required ? [['required', 'true'] as const] : []),
      ]);
      return [entryKey(name), header];
    }),
  );
}
