/** What networks need of a plugin that is their driver. */
import type { JoinedEndpoint } from './endpoint-record.js';
import type { NetworkRecord } from './network-record.js';

export interface NetworkPlugin {
  /** @throws ServerError */
  createNetwork(network: NetworkRecord): Promise<void>;
  /** @throws ServerError */
  deleteNetwork(id: string): Promise<void>;
  /**
   * Creates the endpoint of a container, and connects the container.
   *
   * @param requestedMac empty if the plugin may choose the hardware address
   * @returns the endpoint with what the plugin chose
   * @throws ServerError
   */
  join(endpoint: JoinedEndpoint, container: string, requestedMac: string): Promise<JoinedEndpoint>;
  /** Disconnects the container, and deletes the endpoint. Failures have no consequences. */
  leave(endpoint: JoinedEndpoint): Promise<void>;
}
