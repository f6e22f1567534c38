/** Determines the registry of an image, and the key of a registry in configuration files and helpers. */
import { InputError } from '../error/index.js';

/** The key of the hub in `auths`, `credHelpers` and helpers. */
const hubKey = 'https://index.docker.io/v1/';

const hub = 'docker.io';
const longestName = 255;
const domain =
  /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*|\[[a-f0-9:]+\])(?::[0-9]+)?$/i;

/**
 * Returns the registry that an image reference names: `docker.io` for `alpine:3`, `localhost:5000` for
 * `localhost:5000/a/b`. As in the reference grammar, the part before the first slash is a registry only if it has a dot, a
 * colon or an upper-case letter, or is `localhost`; otherwise the reference is a name on the hub.
 *
 * @throws InputError REFERENCE_INVALID without the reference itself, which may contain a password by mistake
 */
export function registryOf(imageReference: string): string {
  const slash = imageReference.indexOf('/');
  const first = slash < 0 ? '' : imageReference.slice(0, slash);
  if (imageReference === '' || slash === 0 || slash === imageReference.length - 1) {
    throw invalid('an image reference needs a name');
  }
  if (slash < 0 || !(first === 'localhost' || /[.:]/.test(first) || first !== first.toLowerCase())) return hub;
  if (imageReference.startsWith('://', slash - 1))
    throw invalid('an image reference has no scheme; leave out "https://"');
  checkDomain(first);
  return first === 'index.docker.io' ? hub : first;
}

/**
 * Returns the key of a registry in configuration files, from an image reference, a registry's name or its address. A
 * string without a slash is a registry if it has a scheme, is in brackets, is `localhost`, or has a dot before the port
 * (`ghcr.io`, `10.0.0.1:5000`); `registry:5000` is an image with a tag: write `https://registry:5000`.
 *
 * @throws InputError REFERENCE_INVALID
 */
export function registryKey(imageOrRegistry: string): string {
  const named = isRegistry(imageOrRegistry) ? hostnameOf(imageOrRegistry) : registryOf(imageOrRegistry);
  checkDomain(named);
  return named === hub || named === 'index.docker.io' ? hubKey : named;
}

/** Returns the host and optional port of a key such as `https://registry.example.com:5000/v2/`, without user info. */
export function hostnameOf(key: string): string {
  const scheme = key.indexOf('://');
  const authority = (scheme < 0 ? key : key.slice(scheme + 3)).split(/[/?#]/, 1)[0] ?? '';
  return authority.slice(authority.lastIndexOf('@') + 1);
}

function isRegistry(text: string): boolean {
  if (text.includes('://')) return true;
  if (text.includes('/')) return false;
  const name = text.split(':', 1)[0] ?? '';
  return text.startsWith('[') || name === 'localhost' || (name.includes('.') && !text.includes('@'));
}

function checkDomain(text: string): void {
  if (text.length > longestName || !domain.test(text))
    throw invalid('a registry is a host name, with a port if needed');
}

function invalid(rule: string): InputError {
  return new InputError('REFERENCE_INVALID', `The image or registry cannot be read: ${rule}.`);
}
