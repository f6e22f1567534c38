/** Descriptions of streams. */
import type { StreamKind } from '../../ir/index.js';

/** A sentence for each kind of stream. */
export const streams: Readonly<Record<StreamKind, string>> = {
  'json-lines': 'A stream: one JSON value after another.',
  raw: 'A stream of bytes as they come.',
  multiplexed: 'A stream of frames, each with bytes of standard output or standard error.',
  tar: 'A tar archive.',
  upgrade: 'The connection becomes a stream in both directions.',
  websocket: 'The connection becomes a websocket.',
  http2: 'The connection becomes one of HTTP/2.',
};
