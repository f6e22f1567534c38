/** What a build needs of its engine: images, and containers for its commands. */
import type { BuildCache } from './build-cache.js';
import type { ContainerNetworks } from '../objects/containers/container-networks.js';
import type { ContainerService } from '../objects/containers/container-service.js';
import type { ImageContext } from '../objects/images/image-context.js';
import type { NetworkService } from '../objects/networks/network-service.js';

export interface BuildEngine extends ImageContext {
  readonly containers: ContainerService;
  readonly containerNetworks: ContainerNetworks;
  readonly networks: NetworkService;
  readonly cache: BuildCache;
}
