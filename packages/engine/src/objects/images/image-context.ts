/** What the handlers of image operations work with. */
import type { ContainerNetworks } from '../containers/container-networks.js';
import type { ContainerService } from '../containers/container-service.js';
import type { Lifecycle } from '../containers/lifecycle.js';
import type { EventLog } from '../../state/event-log.js';
import type { NetworkService } from '../networks/network-service.js';
import type { Ports } from '../../ports/ports.js';
import type { ImageService } from './image-service.js';
import type { LayerSources } from './layer-sources.js';

export interface ImageHandlerContext {
  readonly images: ImageService;
  readonly sources: LayerSources;
  readonly containers: ContainerService;
  readonly lifecycle: Pick<Lifecycle, 'pause' | 'unpause'>;
  readonly containerNetworks: ContainerNetworks;
  readonly networks: NetworkService;
  readonly events: EventLog;
  readonly ports: Pick<Ports, 'clock' | 'ids' | 'runtime' | 'registry'>;
}
