/** An entry of `auths`: what a login wrote for one registry. */
import { CredentialError } from '../error/index.js';
import { hostnameOf } from './registry.js';
import { registryAuth, type RegistryAuth } from './registry-auth.js';

/** Objects of a parsed file: own members only, `__proto__` included. */
export type Members = ReadonlyMap<string, unknown>;

/** The members of an object; undefined for what is none. */
export function membersOf(value: unknown): Members | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? new Map(Object.entries(value))
    : undefined;
}

/**
 * Reads an entry.
 *
 * @throws CredentialError CONFIG_INVALID naming file, registry and member, never a value.
 */
export function authEntry(source: string, key: string, value: unknown): RegistryAuth {
  const place = `${source}: the entry of "auths" for ${hostnameOf(key)}`;
  const members = membersOf(value ?? {});
  if (!members) throw invalid(`${place} is not an object`);
  const text = (name: string): string | undefined => {
    const member = members.get(name) ?? undefined;
    if (member === undefined || typeof member === 'string') return member;
    throw invalid(`${place}: "${name}" is not a text`);
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

/** Whether there is anything to log in with. */
export function isLogin(auth: RegistryAuth): boolean {
  return Boolean(auth.username ?? auth.password ?? auth.identitytoken ?? auth.registrytoken);
}

/** User and password out of an `auth` member, parted at the first colon; undefined if it is something else. */
export function decodeAuth(auth: string): { username: string; password: string } | undefined {
  const base64 = auth.replace(/[\r\n]/g, '');
  // Buffer leaves out what is not base64 instead of refusing it.
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
