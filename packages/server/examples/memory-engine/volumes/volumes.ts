/** The volumes of the engine, without content. */
import { BadRequest, Conflict, NotFound } from '@lading/server';
import type { Volume } from '@lading/types-v1.44';
import type { Events } from '../events.js';
import { newId } from '../ids.js';

/** The label of volumes that were created without a name. */
export const anonymous = 'com.docker.volume.anonymous';

interface NewVolume {
  readonly name?: string | undefined;
  readonly driver?: string | undefined;
  readonly labels?: Record<string, string> | null;
  readonly options?: Record<string, string> | null;
}

export class Volumes {
  readonly #all = new Map<string, Volume>();
  /** The containers that mount a volume, by the volume's name. */
  readonly #users = new Map<string, Set<string>>();
  readonly #events: Events;

  constructor(events: Events) {
    this.#events = events;
  }

  all(): Volume[] {
    return [...this.#all.values()];
  }

  /** Creates a volume, or returns the existing one with this name. */
  create({ name, driver = 'local', labels = null, options = null }: NewVolume): Volume {
    const existing = name === undefined || name === '' ? undefined : this.#all.get(name);
    if (existing !== undefined) return existing;
    if (name && !/^[a-zA-Z0-9][a-zA-Z0-9_.-]+$/.test(name)) {
      throw new BadRequest(`create ${name}: "${name}" includes invalid characters for a local volume name`);
    }
    if (driver !== 'local' && driver !== '') throw new NotFound(`plugin "${driver}" not found`);
    const isNamed = name !== undefined && name !== '';
    const Name = isNamed ? name : newId();
    const volume: Volume = {
      Name,
      Driver: 'local',
      Mountpoint: `/var/lib/memory-engine/volumes/${Name}/_data`,
      CreatedAt: new Date().toISOString().replace(/\.\d+/, ''),
      Labels: isNamed ? labels : { ...labels, [anonymous]: '' },
      Scope: 'local',
      Options: options,
    };
    this.#all.set(Name, volume);
    this.#events.emit('volume', 'create', Name, { driver: 'local' });
    return volume;
  }

  /** Finds a volume by name. @throws NotFound */
  find(name: string): Volume {
    const volume = this.#all.get(name);
    if (volume === undefined) throw new NotFound(`get ${name}: no such volume`);
    return volume;
  }

  remove(name: string): void {
    const { Name } = this.find(name);
    const users = this.usersOf(Name);
    if (users.length > 0) throw new Conflict(`remove ${name}: volume is in use - [${users.join(', ')}]`);
    this.#all.delete(Name);
    this.#events.emit('volume', 'destroy', Name, { driver: 'local' });
  }

  usersOf(name: string): string[] {
    return [...(this.#users.get(name) ?? [])];
  }

  use(name: string, container: string): void {
    const users = this.#users.get(name) ?? new Set();
    this.#users.set(name, users.add(container));
  }

  leave(name: string, container: string): void {
    this.#users.get(name)?.delete(container);
  }
}
