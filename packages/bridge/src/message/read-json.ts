/** Reads whole JSON bodies, with a limit. */
import type { Readable } from 'node:stream';
import { jsonProblem } from '@lading/runtime-wire';
import { badGateway } from '../engine/engine-message.js';
import { JsonLimitError, parseAsText } from '@lading/runtime-wire/json';
import { HttpError } from './http-error.js';

/**
 * Reads a JSON body.
 *
 * @param status of the error for a body that is too long
 * @param maxLength in bytes
 * @param parse reads the text; by default numbers stay as they were written
 * @throws HttpError for a body that is too long, or not JSON
 */
export async function readJson(
  body: Readable | Buffer,
  status: 413 | 502,
  maxLength: number,
  parse: (text: string) => unknown = parseAsText,
): Promise<unknown> {
  const tooLong = () => new HttpError(status, `the body is longer than ${maxLength} bytes`);
  const pieces: Buffer[] = [];
  let length = body instanceof Uint8Array ? body.length : 0;
  if (body instanceof Uint8Array) pieces.push(body);
  // The stream stays open, so that a client gets the response of a rejected request.
  else
    try {
      for await (const piece of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        length += piece.length;
        if (length > maxLength) throw tooLong();
        pieces.push(piece);
      }
    } catch (error) {
      if (error instanceof HttpError) throw error;
      throw status === 502 ? badGateway(error) : new HttpError(400, 'the request body cannot be read');
    }
  if (length > maxLength) throw tooLong();
  if (length === 0) return undefined;
  const text = (pieces.length === 1 ? (pieces[0] ?? Buffer.alloc(0)) : Buffer.concat(pieces)).toString('utf8');
  try {
    return parse(text);
  } catch (error) {
    if (status === 502) throw new HttpError(502, 'the engine sent a body that is not JSON');
    if (error instanceof JsonLimitError) throw new HttpError(400, `invalid JSON: ${error.message}`);
    if (!(error instanceof SyntaxError)) throw error;
    throw new HttpError(400, jsonProblem(error, text));
  }
}
