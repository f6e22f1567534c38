/** The ports of the machine that lead to ports of containers. */
import { ServerError } from '@lading/server-v1.44';
import {
  PortInUse,
  type NetworkDriver,
  type PublishedPort,
  type TransportProtocol,
} from '../../ports/network-driver.js';
import type { ContainerNetworks } from './container-networks.js';
import type { ContainerRecord, PortRecord } from '../../state/container-record.js';
import type { Container } from './container.js';
import { parsePortRange } from '../../values/address.js';

export class PublishedPorts {
  readonly #driver: NetworkDriver;
  readonly #networks: ContainerNetworks;
  readonly #records = new WeakMap<Container, ContainerRecord['ports']>();

  constructor(driver: NetworkDriver, networks: ContainerNetworks) {
    this.#driver = driver;
    this.#networks = networks;
  }

  /** Opens the ports of a container, all or none. @throws ServerError for a port in use */
  async open(container: Container): Promise<readonly PublishedPort[]> {
    const { portBindings, publishesAllPorts, networkMode } = container.host;
    const records: Record<string, readonly PortRecord[] | null> = {};
    this.#records.set(container, records);
    const named = (container.settings.exposedPorts ?? []).map((port) => (port.includes('/') ? port : `${port}/tcp`));
    const exposed = new Set([...named, ...Object.keys(portBindings ?? {})]);
    if (networkMode === 'host' || networkMode === 'none' || networkMode.startsWith('container:')) return [];
    const opened: PublishedPort[] = [];
    for (const port of exposed) {
      const requested = portBindings?.[port] ?? [];
      const bindings = requested.length === 0 && publishesAllPorts ? [{ address: '', port: '' }] : requested;
      if (bindings.length === 0) {
        records[port] = null;
        continue;
      }
      const open: PortRecord[] = [];
      for (const binding of bindings) {
        try {
          const published = await this.#openOne(container, port, binding);
          opened.push(published);
          // Without an address, the port is that of both families.
          for (const address of binding.address === '' ? ['0.0.0.0', '::'] : [binding.address])
            open.push({ address, port: String(published.port) });
        } catch (error) {
          for (const each of opened) each.close();
          throw error;
        }
      }
      records[port] = open;
    }
    return opened;
  }

  recordsOf(container: Container): ContainerRecord['ports'] {
    return this.#records.get(container) ?? {};
  }

  close(container: Container): void {
    for (const port of container.published) port.close();
    container.published = [];
  }

  async #openOne(container: Container, port: string, { address, port: hostPort }: PortRecord): Promise<PublishedPort> {
    const [number = '', protocol = 'tcp'] = port.split('/');
    const { first, last } = parsePortRange(hostPort) ?? { first: 0, last: 0 };
    try {
      return await this.#driver.publish({
        protocol: protocol as TransportProtocol,
        address,
        first,
        last,
        accept: (connection) => this.#networks.accept(container, Number(number), connection),
      });
    } catch (error) {
      if (!(error instanceof PortInUse)) throw error;
      throw new ServerError(
        `driver failed programming external connectivity on endpoint ${container.name} (${container.id}): Bind for ${address || '0.0.0.0'}:${hostPort} failed: port is already allocated`,
      );
    }
  }
}
