/** The wire formats of the container engine HTTP API: pure functions and push parsers, no input or output. */
export { WireError, type WireErrorCode } from './wire-error.js';
export type { StreamName } from './stream-name.js';
export { FrameReader } from './frame-reader.js';
export { frame } from './frame.js';
export { JsonLinesReader, type JsonLinesOptions } from './json-lines-reader.js';
export { jsonLine } from './json-line.js';
export type { Encoding } from './encoding.js';
export { encodeQuery } from './encode-query.js';
export { encodeHeader } from './encode-header.js';
export { fillPath, type FillPathOptions } from './fill-path.js';
export { decodeBase64UrlJson, encodeBase64UrlJson, encodeRegistryAuth } from './base64-url-json.js';
export { decodePathStat, type PathStat } from './path-stat.js';
export { checkFinite } from './check-finite.js';
