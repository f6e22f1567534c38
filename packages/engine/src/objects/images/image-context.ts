/** What pulls, pushes and imports of images work with. */
import type { Ports } from '../../ports/ports.js';
import type { EventLog } from '../../state/event-log.js';
import type { ImageService } from './image-service.js';
import type { LayerSources } from './layer-sources.js';

export interface ImageContext {
  readonly images: ImageService;
  readonly sources: LayerSources;
  readonly events: EventLog;
  readonly ports: Pick<Ports, 'clock' | 'ids' | 'runtime' | 'registry'>;
}
