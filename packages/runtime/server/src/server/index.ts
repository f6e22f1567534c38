export type { Awaitable, Call, RequestHead } from './call.js';
export { createServerOf } from './create-server-of.js';
export type { HandlerTable } from './handler-table.js';
export type { CloseOptions, EngineServer, FetchEnvironment, ListenAddress, Listening } from './engine-server.js';
export type { BodylessCall, Hooks, Outcome, ServedVersion, ServerOptions } from './options.js';
