/** Legacy links: aliases of containers on the default network in other containers. */
import type { Engine } from '../engine.js';
import type { Container } from './container.js';

interface ContainerLink {
  readonly target: Container;
  readonly alias: string;
}

/** Returns the links as engines report them: `/target:/container/alias`. */
export function linksOf(container: Container, engine: Engine): string[] | null {
  const links = resolveLinks(container, engine).map(
    ({ target, alias }) => `/${target.name}:/${container.name}/${alias}`,
  );
  return links.length === 0 ? null : links;
}

/** Returns the container's name, and its aliases in other containers. */
export function namesOf(container: Container, engine: Engine): string[] {
  const others = [...engine.containers.values()].flatMap((other) =>
    resolveLinks(other, engine)
      .filter(({ target }) => target === container)
      .map(({ alias }) => `/${other.name}/${alias}`),
  );
  return [`/${container.name}`, ...others];
}

/** Resolves links of the form `target:alias` or `target`, without those whose target no longer exists. */
function resolveLinks({ hostConfig: { Links, NetworkMode } }: Container, engine: Engine): ContainerLink[] {
  if (NetworkMode !== 'default' && NetworkMode !== 'bridge') return [];
  return (Links ?? []).flatMap((link) => {
    const [name = '', alias = name] = link.split(':');
    const target = [...engine.containers.values()].find((each) => each.name === name || each.id.startsWith(name));
    return target === undefined ? [] : [{ target, alias }];
  });
}
