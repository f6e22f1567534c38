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
export { ConnectionLost, type LostCall } from './connection-lost.js';
export { ConnectionError, CredentialError, VersionError } from './connection-errors.js';
export { InputError, LadingClientError, ProtocolError, TimeoutError } from '@lading/runtime-wire';
