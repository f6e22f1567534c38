export { InputError, LadingClientError, ProtocolError, TimeoutError } from '@lading/runtime-wire';
export { ApiError, type FailedCall } from './api-error.js';
export { ConnectionError } from './transfer-error.js';
