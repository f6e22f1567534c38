/** Links of the old kind: a container on the usual network has a further name in another. */
import type { Engine } from '../engine.js';
import type { Container } from './container.js';

interface Link {
  readonly to: Container;
  readonly alias: string;
}

/** As engines tell them: `/target:/container/alias`. */
export function linksOf(container: Container, engine: Engine): string[] | null {
  const links = resolved(container, engine).map(({ to, alias }) => `/${to.name}:/${container.name}/${alias}`);
  return links.length === 0 ? null : links;
}

/** Its own name, and those that it has in others. */
export function namesOf(container: Container, engine: Engine): string[] {
  const others = [...engine.containers.values()].flatMap((other) =>
    resolved(other, engine)
      .filter(({ to }) => to === container)
      .map(({ alias }) => `/${other.name}/${alias}`),
  );
  return [`/${container.name}`, ...others];
}

/** Of `target:alias`, or `target`; without those that are gone. */
function resolved({ hostConfig: { Links, NetworkMode } }: Container, engine: Engine): Link[] {
  if (NetworkMode !== 'default' && NetworkMode !== 'bridge') return [];
  return (Links ?? []).flatMap((link) => {
    const [name = '', alias = name] = link.split(':');
    const to = [...engine.containers.values()].find((each) => each.name === name || each.id.startsWith(name));
    return to === undefined ? [] : [{ to, alias }];
  });
}
