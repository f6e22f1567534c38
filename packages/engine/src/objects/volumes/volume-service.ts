/** The rules of volumes: names, drivers, use by containers. */
import { BadRequest, Conflict, NotFound } from '@lading/server-v1.44';
import type { EventLog } from '../../state/event-log.js';
import type { FileTree } from '../../ports/filesystem.js';
import type { Ports } from '../../ports/ports.js';
import { Collection } from '../../state/collection.js';
import type { NewVolume, VolumeRecord } from '../../state/volume-record.js';

/** The label of volumes that were created without a name. */
export const anonymousLabel = 'com.docker.volume.anonymous';

/** What the service needs of a volume plugin. */
export interface VolumePlugin {
  create(name: string, options: Readonly<Record<string, string>>): Promise<void>;
  remove(name: string): Promise<void>;
  mount(name: string, user: string): Promise<string>;
  unmount(name: string, user: string): Promise<void>;
}

/** Returns the volume driver that an active plugin is; undefined if there is none of this name. */
export interface VolumePlugins {
  volumeDriver(name: string): VolumePlugin | undefined;
}

type VolumePorts = Pick<Ports, 'clock' | 'ids' | 'store' | 'filesystem'>;

export class VolumeService {
  readonly #volumes: Collection<VolumeRecord>;
  /** The containers that mount a volume, by the volume's name. */
  readonly #users = new Map<string, Set<string>>();
  readonly #ports: VolumePorts;
  readonly #events: EventLog;
  readonly #plugins: VolumePlugins;
  /** The creations that plugins have not finished, by volume. */
  readonly #creations = new Map<string, Promise<void>>();

  constructor(ports: VolumePorts, events: EventLog, plugins: VolumePlugins) {
    this.#ports = ports;
    this.#events = events;
    this.#plugins = plugins;
    this.#volumes = new Collection(ports.store, 'volumes', 'volume');
  }

  all(): VolumeRecord[] {
    return this.#volumes.all();
  }

  /** Creates a volume, or returns the existing one with this name. @throws BadRequest, NotFound, Conflict */
  create({ name, driver = '', labels = null, options = null }: NewVolume): VolumeRecord {
    const existing = name ? this.#volumes.get(name) : undefined;
    if (existing !== undefined) {
      if (driver !== '' && driver !== existing.driver)
        throw new Conflict(
          `create ${name}: conflict: volume name must be unique: found existing volume with driver "${existing.driver}"`,
        );
      return existing;
    }
    const isLocal = driver === 'local' || driver === '';
    const plugin = isLocal ? undefined : this.#plugins.volumeDriver(driver);
    if (!isLocal && plugin === undefined) throw new NotFound(`create ${name ?? ''}: ${missingPlugin(driver)}`);
    if (name) requireValidName(name);
    const id = name || this.#ports.ids.next();
    if (plugin === undefined) validateOptions(id, options);
    const volume: VolumeRecord = {
      id,
      name: id,
      driver: plugin === undefined ? 'local' : driver,
      created: this.#ports.clock.now(),
      labels: name ? labels : { ...labels, [anonymousLabel]: '' },
      options,
      isAnonymous: !name,
    };
    this.#volumes.put(volume);
    this.#ports.filesystem.create(treeOf(id));
    if (plugin !== undefined) this.#createWith(plugin, volume);
    this.#events.emit('volume', 'create', id, { driver: volume.driver });
    return volume;
  }

  /** Waits until a plugin has created the volume. @throws ServerError if it fails: then there is no volume */
  async created({ id }: VolumeRecord): Promise<void> {
    await this.#creations.get(id);
  }

  /** Mounts the volume of a plugin, before a container starts. @throws ServerError */
  async mount(name: string, container: string): Promise<void> {
    const volume = this.#volumes.get(name);
    if (volume === undefined || volume.driver === 'local') return;
    await this.created(volume);
    await this.#requirePlugin(volume).mount(name, container);
  }

  /** Unmounts the volume of a plugin, after a container has ended. */
  async unmount(name: string, container: string): Promise<void> {
    const { driver = 'local' } = this.#volumes.get(name) ?? {};
    if (driver !== 'local') await this.#plugins.volumeDriver(driver)?.unmount(name, container);
  }

  /** @throws NotFound */
  find(name: string): VolumeRecord {
    const volume = this.#volumes.get(name);
    if (volume === undefined) throw new NotFound(`get ${name}: no such volume`);
    return volume;
  }

