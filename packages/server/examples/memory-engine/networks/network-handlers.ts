/** Handles network operations. */
import { Conflict, Forbidden, NotFound, type HandlersV144 } from '@lading/server';
import type { Network } from '@lading/types-v1.44';
import { withoutUnset } from '../containers/without-unset.js';
import type { Engine } from '../engine.js';
import { anyOf, hasLabels, isBefore, isTrue, lacksLabels, matches } from '../filters.js';
import { connect, disconnect } from './connect.js';
import { predefined } from './networks.js';
import { validateIpam } from './validate-ipam.js';

export function networkHandlers(engine: Engine): NonNullable<HandlersV144['network']> {
  const { networks, events } = engine;
  return {
    list({ query: { filters = {} } }) {
      const { dangling, driver, id, label, name, scope, type } = filters;
      return (
        networks
          .all()
          .filter(
            (network) =>
              (dangling === undefined || isTrue(dangling) === isUnused(network)) &&
              anyOf(driver, (value) => value === network.Driver) &&
              anyOf(id, (value) => network.Id.startsWith(value)) &&
              anyOf(name, (value) => matches(network.Name, value)) &&
              anyOf(scope, (value) => value === network.Scope) &&
              anyOf(type, (value) => (value === 'builtin') === predefined.has(network.Name)) &&
              hasLabels(network.Labels, label),
          )
          // Only inspect includes the containers of a network.
          .map((network) => ({ ...network, Containers: {} }))
      );
    },
    inspect({ path: { id }, query: { scope } }) {
      const network = networks.find(id);
      if (scope && scope !== network.Scope) throw new NotFound(`network ${id} not found`);
      return network;
    },
    create({ body }) {
      const { Name, Driver, IPAM, ...given } = withoutUnset(body) as Partial<Network> & { readonly Name: string };
      if (predefined.has(Name)) {
        throw new Forbidden(`operation is not permitted on predefined ${Name} network `);
      }
      if (Driver === 'overlay') {
        throw new Forbidden(
          'This node is not a swarm manager. Use "docker swarm init" or "docker swarm join" to connect this node to swarm and try again.',
        );
      }
      if (Driver && !['bridge', 'macvlan', 'ipvlan'].includes(Driver))
        throw new NotFound(`plugin "${Driver}" not found`);
      if (networks.all().some((network) => network.Name === Name)) {
        throw new Conflict(`network with name ${Name} already exists`);
      }
      validateIpam(IPAM, given.EnableIPv6 === true);
      const { Internal, Attachable, EnableIPv6, Options, Labels } = given;
      const settings = withoutUnset({ Internal, Attachable, EnableIPv6, Options, Labels });
      const { Id } = networks.create({ Name, Driver: Driver || 'bridge', ...settings, ...(IPAM && { IPAM }) });
      return { Id, Warning: '' };
    },
    delete: ({ path: { id } }) => networks.remove(id),
    connect({ path: { id }, body: { Container, EndpointConfig } }) {
      connect(engine, networks.find(id), engine.container(Container ?? ''), EndpointConfig);
    },
    disconnect({ path: { id }, body: { Container, Force } }) {
      const network = networks.find(id);
      try {
        disconnect(engine, network, engine.container(Container ?? ''), Force === true);
      } catch (error) {
        if (Force !== true || !(error instanceof NotFound)) throw error;
      }
    },
    prune({ query: { filters = {} } }) {
      const unused = networks
        .all()
        .filter(
          (network) =>
            !predefined.has(network.Name) &&
            isUnused(network) &&
            ![...engine.containers.values()].some((container) => container.networks.has(network.Name)) &&
            isBefore(new Date(network.Created), filters.until) &&
            hasLabels(network.Labels, filters.label) &&
            lacksLabels(network.Labels, filters['label!']),
        );
      for (const { Id } of unused) networks.remove(Id);
      events.emit('network', 'prune', '', { reclaimed: '0' });
      return { NetworksDeleted: unused.length === 0 ? null : unused.map(({ Name }) => Name) };
    },
  };
}

function isUnused({ Name, Containers }: Network): boolean {
  return !predefined.has(Name) && Object.keys(Containers ?? {}).length === 0;
}
