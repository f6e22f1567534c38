/** The rules of secrets and configs: names, data, changes of labels, use by services. */
import { nameTaken, requireCurrent, type Cluster } from '../cluster/cluster.js';
import { rpcError } from '../cluster/rpc-error.js';
import type { SecretRecord, SwarmDriver } from '../cluster/swarm-object.js';

export interface NewSecret {
  readonly name: string;
  readonly labels: SecretRecord['labels'];
  /** In base64. */
  readonly data: string;
  readonly templating?: SwarmDriver | undefined;
  readonly driver?: SwarmDriver | undefined;
}

const maxSize = { secret: 512_000, config: 1_024_000 };

export class Secrets {
  readonly kind: 'secret' | 'config';
  readonly #cluster: Cluster;

  constructor(cluster: Cluster, kind: 'secret' | 'config') {
    this.#cluster = cluster;
    this.kind = kind;
  }

  all(): SecretRecord[] {
    return this.#table.sorted();
  }

  get(id: string): SecretRecord | undefined {
    return this.#table.get(id);
  }

  find(wanted: string): SecretRecord {
    return this.#table.find(wanted);
  }

  /** @throws BadRequest, Conflict; ServerError for a driver that does not exist */
  create(given: NewSecret): SecretRecord {
    this.validate(given);
    const { kind } = this;
    const { name, labels, data, templating } = given;
    if (this.#table.named(name) !== undefined) throw nameTaken(kind, name);
    const id = this.#cluster.nextId();
    const record = this.#cluster.put(kind, { id, name, labels, data, ...(templating && { templating }) });
    this.#cluster.emit(kind, 'create', id, { name });
    return record;
  }

  /** @throws BadRequest; ServerError for a driver that does not exist */
  validate({ name, data, driver }: NewSecret): void {
    const { kind } = this;
    if (name === '') throw rpcError('InvalidArgument', 'name must be provided');
    if (name.length > 64 || !/^[a-zA-Z0-9]+(?:[a-zA-Z0-9-_.]*[a-zA-Z0-9])?$/.test(name))
      throw rpcError(
        'InvalidArgument',
        'invalid name, only 64 [a-zA-Z0-9-_.] characters allowed, and the start and end character must be [a-zA-Z0-9]',
      );
    if (driver?.name === '') throw rpcError('InvalidArgument', 'secret driver must have a name');
    if (driver !== undefined) throw rpcError('Unknown', `plugin "${driver.name}" not found`);
    const size = Buffer.byteLength(data, 'base64');
    if (size === 0 || size >= maxSize[kind])
      throw rpcError('InvalidArgument', `${kind} data must be larger than 0 and less than ${maxSize[kind]} bytes`);
  }

  /** Changes the labels, the only thing that can change. @throws BadRequest; ServerError for an old version */
  update(record: SecretRecord, version: number, { name, labels, data }: NewSecret): void {
    if (name !== record.name || (data !== '' && data !== record.data))
      throw rpcError('InvalidArgument', 'only updates to Labels are allowed');
    requireCurrent(record, version);
    this.#cluster.put(this.kind, { ...record, labels });
    this.#cluster.emit(this.kind, 'update', record.id, { name });
  }

  /** @throws BadRequest if a service uses it */
  remove({ id, name }: SecretRecord): void {
    const property = this.kind === 'secret' ? 'secrets' : 'configs';
    const users = this.#cluster.tables.service
      .sorted()
      .filter(({ settings }) => settings.task[property].some((reference) => reference.id === id))
      .map((service) => service.name);
    if (users.length > 0)
      throw rpcError(
        'InvalidArgument',
        `${this.kind} '${name}' is in use by the following service${users.length === 1 ? '' : 's'}: ${users.join(', ')}`,
      );
    this.#cluster.remove(this.kind, id);
    this.#cluster.emit(this.kind, 'remove', id, { name });
  }

  get #table() {
    return this.#cluster.tables[this.kind];
  }
}
