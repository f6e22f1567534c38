/** Splits a multipart form into its parts while it arrives. */
import type { Readable } from 'node:stream';
import { BadRequest, HttpError } from '../../../error/index.js';
import { deadline, type ReadOptions } from '../../../request/index.js';
import { arrivingFile } from './arriving-file.js';

export interface FormPart {
  readonly name: string;
  /** Undefined if the part is no file. */
  readonly fileName: string | undefined;
  readonly mediaType: string;
  /** The media type with its parameters, such as the charset of a text. */
  readonly contentType: string;
  /** The bytes; those of the last file may still arrive. */
  readonly content: Buffer | AsyncIterable<Uint8Array>;
}

/** Bodies up to this many bytes are read even if all bodies together are too large. */
const smallBody = 65_536;

/**
 * Resolves with all parts, or with those up to the file that makes the form larger than `limits.body`: it arrives while
 * it is read, and must be the last part.
 *
 * @throws (rejects) BadRequest for a malformed form; HttpError 408, 413 and 503 for one beyond the limits
 */
export async function formParts(stream: Readable, type: string, options: ReadOptions): Promise<readonly FormPart[]> {
  const parser = await parserOf(type.replace(/^\s*multipart\/[^;\s]+/i, 'multipart/form-data'), options.values);
  let complete: () => void = () => undefined;
  let abort: (error: HttpError) => void = () => undefined;
  const isComplete = new Promise<void>((resolve, reject) => {
    complete = resolve;
    abort = reject;
  });
  // Nobody waits for the end of a form that is in memory.
  isComplete.catch(() => undefined);
  return new Promise((resolve, reject) => {
    const parts: FormPart[] = [];
    let size = 0;
    let isSettled = false;
    const settle = (): boolean => {
      if (isSettled) return false;
      isSettled = true;
      options.bodyMemory.giveBack(size);
      cancelDeadline?.();
      return true;
    };
    const fail = (error: HttpError): void => {
      stream.unpipe(parser);
      abort(error);
      if (settle()) reject(error);
    };
    const late = (): void => fail(new HttpError(408, 'the request body did not arrive in time'));
    const cancelDeadline = options.wholeBody > 0 ? deadline(options.wholeBody, late) : undefined;

    let contentType = '';
    onPartHeader(parser, (type) => (contentType = type));
    parser.on('file', (name, part, fileName, _encoding, mediaType) => {
      part.on('error', () => fail(malformed()));
      const head = { name: unescaped(name), fileName: fileName && unescaped(fileName), mediaType, contentType };
      if (isSettled) {
        fail(
          new BadRequest(
            `/body/${head.name} must precede a file that makes the form larger than ${options.body} bytes`,
          ),
        );
        part.resume();
        return;
      }
      const chunks: Buffer[] = [];
      const onData = (chunk: Buffer): void => {
        if (isSettled) return;
        chunks.push(chunk);
        size += chunk.length;
        const hasRoom = options.bodyMemory.take(chunk.length);
        if (options.body > 0 && size > options.body) {
          if (fileName === undefined)
            return fail(new HttpError(413, `the request body is larger than ${options.body} bytes`));
          part.off('data', onData).pause();
          const content = arrivingFile(chunks, part, isComplete, options);
          if (settle()) resolve([...parts, { ...head, content }]);
        } else if (!hasRoom && size > smallBody) {
          fail(new HttpError(503, 'there are too many large request bodies at the same time, try again'));
        }
      };
      part.on('data', onData);
      part.on('end', () => isSettled || parts.push({ ...head, content: Buffer.concat(chunks) }));
    });
    parser.on('partsLimit', () => fail(new BadRequest(`the form has more than ${options.values} parts`)));
    parser.on('error', () => fail(malformed()));
    parser.on('finish', () => {
      complete();
      if (settle()) resolve(parts);
    });
    stream.on('error', (error) =>
      fail(error instanceof HttpError ? error : new BadRequest('the request body cannot be read')),
    );
    stream.on('close', () => stream.readableEnded || fail(new BadRequest('the request body is incomplete')));
    stream.pipe(parser);
  });
}

/** @throws (rejects) BadRequest if the media type has no boundary */
async function parserOf(
  type: string,
  parts: number,
): Promise<InstanceType<(typeof import('@fastify/busboy'))['Busboy']>> {
  const { Busboy } = await import('@fastify/busboy');
  try {
    return new Busboy({
      headers: { 'content-type': type },
      isPartAFile: (name) => name !== undefined,
      limits: { headerPairs: 100, ...(parts > 0 && { parts }) },
      preservePath: true,
    });
  } catch {
    throw new BadRequest('the media type of the body has no boundary');
  }
}

interface PartEmitter {
  prependListener(event: 'part', listener: (part: HeaderEmitter) => void): void;
}

interface HeaderEmitter {
  on(event: 'header', listener: (header: Readonly<Record<string, readonly string[] | undefined>>) => void): void;
}

/** Passes the media type of each part with its parameters, which busboy does not pass with files, before the event `file`. */
function onPartHeader(busboy: object, onType: (contentType: string) => void): void {
  const { _parser: multipart } = busboy as { readonly _parser: { readonly parser: PartEmitter } };
  multipart.parser.prependListener('part', (part) =>
    part.on('header', (header) => onType(header['content-type']?.[0] ?? '')),
  );
}

function malformed(): BadRequest {
  return new BadRequest('the body is not multipart/form-data');
}

/** Decodes what the Fetch standard escapes in names. */
function unescaped(name: string): string {
  return name.replace(/%(?:0[AD]|22)/gi, decodeURIComponent);
}
