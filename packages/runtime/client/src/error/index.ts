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
export { ConnectionError, CredentialError, VersionError, ConnectionLost, type LostCall } from './connection-errors.js';
export { InputError, LadingClientError, ProtocolError, TimeoutError } from '@lading/runtime-wire';
