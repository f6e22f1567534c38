/** Readers of bodies that are bytes, such as archives. They are streamed and may have any media type, as in engines. */
import { Readable } from 'node:stream';
import type { ReadBody } from './read-json-body.js';

/** Returns a reader that passes the stream of the body on, or an empty stream if there is no body. */
export function bytesBodyReader(): ReadBody {
  return (request, _problems, use) => use(request.body() ?? Readable.from([]));
}
