/** The registries that an engine reaches: the one in memory by its names, others over the network. */
import type { RegistryManifest, RepositoryAccess } from '../ports/registry.js';
import { DistributionClient, maxManifest } from './distribution-client.js';
import type { MemoryRegistry } from './memory-registry.js';
import { hostOf } from './registry-session.js';

/** Takes from memory what every client may read there. Node loads what it has for requests, 20 ms, with the first one. */
export class ReachedRegistries extends DistributionClient {
  readonly #memory: MemoryRegistry;

  constructor(memory: MemoryRegistry) {
    super((request) => (memory.hosts.has(new URL(request.url).host) ? memory.fetch(request) : fetch(request)));
    this.#memory = memory;
  }

  override async manifest(access: RepositoryAccess, reference: string): Promise<RegistryManifest> {
    const found = this.#isNear(access) ? await this.#memory.publicManifest(access.repository, reference) : undefined;
    return found !== undefined && found.body.length <= maxManifest ? found : super.manifest(access, reference);
  }

  override async blob(access: RepositoryAccess, digest: string): Promise<AsyncIterable<Uint8Array>> {
    const found = this.#isNear(access) ? this.#memory.publicBlob(access.repository, digest) : undefined;
    return found === undefined ? super.blob(access, digest) : once(found);
  }

  #isNear({ host }: RepositoryAccess): boolean {
    return this.#memory.hosts.has(hostOf(host));
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
