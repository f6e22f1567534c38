/** The names by which other containers of a network find a container. */
import type { EndpointSettings } from '@lading/types-v1.44';
import type { Container } from '../containers/container.js';
import { predefined } from './networks.js';

/** @returns null on networks that resolve no names */
export function dnsNamesOf(
  { name, id, config }: Container,
  network: string,
  { Aliases }: Pick<EndpointSettings, 'Aliases'>,
): string[] | null {
  if (predefined.has(network)) return null;
  return [...new Set([name, ...(Aliases ?? []), id.slice(0, 12), config.Hostname])];
}
