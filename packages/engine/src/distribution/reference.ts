/** Names of images in short and in full form. */
import { BadRequest } from '@lading/server-v1.44';
import type { RegistryReference } from '../ports/registry.js';

/** The public registry, whose name images omit. */
export const publicRegistry = 'docker.io';

/** Completes `alpine` to `alpine:latest`, without the name of the public registry. */
export function fullName(name: string, tag = ''): string {
  const short = name.replace(/^((index\.)?docker\.io\/)?(library\/)?/, '');
  if (short.includes('@')) return short;
  const last = short.slice(short.lastIndexOf('/') + 1);
  if (last.includes(':') && tag === '') return short;
  // A tag of its own takes the place of that in the name.
  const repository = repositoryOf(short);
  return tag.includes(':') ? `${repository}@${tag}` : `${repository}:${tag === '' ? 'latest' : tag}`;
}

/** Returns the repository of a name: `me/app` for `me/app:1`. */
export function repositoryOf(name: string): string {
  const at = name.indexOf('@');
  if (at >= 0) return repositoryOf(name.slice(0, at));
  const colon = name.lastIndexOf(':');
  return colon > name.lastIndexOf('/') ? name.slice(0, colon) : name;
}

/** Splits a full name, such as that of {@link fullName}. @throws BadRequest */
export function registryReferenceOf(name: string): RegistryReference {
  requireValidName(name);
  const repository = repositoryOf(name);
  const rest = name.slice(repository.length);
  const digest = /@(.+)$/.exec(rest)?.[1];
  const reference = digest ?? (rest.replace(/^:/, '') || 'latest');
  const [first = '', ...others] = repository.split('/');
  if (others.length > 0 && (/[.:]/.test(first) || first === 'localhost' || first !== first.toLowerCase()))
    return { host: first, repository: others.join('/'), reference };
  return {
    host: publicRegistry,
    repository: repository.includes('/') ? repository : `library/${repository}`,
    reference,
  };
}

const component = '[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*';
const host =
  '(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*|\\[[A-Fa-f0-9:]+\\])(?::[0-9]+)?';
const validName = new RegExp(
  `^(?:${host}/)?${component}(?:/${component})*(?::[\\w][\\w.-]{0,127})?(?:@[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,})?$`,
);

/**
 * @param errorOf returns the error for a message of an engine
 * @throws BadRequest, or another error, for a name in another form
 */
export function requireValidName(name: string, errorOf = (message: string): Error => new BadRequest(message)): void {
  if (validName.test(name)) return;
  const [first = ''] = name.split('/');
  const hasHost = name.includes('/') && (/[.:]/.test(first) || first === 'localhost' || first !== first.toLowerCase());
  const [repository = ''] = name.slice(hasHost ? first.length + 1 : 0).split(':');
  if (repository !== repository.toLowerCase()) {
    const full = hasHost || repository.includes('/') ? repository : `library/${repository}`;
    throw errorOf(`invalid reference format: repository name (${full}) must be lowercase`);
  }
  throw errorOf('invalid reference format');
}

/** Checks the name and the tag that an image gets. @throws BadRequest */
export function requireValidTag(name: string, tag = ''): void {
  requireValidName(name);
  if (/^[0-9a-f]{64}$/.test(name))
    throw new BadRequest(`invalid repository name (${name}), cannot specify 64-byte hexadecimal strings`);
  if (tag !== '' && !/^\w[\w.-]{0,127}$/.test(tag)) throw new BadRequest('invalid tag format');
}
