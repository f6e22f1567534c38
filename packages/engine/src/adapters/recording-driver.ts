/** Records published ports without listening on them. */
import { PortInUse, type NetworkDriver, type PortRequest, type PublishedPort } from '../ports/network-driver.js';

/** The range of ports that an engine assigns if the client does not choose one. */
const ephemeral = { first: 49_153, last: 65_535 };

export class RecordingDriver implements NetworkDriver {
  readonly #taken = new Set<string>();

  publish({ protocol, address, first, last }: PortRequest): Promise<PublishedPort> {
    const range = first === 0 ? ephemeral : { first, last };
    for (let port = range.first; port <= range.last; port += 1) {
      const key = `${protocol} ${address || '0.0.0.0'}:${port}`;
      if (this.#taken.has(key)) continue;
      this.#taken.add(key);
      return Promise.resolve({ port, close: () => void this.#taken.delete(key) });
    }
    return Promise.reject(new PortInUse());
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
