export { ApiError, type FailedCall } from './api-error.js';
export { ConnectionError, InputError, LadingClientError, ProtocolError, TimeoutError } from './lading-client-error.js';
