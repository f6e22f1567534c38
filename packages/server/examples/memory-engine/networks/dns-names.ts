/** The DNS names of a container on a network. */
import type { EndpointSettings } from '@lading/types-v1.44';
import type { Container } from '../containers/container.js';
import { predefined } from './networks.js';

/** Returns the names, or null on networks without name resolution. */
export function dnsNamesOf(
  { name, id, config }: Container,
  network: string,
  { Aliases }: Pick<EndpointSettings, 'Aliases'>,
): string[] | null {
  if (predefined.has(network)) return null;
  return [...new Set([name, ...(Aliases ?? []), id.slice(0, 12), config.Hostname])];
}
