/** Before 1.28 the networks of a list have their containers; later only inspected networks have them. */
import { isList, isRecord, propertyOf, withProperty, type Ask, type Hook } from '@lading/runtime-conversion';
import { fetchBody } from './fetch-body.js';

export function detailedNetworks(): Hook {
  return {
    async around(request, next, ask) {
      const response = await next(request);
      if (response.status >= 400 || !isList(response.body)) return response;
      return { ...response, body: await Promise.all(response.body.map((network) => withContainers(network, ask))) };
    },
  };
}

/** Returns the network unchanged if it is one of the swarm, which lists no containers, or gone by now. */
async function withContainers(network: unknown, ask: Ask): Promise<unknown> {
  if (propertyOf(network, 'Scope') === 'swarm') return network;
  const inspected = await fetchBody(ask, 'NetworkInspect', { path: { id: propertyOf(network, 'Id') } });
  const containers = propertyOf(inspected, 'Containers');
  return isRecord(containers) ? withProperty(network, 'Containers', containers) : network;
}
