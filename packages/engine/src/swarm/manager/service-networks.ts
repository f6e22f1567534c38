/** The networks to which services can be attached. */
import { Forbidden, NotFound, ServerError } from '@lading/server-v1.44';
import { predefinedNetworks } from '../../state/network-record.js';
import type { NetworkService } from '../../objects/networks/network-service.js';
import { rpcError } from '../cluster/rpc-error.js';

/**
 * Returns the id of a network of the swarm, or the name of one that every node has.
 *
 * @throws ServerError if there is none; Forbidden for one of this engine; NotFound for `none`; BadRequest for the ingress network
 */
export function findServiceNetwork(networks: NetworkService, target: string): string {
  const network = networks.search(target);
  if (network === undefined) throw new ServerError(`network ${target} not found`);
  const { name } = network;
  if (network.isIngress === true)
    throw rpcError('InvalidArgument', `Service cannot be explicitly attached to the ingress network "${name}"`);
  if (network.isSwarmScoped === true) return network.id;
  if (name === 'none')
    throw new NotFound('could not find the corresponding predefined swarm network: network none not found');
  if (predefinedNetworks.has(name)) return name;
  throw new Forbidden(
    `The network ${name} cannot be used with services. Only networks scoped to the swarm can be used, such as those created with the overlay driver.`,
  );
}
