export {
  BadRequest,
  Conflict,
  EngineError,
  Forbidden,
  NotAcceptable,
  NotFound,
  NotImplemented,
  ServerError,
  StreamError,
  Unauthorized,
  Unavailable,
  engineError,
  type FailedCall,
} from './engine-error.js';
export {
  ConnectionError,
  CredentialError,
  InputError,
  LadingClientError,
  ProtocolError,
  VersionError,
} from './lading-client-error.js';
