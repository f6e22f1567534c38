/** The public API of the client runtime, common to all generated clients. */
export type { AcceptOptions, CallOptions, ClientOptions, DownloadProgress, Middleware } from './call/call-options.js';
export { createCaller, type Caller } from './call/caller.js';
export type { ClientConnection } from './call/client.js';
export { isErrorOf } from './call/operation.js';
export type { ErrorsOf, Operation, ResultOf } from './call/operation.js';
export { serverUrl, type ServerTemplate } from './call/server-url.js';
export * from './error/index.js';
export { retry, type RetryOptions } from './middleware/retry.js';
export * from './middleware/validate-calls.js';
export { paginate, type PagedOperation, type Pages } from './pagination/paginate.js';
export type { ClientRequest, Transport } from './request/client-request.js';
export { FilePart, type ByteContent } from './request/multipart.js';
export type { StatusResult } from './response/by-status.js';
export { Download } from './response/download.js';
export type { BasicCredential, Credential, CredentialRequest } from './security/security-scheme.js';
export type { ServerEvent } from './stream/events.js';
export { ItemStream } from './stream/item-stream.js';
