/** The host for HTTP/1.1 on Node, for servers and gateways: `NodeHost` calls a function with each request. */
export type * from './host-message.js';
export { HttpError } from '../error/index.js';
export { defaultHostLimits, type HostLimits } from './host-limits.js';
export type { CloseOptions, ListenAddress, Listening } from './listen-address.js';
export { ChunkDecoder } from './node/chunk-decoder.js';
export { NodeHost, type NodeHostOptions, type ServeRequest } from './node/node-host.js';
export type { MalformedResponse } from './node/client-error.js';
export type { UpgradeListener } from './node/upgrade.js';
export type { NodeExchange } from './node/node-exchange.js';
export type { NodeRequest, RunningCalls } from './node/node-request.js';
export { send } from './node/send.js';
export { sendInformation } from './node/send-information.js';
