export { InputError, LadingClientError, ProtocolError } from '@lading/runtime-wire';
export { ApiError, type FailedCall } from './api-error.js';
export { ConnectionError, TimeoutError } from './transport-errors.js';
