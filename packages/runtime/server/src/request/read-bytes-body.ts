/** Bodies that are bytes: an archive, a context. They flow, whatever media type was said, as for engines. */
import { Readable } from 'node:stream';
import type { ReadBody } from './read-json-body.js';

/** A stream without bytes where there is no body. */
export function bytesBodyReader(): ReadBody {
  return (request, _problems, use) => use(request.body() ?? Readable.from([]));
}
