/** Encodes a body as `multipart/form-data`, with streams as parts. */
import { jsonText } from '@lading/runtime-wire';
import { InputError } from '../error/index.js';
import type { ContentContract, ContentEncoder } from './content.js';
import { checkPart } from './check-body.js';
import { scalarText } from './parameters.js';
import { encoded, rawContent } from './raw.js';
import { ownValues } from './values.js';

/** The content of a body or a part that is bytes. */
export type ByteContent =
  string | Blob | ArrayBuffer | Uint8Array | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** A part with a file name: for content that is no `File`, such as a stream. */
export class FilePart {
  constructor(
    readonly content: ByteContent,
    readonly name?: string,
    readonly mediaType?: string,
  ) {}
}

/** The type of a body whose bytes may have any form. */
export type ByteInput<T> =
  T extends AsyncIterable<Uint8Array>
    ? ByteContent | FilePart
    : T extends readonly (infer Item)[]
      ? readonly ByteInput<Item>[]
      : T extends object
        ? { readonly [Name in keyof T]: ByteInput<T[Name]> }
        : T;

type MultipartPiece = string | Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;

/**
 * A string, number or boolean is a part of text, `Blob`, bytes and streams are files, an array is one part for each item,
 * and other values are JSON. Without streams, the body has a length and can be sent again.
 */
export const multipart: ContentEncoder = (value, contract) => {
  // The document declares bytes instead of parts: they are encoded already.
  const whole = rawContent(value);
  if (whole !== undefined) return encoded(whole);
  const boundary = `lading-${crypto.randomUUID()}`;
  const pieces = Object.entries(ownValues(value)).flatMap(([name, item]) =>
    (Array.isArray(item) ? itemsOf(item, name, contract) : [item])
      .filter((one) => one !== undefined && one !== null)
      .flatMap((one): readonly MultipartPiece[] => {
        const { head, content } = partOf(name, one, contract);
        return [`--${boundary}\r\n${head}\r\n\r\n`, content, '\r\n'];
      }),
  );
  pieces.push(`--${boundary}--\r\n`);
  const [declared = ''] = contract.body ?? [];
  const type = /^multipart\/[\w.+-]+/.exec(declared)?.[0] ?? 'multipart/form-data';
  const isWhole = pieces.every((piece): piece is Exclude<MultipartPiece, ReadableStream> => !isStream(piece));
  return { body: isWhole ? new Blob(pieces) : joined(pieces), mediaType: `${type}; boundary=${boundary}` };
};

function partOf(name: string, value: unknown, { id, parts = {} }: ContentContract) {
  const file: { content: unknown; name?: string | undefined; mediaType?: string | undefined } =
    value instanceof FilePart ? value : { content: value };
  const content = rawContent(file.content);
  const isFile = content !== undefined && (typeof content !== 'string' || value instanceof FilePart);
  const fileName = file.name ?? (content instanceof Blob && 'name' in content ? String(content.name) : name);
  const blobType = content instanceof Blob && content.type !== '' ? content.type : undefined;
  const isJson = typeof value === 'object' && !isFile;
  if (isJson) checkPart(value, `${id}: the part ${name}`);
  const usual = isFile ? 'application/octet-stream' : isJson ? 'application/json' : undefined;
  const mediaType = file.mediaType ?? blobType ?? concrete(parts[name]?.mediaType) ?? usual;
  if (mediaType !== undefined && /[\r\n]/.test(mediaType)) {
    throw new InputError('HEADER_INJECTION', `${id}: the media type of the part ${name} has a line end.`);
  }
  const disposition = `content-disposition: form-data; name="${quoted(name)}"`;
  return {
    head:
      disposition +
      (isFile ? `; filename="${quoted(fileName)}"` : '') +
      (mediaType === undefined ? '' : `\r\ncontent-type: ${mediaType}`),
    content: content ?? (isJson ? jsonText(value, name) : scalarText(value, name)),
  };
}

/**
 * Returns the parts of an array: its items, or the array as JSON if its only item is a text that servers would read as one.
 *
 * @throws InputError for null, without which the other items would move
 */
function itemsOf(items: readonly unknown[], name: string, { parts }: ContentContract): readonly unknown[] {
  const isDeclared = parts?.[name]?.mediaType !== undefined;
  if (items.length === 1 && !isDeclared && isJsonArray(items[0])) return [items];
  if (items.every((item) => item !== undefined && item !== null)) return items;
  throw new InputError('VALUE_INVALID', `The items of the part ${name} must not be null.`);
}

function isJsonArray(text: unknown): boolean {
  if (typeof text !== 'string' || !text.startsWith('[')) return false;
  try {
    return Array.isArray(JSON.parse(text));
  } catch {
    return false;
  }
}

function concrete(mediaType: string | undefined): string | undefined {
  return mediaType === undefined || /[*,]/.test(mediaType) ? undefined : mediaType;
}

/** Escapes a name as the Fetch standard does. */
function quoted(text: string): string {
  return text.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
}

function isStream(piece: MultipartPiece): piece is ReadableStream<Uint8Array> {
  return piece instanceof ReadableStream;
}

/** Returns the pieces one after another, each read only when its turn comes. */
function joined(pieces: readonly MultipartPiece[]): ReadableStream<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const write = async () => {
    for (const piece of pieces) {
      const stream = isStream(piece) ? piece : new Blob([piece]).stream();
      await stream.pipeTo(writable, { preventClose: true });
    }
    await writable.close();
  };
  // A failure aborts the writable side, and so the request; the call rejects with it.
  write().catch(() => undefined);
  return readable;
}
