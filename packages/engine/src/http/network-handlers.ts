/** Handles network operations. */
import { NotFound, ServerError, type Handlers } from '@lading/server-v1.44';
import { linkTarget } from '../objects/containers/validate-references.js';
import type { ContainerService } from '../objects/containers/container-service.js';
import { anyOf, hasLabels, isBefore, isTrue, lacksLabels, nameTest } from '../values/filters.js';
import type { Clock } from '../ports/clock.js';
import type { EndpointService } from '../objects/networks/endpoint-service.js';
import { readEndpoint } from '../state/endpoint-record.js';
import { predefinedNetworks, type NetworkRecord } from '../state/network-record.js';
import type { NetworkService } from '../objects/networks/network-service.js';
import { networkResponse, readNewNetwork } from './network-view.js';

export function networkHandlers(
  networks: NetworkService,
  endpoints: EndpointService,
  containers: ContainerService,
  clock: Clock,
): NonNullable<Handlers['network']> {
  const containerOf = (wanted: string, network: string, isForced: boolean) => {
    try {
      return containers.find(wanted);
    } catch (error) {
      // With force, engines look for the network and the connection instead.
      if (isForced && error instanceof NotFound) networks.find(network);
      throw isForced && error instanceof NotFound ? new NotFound(`endpoint ${wanted} not found`) : error;
    }
  };
  const isUnused = ({ id, name }: NetworkRecord): boolean =>
    !predefinedNetworks.has(name) && networks.members(id).size === 0;
  return {
    list({ query: { filters = {} } }) {
      const { dangling, driver, id, label, name, scope, type } = filters;
      const isNamed = nameTest(name);
      return (
        networks
          .listed()
          .filter(
            (network) =>
              (dangling === undefined || isTrue(dangling) === isUnused(network)) &&
              anyOf(driver, (value) => value === network.driver) &&
              anyOf(id, (value) => network.id.startsWith(value)) &&
              isNamed(network.name) &&
              anyOf(scope, (value) => value === scopeOf(network)) &&
              anyOf(type, (value) => (value === 'builtin') === predefinedNetworks.has(network.name)) &&
              hasLabels(network.labels, label),
          )
          // Only inspect includes the containers of a network.
          .map((network) => networkResponse(network, new Map()))
      );
    },
    inspect({ path: { id }, query: { scope } }) {
      const network = networks.find(id);
      if (scope && scope !== scopeOf(network)) throw new NotFound(`network ${id} not found`);
      return networkResponse(network, networks.members(network.id));
    },
    create: async ({ body }) => ({ Id: (await networks.create(readNewNetwork(body))).id, Warning: '' }),
    delete: ({ path: { id } }) => networks.remove(id),
    async connect({ path: { id }, body: { Container, EndpointConfig } }) {
      const container = containers.find(Container ?? '');
      const endpoint = readEndpoint(EndpointConfig);
      // A container that does not run looks for the network at its start.
      if (!container.isRunning && networks.search(id) === undefined) return container.setEndpoint(id, endpoint);
      const network = networks.find(id);
      // Engines read links with the network of a container that runs.
      if (container.isRunning) for (const link of EndpointConfig?.Links ?? []) linkTarget(link ?? '');
      await endpoints.connect(network, container, endpoint);
    },
    disconnect({ path: { id }, body: { Container, Force } }) {
      const container = containerOf(Container ?? '', id, Force === true);
      const network = networks.search(id);
      if (network !== undefined) return endpoints.disconnect(network, container);
      // Without the network, only a connection that has not begun, or by force, can end.
      if (container.isRunning && Force !== true) networks.find(id);
      if (container.endpoints[id] === undefined)
        throw new ServerError(`container ${container.id} is not connected to the network ${id}`);
      container.setEndpoint(id, undefined);
    },
    async prune({ query: { filters = {} } }) {
      const names = await networks.prune(
        ({ name, created, labels }) =>
          !containers.all().some((container) => container.endpoints[name] !== undefined) &&
          isBefore(created, filters.until, clock.now()) &&
          hasLabels(labels, filters.label) &&
          lacksLabels(labels, filters['label!']),
      );
      return { NetworksDeleted: names.length === 0 ? null : names };
    },
  };
}

function scopeOf({ isSwarmScoped }: NetworkRecord): 'swarm' | 'local' {
  return isSwarmScoped === true ? 'swarm' : 'local';
}
