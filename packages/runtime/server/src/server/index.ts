export type { Awaitable, Call, RequestHead } from './call.js';
export type { HandlerTable } from './handler-table.js';
export type { CloseOptions, ApiServer, FetchEnvironment, ListenAddress, Listening } from './api-server.js';
export type { BodylessCall, Hooks, Outcome, ServedVersion, SharedOptions } from './options.js';
