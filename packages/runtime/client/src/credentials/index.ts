/** Registry credentials, for an image or for all registries, that are safe to print. */
export { allCredentials, credentialsFor, type CredentialOptions } from './credentials.js';
export { registryAuth, type RegistryAuth } from './registry-auth.js';
export { registryOf } from './registry.js';
