/** The public API of the client runtime, common to all generated clients. */
export type { ByteStream, Outcome } from './call/decoders.js';
export type { EngineConnection } from './call/engine.js';
export { findEngine, type FoundEngine } from './call/find-engine.js';
export { isErrorOf } from './call/operation.js';
export type { Call, CallMiddleware } from './call/middleware.js';
export { retry, type RetryOptions } from './call/retry.js';
export type { ResponseHead, CallOptions, ErrorsOf, Operation, ResultOf } from './call/operation.js';
export * from './connect/index.js';
export * from './credentials/index.js';
export * from './error/index.js';
export * from './stream/index.js';
export { decodePathStat, type PathStat } from '@lading/runtime-wire';
