/** The entry point for generated clients. */
export type { Duplex } from 'node:stream';
export * from './call/decoders.js';
export type { CommonGroups } from './call/common.js';
export { connectEngine, engineAt, type CallTable, type EngineConnection, type NoInput } from './call/engine.js';
export type { CallOptions, Operation } from './call/operation.js';
export { withDecoder } from './call/operation.js';
export type { ConnectOptions, Target } from './connect/index.js';
export {
  BadRequest,
  Conflict,
  EngineError,
  Forbidden,
  NotAcceptable,
  NotFound,
  NotImplemented,
  ServerError,
  Unauthorized,
  Unavailable,
} from './error/index.js';
export { Attachment, JsonStream, Output, TarStream, WebSocketDuplex, type OutputChunk } from './stream/index.js';