  /** Returns the files of a volume. */
  files({ id }: VolumeRecord): FileTree {
    return this.#ports.filesystem.open(treeOf(id)) ?? this.#ports.filesystem.create(treeOf(id));
  }

  /** @throws NotFound; Conflict if a container mounts it */
  async remove(name: string): Promise<void> {
    const { id } = this.find(name);
    const users = this.usersOf(id);
    if (users.length > 0) throw new Conflict(`remove ${name}: volume is in use - [${users.join(', ')}]`);
    const { driver } = this.find(name);
    if (driver !== 'local') await this.#requirePlugin(this.find(name)).remove(id);
    this.#volumes.delete(id);
    this.#users.delete(id);
    this.#events.emit('volume', 'destroy', id, { driver });
    await this.#ports.filesystem.delete(treeOf(id));
  }

  /**
   * Removes volumes that no container mounts. Those of plugins, and those with options, which may be mounts of something else, remain.
   *
   * @returns the names and the bytes of the removed volumes
   */
  async prune(isSelected: (volume: VolumeRecord) => boolean): Promise<{ names: string[]; reclaimed: number }> {
    const unused = this.all().filter(
      (volume) =>
        volume.driver === 'local' &&
        Object.keys(volume.options ?? {}).length === 0 &&
        this.usersOf(volume.id).length === 0 &&
        isSelected(volume),
    );
    const reclaimed = unused.reduce((sum, volume) => sum + this.files(volume).size, 0);
    for (const { id } of unused) await this.remove(id);
    this.#events.emit('volume', 'prune', '', { reclaimed: String(reclaimed) });
    return { names: unused.map(({ name }) => name), reclaimed };
  }

  usersOf(name: string): string[] {
    return [...(this.#users.get(name) ?? [])];
  }

  use(name: string, container: string): void {
    const users = this.#users.get(name) ?? new Set();
    this.#users.set(name, users.add(container));
  }

  release(name: string, container: string): void {
    this.#users.get(name)?.delete(container);
  }

  #createWith(plugin: VolumePlugin, { id, options }: VolumeRecord): void {
    const creation = plugin
      .create(id, options ?? {})
      .catch((error: unknown) => {
        this.#volumes.delete(id);
        throw error;
      })
      .finally(() => this.#creations.delete(id));
    this.#creations.set(id, creation);
    // Whoever needs the volume gets the error.
    creation.catch(() => undefined);
  }

  #requirePlugin({ driver }: VolumeRecord): VolumePlugin {
    const plugin = this.#plugins.volumeDriver(driver);
    if (plugin === undefined) throw new NotFound(missingPlugin(driver));
    return plugin;
  }
}

/** @throws BadRequest */
export function requireValidName(name: string): void {
  if (/^[a-zA-Z0-9][a-zA-Z0-9_.-]+$/.test(name)) return;
  const problem =
    name.length === 1
      ? 'volume name is too short, names should be at least two alphanumeric characters'
      : `"${name}" includes invalid characters for a local volume name, only "[a-zA-Z0-9][a-zA-Z0-9_.-]" are allowed. If you intended to pass a host directory, use absolute path`;
  throw new BadRequest(`create ${name}: ${problem}`);
}

/** Rejects options of the built-in driver. @throws BadRequest */
export function validateOptions(name: string, options: NewVolume['options']): void {
  for (const option of Object.keys(options ?? {})) {
    if (!['type', 'device', 'o', 'size'].includes(option))
      throw new BadRequest(`create ${name}: invalid option: "${option}"`);
  }
  const given = options ?? {};
  const { type, device, o, size } = given;
  if (size !== undefined)
    throw new BadRequest(
      `create ${name}: ${/^\d+(\.\d+)?\s*([kmgtp]i?b?|b)?$/i.test(size) ? 'quota size requested but no quota support' : `invalid size: '${size}'`}`,
    );
  if ((type || o) && !device) throw new BadRequest(`create ${name}: missing required option: "device"`);
  if ((device || o) && !type) throw new BadRequest(`create ${name}: missing required option: "type"`);
}

function treeOf(id: string): string {
  return `volume/${id}`;
}

function missingPlugin(driver: string): string {
  return `error looking up volume plugin ${driver}: plugin "${driver}" not found`;
}
