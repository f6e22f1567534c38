/** Legacy links: aliases of containers on the default network in other containers. */
import { NotFound, ServerError } from '@lading/server-v1.44';
import type { ContainerService } from './container-service.js';
import type { Container } from './container.js';

export interface ContainerLink {
  readonly target: Container;
  readonly alias: string;
}

/** Returns the links as engines report them: `/target:/container/alias`. */
export function linkNames(container: Container, containers: ContainerService): string[] | null {
  const links = linksOf(container, containers).map(
    ({ target, alias }) => `/${target.name}:/${container.name}/${alias}`,
  );
  return links.length === 0 ? null : links;
}

/** Returns the aliases that each container has in others, for lists: to ask for one container is to look at all. */
export function aliasesOf(containers: ContainerService): ReadonlyMap<Container, readonly string[]> {
  const aliases = new Map<Container, string[]>();
  for (const container of containers.all())
    for (const { target, alias } of linksOf(container, containers))
      aliases.set(target, [...(aliases.get(target) ?? []), `/${container.name}/${alias}`]);
  return aliases;
}

/** Resolves links of the form `target:alias` or `target`, without those whose target no longer exists. */
export function linksOf({ host }: Container, containers: ContainerService): ContainerLink[] {
  if (host.links === null || host.networkMode !== 'bridge') return [];
  return host.links.flatMap((link) => {
    const [name = '', alias = name] = link.split(':');
    const target = containers.named(name) ?? containers.all().find(({ id }) => id.startsWith(name));
    return target === undefined ? [] : [{ target, alias }];
  });
}

/**
 * Removes the link that a path such as `web/db` names.
 *
 * @throws NotFound; ServerError if the path is the name of a container
 */
export function removeLink(containers: ContainerService, path: string): void {
  const [name = '', alias] = path.replace(/^\//, '').split('/');
  const container = alias === undefined ? containers.find(name) : containers.named(name);
  if (alias === undefined) throw new ServerError('Conflict, cannot remove the default link name of the container');
  const links = container?.host.links ?? [];
  const remaining = links.filter((link) => aliasOf(link) !== alias);
  if (container === undefined || remaining.length === links.length) throw new NotFound(`No such container: ${path}`);
  container.change({ host: { ...container.host, links: remaining.length === 0 ? null : remaining } });
}

function aliasOf(link: string): string {
  const [name = '', alias = name] = link.split(':');
  return alias;
}
