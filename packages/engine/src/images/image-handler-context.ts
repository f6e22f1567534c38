/** What the handlers of image operations work with. */
import type { ContainerService } from '../containers/container-service.js';
import type { EventLog } from '../events/event-log.js';
import type { Ports } from '../ports/ports.js';
import type { ImageService } from './image-service.js';

export interface ImageHandlerContext {
  readonly images: ImageService;
  readonly containers: ContainerService;
  readonly events: EventLog;
  readonly ports: Pick<Ports, 'clock' | 'runtime' | 'registry'>;
}
