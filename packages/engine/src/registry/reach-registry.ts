/** Sends requests of registries: to the one in memory by its names, to others over the network. */
import type { MemoryRegistry } from './memory-registry.js';
import type { Fetch } from './token-auth.js';

export function reachRegistry(registry: MemoryRegistry): Fetch {
  return (request) => (registry.hosts.has(new URL(request.url).host) ? registry.fetch(request) : fetch(request));
}
