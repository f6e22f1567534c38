/** Decodes text of a request. */
import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { BadRequest, HttpError } from '../../error/index.js';
import { essenceOf, isWithin, sharedParameters } from '@lading/runtime-wire';

/**
 * Returns the text of bytes in the charset of a media type.
 *
 * @throws BadRequest for bytes that are no such text, which a handler would see as replacement characters; HttpError 415 for an
 *   unknown charset
 */
export function textOf(bytes: Buffer, mediaType: string, subject = '/body'): string {
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(mediaType)?.[1] ?? 'utf-8';
  if (/^(utf-?8|us-ascii)$/i.test(charset)) {
    if (isUtf8(bytes)) return bytes.toString('utf8');
    throw new BadRequest(`${subject} must be text in UTF-8`);
  }
  const decoder = decoderOf(charset);
  try {
    return decoder.decode(bytes);
  } catch {
    throw new BadRequest(`${subject} must be text in ${charset.slice(0, 40)}`);
  }
}

function decoderOf(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true });
  } catch {
    throw new HttpError(415, `the charset ${JSON.stringify(charset.slice(0, 40))} is not supported`);
  }
}

/** Media types: which entry of a content a `Content-Type` names. */
export function isJson(mediaType: string): boolean {
  return /[/+]json$/.test(essenceOf(mediaType));
}

/** Returns the first entry whose media type or range contains the given one; exact entries and those of its parameters count first. */
export function entryFor<T>(content: Readonly<Record<string, T>>, mediaType: string): T | undefined {
  const entries = Object.entries(content);
  const [exact] = entries
    .filter(([key]) => essenceOf(key) === essenceOf(mediaType))
    .sort(([one], [other]) => sharedParameters(mediaType, other) - sharedParameters(mediaType, one));
  return (exact ?? entries.find(([range]) => isWithin(mediaType, range)))?.[1];
}
