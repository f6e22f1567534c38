/** The runtime of generated servers. */
export type {
  BodyContract,
  Contract,
  Method,
  OperationContract,
  ParameterContract,
  ParametersContract,
  ResponseContract,
  ResponseKind,
} from '@lading/runtime-wire';
export {
  BadRequest,
  Conflict,
  Forbidden,
  HttpError,
  NotAcceptable,
  NotFound,
  NotImplemented,
  ServerError,
  Unauthorized,
  Unavailable,
} from './error/index.js';
export type {
  FlowingBody,
  HostResponse,
  HostRequest,
  Hijack,
  DuplexSupport,
  SendResult,
  WholeBody,
} from './host/index.js';
export { fastifyPlugin, type FastifyLike } from './host/plugin/fastify-plugin.js';
export {
  RawResponse,
  rawResponse,
  Reply,
  reply,
  type ResponseChecks,
  type Product,
  type RawHeaders,
} from './reply/index.js';
export type { InvalidRequest, Limits, OnInvalid } from './request/index.js';
export { createEngineServer, type ServerOptions } from './dialect/engine/index.js';
export * from './dialect/standard/index.js';
/** The type of a server that `createEngineServer` creates. */
export type { ApiServer as EngineServer } from './server/index.js';
export { callWith } from './server/index.js';
export type {
  Awaitable,
  Call,
  CallChanges,
  CallState,
  CloseOptions,
  ApiServer,
  FetchEnvironment,
  HandlerTable,
  EndedRequest,
  Ending,
  FormatError,
  FormattedError,
  FormattedFailure,
  HookReply,
  Hooks,
  BodylessCall,
  ListenAddress,
  LazyVersion,
  Listening,
  OperationHooks,
  Outcome,
  OwnRouteCall,
  OwnRouteHandler,
  OwnRoutes,
  RequestHead,
  ServedVersion,
  SharedOptions,
} from './server/index.js';
export { parseListenAddress, type ParsedListenAddress } from '@lading/runtime-wire';
export { discard, Session, session, TerminalOutput, terminal } from './stream/index.js';
export type { ByteSource, Connection, ItemSource, OutputChunk, OutputSource, SessionOptions } from './stream/index.js';
