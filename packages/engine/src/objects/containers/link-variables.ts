/** The environment variables of legacy links: where the other container is reached, and its own variables. */
import { ServerError } from '@lading/server-v1.44';
import { splitOnce } from '../../values/environment.js';
import type { ContainerService } from './container-service.js';
import type { Container } from './container.js';
import { linksOf, type ContainerLink } from './links.js';

/** Variables that a container does not pass on. */
const own: ReadonlySet<string> = new Set(['HOME', 'PATH']);

/** @throws ServerError if a container that is linked does not run */
export function linkVariables(container: Container, containers: ContainerService): string[] {
  return linksOf(container, containers).flatMap((link) => variablesOf(link, `/${container.name}/${link.alias}`));
}

function variablesOf({ target, alias }: ContainerLink, name: string): string[] {
  if (!target.isRunning) throw new ServerError(`Cannot link to a non running container: /${target.name} AS ${name}`);
  const prefix = alias.replaceAll('-', '_').toUpperCase();
  const address = Object.values(target.endpoints).find(({ joined }) => joined !== undefined)?.joined?.address ?? '';
  const ports = (target.settings.exposedPorts ?? []).map(portOf).sort((a, b) => a.number - b.number);
  const inherited = target.settings.environment.map(splitOnce).filter(([variable]) => !own.has(variable));
  return [
    ...ports.slice(0, 1).map(({ number, protocol }) => `${prefix}_PORT=${protocol}://${address}:${number}`),
    ...ports.flatMap(({ number, protocol }) => {
      const port = `${prefix}_PORT_${number}_${protocol.toUpperCase()}`;
      return [
        `${port}=${protocol}://${address}:${number}`,
        `${port}_ADDR=${address}`,
        `${port}_PORT=${number}`,
        `${port}_PROTO=${protocol}`,
      ];
    }),
    `${prefix}_NAME=${name}`,
    ...inherited.map(([variable, value]) => `${prefix}_ENV_${variable}=${value}`),
  ];
}

function portOf(text: string): { readonly number: number; readonly protocol: string } {
  const [number = '', protocol = 'tcp'] = text.split('/');
  return { number: Number(number), protocol };
}
