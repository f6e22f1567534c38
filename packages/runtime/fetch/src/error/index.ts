export { InputError, LadingClientError, ProtocolError, TimeoutError } from '@lading/runtime-wire';
export { ApiError, type FailedCall, ConnectionError } from './api-error.js';
