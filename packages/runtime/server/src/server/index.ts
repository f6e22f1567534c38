export type { Awaitable, BodylessCall, Call, CallState, RequestHead, HandlerTable } from './call.js';
export { callWith, type CallChanges } from './derived-call.js';
export type { FormatError, FormattedError, FormattedFailure } from './format-error.js';
export type { EndedRequest, Ending, HookReply, Hooks, OperationHooks, Outcome } from './hooks.js';
export type { OwnRouteCall, OwnRouteHandler, OwnRoutes } from './own-routes.js';
export type { CloseOptions, ApiServer, FetchEnvironment, ListenAddress, Listening } from './api-server.js';
export type { LazyVersion, ServedVersion, SharedOptions } from './options.js';
