export { atOnce, earlyReply, hasEarlyHead } from './early-reply.js';
export { encodeHeaders } from './encode-headers.js';
export { endToEndHeaders } from './end-to-end-headers.js';
export { RawResponse, rawResponse, type RawHeaders } from './raw-response.js';
export { Reply, reply } from './reply.js';
export { usualStatus, writeReply, type WriteContext } from './reply-writer.js';
export { sessionKind } from './session-reply.js';
