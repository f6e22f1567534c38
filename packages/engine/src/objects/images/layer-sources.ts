/** Remembers where registries have the layers of images, so that a push sends a layer only where it is missing. */
import type { RepositoryAccess } from '../../ports/registry.js';
import type { Store } from '../../ports/store.js';
import type { Ports } from '../../ports/ports.js';
import type { EventLog } from '../../state/event-log.js';
import type { ImageService } from './image-service.js';

/** What pulls, pushes and imports of images work with. */
export interface ImageContext {
  readonly images: ImageService;
  readonly sources: LayerSources;
  readonly events: EventLog;
  readonly ports: Pick<Ports, 'clock' | 'ids' | 'runtime' | 'registry'>;
}

interface LayerSource {
  readonly host: string;
  readonly repository: string;
  /** The digest of the compressed archive. */
  readonly digest: string;
  readonly size: number;
}

/** How many places of a layer are remembered. */
const maxSources = 20;

export class LayerSources {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  of(diffId: string): readonly LayerSource[] {
    return (this.#store.read('sources', diffId) as readonly LayerSource[] | undefined) ?? [];
  }

  add(diffId: string, { host, repository }: RepositoryAccess, digest: string, size: number): void {
    const others = this.of(diffId).filter(
      (source) => source.host !== host || source.repository !== repository || source.digest !== digest,
    );
    const value = [{ host, repository, digest, size }, ...others].slice(0, maxSources);
    this.#store.commit([{ collection: 'sources', id: diffId, value }]);
  }
}
