/** Descriptions of streams. */
import type { StreamKind } from '../../emitter/index.js';

/** A sentence for each kind of stream. */
export const streams: Readonly<Record<StreamKind, string>> = {
  'json-lines': 'A stream: one JSON value after another.',
  'event-stream': 'A stream of server-sent events.',
  items: 'A stream of items.',
  raw: 'A stream of raw bytes.',
  multiplexed: 'A stream of frames, each with bytes of standard output or standard error.',
  tar: 'A tar archive.',
  upgrade: 'The connection is upgraded to a two-way byte stream.',
  websocket: 'The connection is upgraded to a WebSocket.',
  http2: 'The connection is upgraded to HTTP/2.',
};
