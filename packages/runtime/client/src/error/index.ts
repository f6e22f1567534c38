export * from './engine-error.js';
export { ConnectionError, CredentialError, VersionError, ConnectionLost, type LostCall } from './connection-errors.js';
export { InputError, LadingClientError, ProtocolError, TimeoutError } from '@lading/runtime-wire';
