/** Readers of bodies that are bytes, such as archives. They are streamed and may have any media type, as in engines. */
import { Readable } from 'node:stream';
import { limitPauses } from './limit-pauses.js';
import type { ReadBody } from './read-json-body.js';
import type { ReadOptions } from './read-options.js';

/** Returns a reader that passes the stream of the body on, or an empty stream if there is no body. */
export function bytesBodyReader({ pause }: Pick<ReadOptions, 'pause'>): ReadBody {
  return (request, _problems, use) => {
    const body = request.body();
    if (body === null) return use(Readable.from([]));
    limitPauses(body, request.socket, pause);
    return use(body);
  };
}
