/** Credentials for a registry, as engines accept them, that do not show secrets when printed. */
import { inspect } from 'node:util';
import { hostnameOf } from './registry.js';

/** The value of `X-Registry-Auth`, and of each registry in `X-Registry-Config`. */
export interface RegistryAuth {
  readonly username?: string;
  readonly password?: string;
  /** `user:password` in base64, which some programs send instead of the separate properties. */
  readonly auth?: string;
  readonly email?: string;
  /** The registry's key in the configuration file or the helper. */
  readonly serveraddress?: string;
  /** A token that represents the user: the engine exchanges it for a token of the registry. */
  readonly identitytoken?: string;
  /** A token that is sent to the registry unchanged. */
  readonly registrytoken?: string;
}

/**
 * Returns a copy whose properties are available to programs and sent to engines, while `JSON.stringify`, `console.log`,
 * `util.inspect`, `util.format` and assertion messages show only the registry. Undefined and empty properties are left out.
 * A spread (`{...auth}`) and `inspect(auth, { customInspect: false })` show the properties.
 */
export function registryAuth(properties: {
  readonly [Name in keyof RegistryAuth]: RegistryAuth[Name] | undefined;
}): RegistryAuth {
  const auth: RegistryAuth = Object.fromEntries(Object.entries(properties).filter(([, value]) => Boolean(value)));
  // Not enumerable, so that comparisons and copies see plain data.
  Object.defineProperty(auth, inspect.custom, { value: shown });
  Object.defineProperty(auth, 'toJSON', { value: shown });
  return auth;
}

function shown(this: RegistryAuth): string {
  return `RegistryAuth { [hidden]${this.serveraddress === undefined ? '' : ` for ${hostnameOf(this.serveraddress)}`} }`;
}
