/** The published ports of services: each connection goes to the next running task. */
import type { Duplex } from 'node:stream';
import type { NetworkDriver, PublishedPort } from '../../ports/network-driver.js';
import type { ServicePort, ServiceRecord } from '../cluster/service-record.js';
import type { Cluster } from '../cluster/cluster.js';
import type { ServiceDiscovery } from './service-discovery.js';

interface OpenPort {
  /** The port of the tasks, which an update can change. */
  target: number;
  readonly opened: Promise<PublishedPort | undefined>;
}

export class Ingress {
  readonly #discovery: ServiceDiscovery;
  readonly #driver: NetworkDriver;
  readonly #ports = new Map<string, OpenPort>();

  constructor(cluster: Cluster, discovery: ServiceDiscovery, driver: NetworkDriver) {
    this.#discovery = discovery;
    this.#driver = driver;
    for (const service of cluster.tables.service.values()) this.#change(service, undefined);
    cluster.listen((kind, value, before) => {
      if (kind === 'service') this.#change(value as ServiceRecord | undefined, before as ServiceRecord | undefined);
    });
  }

  close(): void {
    for (const key of [...this.#ports.keys()]) this.#close(key);
  }

  #change(service: ServiceRecord | undefined, before: ServiceRecord | undefined): void {
    if (service?.ports === before?.ports) return;
    const wanted = new Map((service?.ports ?? []).filter(isIngress).map((port) => [keyOf(port), port]));
    for (const key of (before?.ports ?? []).filter(isIngress).map(keyOf)) if (!wanted.has(key)) this.#close(key);
    if (service !== undefined) for (const [key, port] of wanted) this.#open(key, service.id, port);
  }

  #open(key: string, service: string, { protocol, published, target }: ServicePort): void {
    const open = this.#ports.get(key);
    if (open !== undefined) {
      open.target = target;
      return;
    }
    const port: OpenPort = {
      target,
      opened: this.#driver
        .publish({
          protocol,
          address: '',
          first: published,
          last: published,
          accept: (connection: Duplex) => this.#discovery.acceptAtService(service, port.target, connection),
        })
        // A port that is in use on this machine stays closed here; on a real node it is open for the others.
        .catch(() => undefined),
    };
    this.#ports.set(key, port);
  }

  #close(key: string): void {
    const port = this.#ports.get(key);
    this.#ports.delete(key);
    void port?.opened.then((opened) => opened?.close());
  }
}

function isIngress({ mode, published }: ServicePort): boolean {
  return mode === 'ingress' && published > 0;
}

function keyOf({ published, protocol }: ServicePort): string {
  return `${published}/${protocol}`;
}
