/** Credentials for one registry, as the engine takes them, made so that printing them shows nothing. */
import { inspect } from 'node:util';
import { hostnameOf } from './registry.js';

/** What `X-Registry-Auth` carries; a value of the map that `X-Registry-Config` carries. */
export interface RegistryAuth {
  readonly username?: string;
  readonly password?: string;
  /** `user:password` in base64: some writers send it instead of both. */
  readonly auth?: string;
  readonly email?: string;
  /** The registry's key, as the configuration file or the helper knows it. */
  readonly serveraddress?: string;
  /** Stands for the user: the engine exchanges it for a token of the registry. */
  readonly identitytoken?: string;
  /** Sent to the registry as it is. */
  readonly registrytoken?: string;
}

/**
 * A copy whose members are all there for programs and for `JSON.stringify` (the header is made from that), while
 * `console.log`, `util.inspect`, `util.format` and the messages of assertions that inspect show the registry alone.
 * Members that are undefined or empty are left out. A spread (`{...auth}`) is a new object that shows its members again,
 * and `inspect(auth, { customInspect: false })` asks for them.
 */
export function registryAuth(members: {
  readonly [Name in keyof RegistryAuth]: RegistryAuth[Name] | undefined;
}): RegistryAuth {
  const auth: RegistryAuth = Object.fromEntries(Object.entries(members).filter(([, value]) => Boolean(value)));
  // Not enumerable, so that comparisons and copies see plain data.
  Object.defineProperty(auth, inspect.custom, { value: shown });
  return auth;
}

function shown(this: RegistryAuth): string {
  return `RegistryAuth { [hidden]${this.serveraddress === undefined ? '' : ` for ${hostnameOf(this.serveraddress)}`} }`;
}
