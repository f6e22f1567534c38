/** What `RUN` instructions reach: the names that the request adds, and the containers on the network of the build. */
import { connectionPair } from '../streams/connection-pair.js';
import type { Container } from '../objects/containers/container.js';
import { predefinedNetworks } from '../state/network-record.js';
import type { ContainerNetwork } from '../ports/container-runtime.js';
import type { BuildCache } from './build-cache.js';
import type { ContainerNetworks } from '../objects/containers/container-networks.js';
import type { ContainerService } from '../objects/containers/container-service.js';
import type { ImageContext } from '../objects/images/layer-sources.js';
import type { NetworkService } from '../objects/networks/network-service.js';

/**
 * @param mode the name or id of a network, or `container:` and a container
 * @param hosts the addresses that the request adds, by name
 * @throws NotFound for a network or a container that does not exist
 */
export function buildNetwork(
  { containers, networks, containerNetworks }: Pick<BuildEngine, 'containers' | 'networks' | 'containerNetworks'>,
  mode: string,
  hosts: ReadonlyMap<string, string>,
): ContainerNetwork {
  if (mode.startsWith('container:')) {
    const shared = containerNetworks.of(containers.find(mode.slice('container:'.length)));
    const resolve = (name: string): readonly string[] =>
      hosts.has(name) ? [hosts.get(name) ?? ''] : shared.resolve(name);
    return { ...shared, resolve };
  }
  const network = networks.find(mode || 'bridge').name;
  const joined = (container: Container) => container.endpoints[network]?.joined;
  const resolve = (name: string): string[] => {
    const address = name === 'localhost' ? '127.0.0.1' : hosts.get(name);
    if (address !== undefined) return [address];
    if (predefinedNetworks.has(network)) return [];
    const named = containers.all().filter((each) => each.endpoints[network]?.dnsNames?.includes(name) === true);
    return named.flatMap((each) => joined(each)?.address ?? []);
  };
  return {
    resolve,
    listen: () => () => undefined,
    connect(host, port) {
      const address = resolve(host)[0] ?? host;
      const target = containers.all().find((each) => joined(each)?.address === address);
      const [near, far] = connectionPair();
      if (target !== undefined && containerNetworks.accept(target, port, far)) return near;
      const code = resolve(host).length === 0 && target === undefined ? 'ENOTFOUND' : 'ECONNREFUSED';
      const message =
        code === 'ENOTFOUND'
          ? `bad address '${host}'`
          : `can't connect to remote host (${address}): Connection refused`;
      throw Object.assign(new Error(message), { code });
    },
  };
}

/** What a build needs of its engine: images, and containers for its commands. */
export interface BuildEngine extends ImageContext {
  readonly containers: ContainerService;
  readonly containerNetworks: ContainerNetworks;
  readonly networks: NetworkService;
  readonly cache: BuildCache;
}
