/** Networks: those of users, and the one that a container starts on. */
import { isRecord, propertyOf, withProperty, isGiven, isList, type Ask, type Hook } from '@lading/runtime-conversion';
import { fetchBody } from './fetch-body.js';

/** The names that do not belong to a network of a user: the predefined networks, and `default`, which stands for one. */
const predefined = ['bridge', 'host', 'none', 'nat', 'default'];

/** Networks that users created, as engines tell them by their names from those that are always there. */
function isUserNetwork(name: string): boolean {
  return !predefined.includes(name) && !name.startsWith('container:');
}

/** Returns an inspected container with converted connections to networks of users. */
export function withUserEndpoints(container: unknown, convert: (endpoint: unknown) => unknown): unknown {
  const settings = propertyOf(container, 'NetworkSettings');
  const networks = propertyOf(settings, 'Networks');
  if (!isRecord(networks)) return container;
  const converted = Object.entries(networks).map(([name, endpoint]) => {
    return [name, isUserNetwork(name) && isRecord(endpoint) ? convert(endpoint) : endpoint] as const;
  });
  const changed = withProperty(settings, 'Networks', Object.fromEntries(converted));
  return withProperty(container, 'NetworkSettings', changed);
}

/** The key among `DriverOpts` of a connection whose value sets kernel parameters of its interface. */
export const endpointSysctlsKey = 'com.docker.network.endpoint.sysctls';

/** Returns the name of the network for a network mode; that of a container without one is `bridge`. */
export function networkOfMode(mode: unknown): string {
  return isGiven(mode) && mode !== 'default' ? String(mode) : 'bridge';
}

/** Before 1.28 the networks of a list have their containers; later only inspected networks have them. */
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
