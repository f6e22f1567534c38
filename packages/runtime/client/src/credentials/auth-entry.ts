/** Reads an entry of `auths`, which a login has written for a registry. */
import { CredentialError } from '../error/index.js';
import { hostnameOf } from './registry.js';
import { registryAuth, type RegistryAuth } from './registry-auth.js';

/** The own properties of a parsed JSON object, including `__proto__`. */
export type JsonProperties = ReadonlyMap<string, unknown>;

/** Returns the properties of an object; undefined for other values. */
export function jsonProperties(value: unknown): JsonProperties | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? new Map(Object.entries(value))
    : undefined;
}

/**
 * Reads an entry.
 *
 * @throws CredentialError CONFIG_INVALID that names the file, the registry and the property, never a value
 */
export function authEntry(source: string, key: string, value: unknown): RegistryAuth {
  const place = `${source}: the entry of "auths" for ${hostnameOf(key)}`;
  const properties = jsonProperties(value ?? {});
  if (!properties) throw invalid(`${place} is not an object`);
  const text = (name: string): string | undefined => {
    const property = properties.get(name) ?? undefined;
    if (property === undefined || typeof property === 'string') return property;
    throw invalid(`${place}: "${name}" is not a string`);
  };
  const auth = text('auth');
  const login = auth ? decodeAuth(auth) : { username: text('username'), password: text('password') };
  if (!login) throw invalid(`${place}: "auth" is not the base64 of user:password`);
  return registryAuth({
    ...login,
    email: text('email'),
    serveraddress: key,
    identitytoken: text('identitytoken'),
    registrytoken: text('registrytoken'),
  });
}

/** Whether there are credentials to log in with. */
export function isLogin(auth: RegistryAuth): boolean {
  return Boolean(auth.username ?? auth.password ?? auth.identitytoken ?? auth.registrytoken);
}

/** Decodes the user and password in `auth`, separated by the first colon; undefined if it is invalid. */
export function decodeAuth(auth: string): { username: string; password: string } | undefined {
  const base64 = auth.replace(/[\r\n]/g, '');
  // Buffer ignores invalid base64 characters instead of rejecting them.
  if (base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) return undefined;
  const login = Buffer.from(base64, 'base64').toString();
  const colon = login.indexOf(':');
  // Old writers padded the password with NULs.
  return colon < 1
    ? undefined
    : { username: login.slice(0, colon), password: login.slice(colon + 1).replace(/^\0+|\0+$/g, '') };
}

function invalid(message: string): CredentialError {
  return new CredentialError('CONFIG_INVALID', `${message}.`);
}
