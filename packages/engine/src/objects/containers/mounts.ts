/** The mounts of containers: which there are, and the trees of files that they show. */
import type { HostConfig, Mount } from '@lading/types-v1.44';
import type { EventLog } from '../../state/event-log.js';
import { MemoryTree } from '../../filesystem/memory-tree.js';
import type { TreeMount } from '../../filesystem/mounted-tree.js';
import { resolvePath } from '../../filesystem/paths.js';
import type { FileTree, Filesystem } from '../../ports/filesystem.js';
import { mountpointOf, type NewVolume } from '../../state/volume-record.js';
import type { Container } from './container.js';
import type { ContainerVolumes } from './neighbours.js';
import type { ContainerSettings, HostSettings, MountRecord } from '../../state/container-record.js';
import { parseBind } from './parse-bind.js';
import { requirePart, subpathOf, treeOfPart } from './volume-part.js';

export class Mounts {
  readonly #filesystem: Filesystem;
  readonly #volumes: ContainerVolumes;
  readonly #events: EventLog;

  constructor({ filesystem }: { readonly filesystem: Filesystem }, volumes: ContainerVolumes, events: EventLog) {
    this.#filesystem = filesystem;
    this.#volumes = volumes;
    this.#events = events;
  }

  /**
   * Returns the mounts of a new container, and creates missing volumes.
   *
   * @param mountsOf returns the mounts of another container
   * @throws ServerError for an invalid bind
   */
  create(
    { volumes }: ContainerSettings,
    { others }: HostSettings,
    mountsOf: (container: string) => readonly MountRecord[],
  ): MountRecord[] {
    const { Binds, Mounts, Tmpfs, VolumesFrom } = others as Partial<HostConfig>;
    const records: MountRecord[] = [];
    const add = (record: MountRecord): void => {
      if (!records.some(({ destination }) => destination === record.destination)) records.push(record);
    };
    for (const bind of Binds ?? []) add(this.#bind(bind));
    for (const mount of Mounts ?? []) add(this.#mount(mount));
    for (const from of VolumesFrom ?? []) {
      const [name = '', mode = ''] = from.split(':');
      for (const mount of mountsOf(name))
        add({ ...mount, mode: '', isReadOnly: mount.isReadOnly || mode.includes('ro') });
    }
    for (const path of volumes ?? [])
      if (!records.some(({ destination }) => destination === resolvePath(path)) && Tmpfs?.[path] === undefined)
        records.push({ ...this.#volume('', resolvePath(path)), mode: '' });
    return records;
  }

  /** Marks the volumes as used. */
  use({ id, record: { mounts } }: Container): void {
    for (const { volume } of mounts) if (volume !== undefined) this.#volumes.use(volume, id);
  }

  /** Copies what the image has at the destination into volumes that are empty. */
  fill({ files, record: { mounts, host } }: Container): void {
    const noCopy = ((host.others['Mounts'] ?? []) as readonly Mount[])
      .filter(({ VolumeOptions }) => VolumeOptions?.NoCopy === true)
      .map(({ Target }) => Target);
    for (const { volume, subpath, destination, mode } of mounts) {
      if (volume === undefined || mode.includes('nocopy') || noCopy.includes(destination)) continue;
      const whole = this.#volumes.files(this.#volumes.find(volume));
      const tree = subpath === undefined ? whole : treeOfPart(whole, subpath);
      if (tree.namesIn('/').length > 0 || (subpath !== undefined && tree.get('/')?.kind !== 'folder')) continue;
      for (const [path, entry] of files.own.below(destination))
        tree.put(path === destination ? '/' : path.slice(destination.replace(/\/$/, '').length), entry);
    }
  }

  /** Releases the volumes, and removes those without a name if asked for. */
  async release({ id, record: { mounts } }: Container, withVolumes: boolean): Promise<void> {
    for (const { volume } of mounts) {
      if (volume === undefined) continue;
      this.#volumes.release(volume, id);
      const record = this.#volumes.all().find(({ name }) => name === volume);
      if (withVolumes && record?.isAnonymous === true && this.#volumes.usersOf(volume).length === 0)
        await this.#volumes.remove(volume);
    }
  }

  emit({ id, record: { mounts } }: Container, action: 'mount' | 'unmount'): void {
    for (const { volume, destination, isReadOnly } of mounts) {
      if (volume === undefined) continue;
      const mountAttributes = { destination, propagation: '', 'read/write': String(!isReadOnly) };
      this.#events.emit('volume', action, volume, {
        container: id,
        driver: 'local',
        ...(action === 'mount' && mountAttributes),
      });
    }
  }

  /** Returns the trees that the mounts show. Containers with an equal volume or path on the machine share one. */
  trees(mounts: readonly MountRecord[]): TreeMount[] {
    return mounts.map(({ volume, subpath, source, destination, isReadOnly, type }) => ({
      path: resolvePath(destination),
      isReadOnly,
      isTemporary: type === 'tmpfs',
      tree:
        volume !== undefined
          ? this.#treeOfVolume(volume, subpath)
          : type === 'bind'
            ? this.#treeOfMachine(source)
            : new MemoryTree(),
    }));
  }

  /** Requires the parts of volumes, when a container starts. @throws NotFound, BadRequest, ServerError */
  requireParts(mounts: readonly MountRecord[]): void {
    for (const { volume, subpath, source } of mounts)
      if (volume !== undefined && subpath !== undefined)
        requirePart(this.#volumes.files(this.#volumes.find(volume)), subpath, source);
  }

  #treeOfVolume(name: string, subpath: string | undefined): FileTree {
    const whole = this.#volumes.files(this.#volumes.create({ name }));
    return subpath === undefined ? whole : treeOfPart(whole, subpath);
  }

  /** Returns the empty trees of `--tmpfs`, which are no mounts in responses. */
  temporaryTrees({ others }: HostSettings): TreeMount[] {
    const { Tmpfs } = others as Partial<HostConfig>;
    return Object.entries(Tmpfs ?? {}).map(([path, options]) => ({
      path: resolvePath(path),
      isReadOnly: options.split(',').includes('ro'),
      isTemporary: true,
      tree: new MemoryTree(),
    }));
  }

  /** Tells whether a container has had a bind mount of the path. */
  hasCreated(source: string): boolean {
    return this.#filesystem.open(machineTree(source)) !== undefined;
  }

  #treeOfMachine(source: string): FileTree {
    const id = machineTree(source);
    return this.#filesystem.open(id) ?? this.#filesystem.create(id);
  }

  #bind(bind: string): MountRecord {
    const { type, source, destination, mode, isReadOnly, propagation } = parseBind(bind);
    if (type === 'volume') return { ...this.#volume(source, destination), mode: mode || 'z', isReadOnly };
    return { type, source, destination, mode, isReadOnly, propagation };
  }

  #mount({ Type, Source = '', Target = '', ReadOnly, BindOptions, VolumeOptions }: Mount): MountRecord {
    const isReadOnly = ReadOnly === true;
    const destination = resolvePath(Target);
    if (Type === 'volume') {
      const { DriverConfig, Labels } = VolumeOptions ?? {};
      const options = { driver: DriverConfig?.Name, labels: Labels ?? null, options: DriverConfig?.Options ?? null };
      const subpath = subpathOf(VolumeOptions);
      return { ...this.#volume(Source, destination, options), isReadOnly, ...(subpath !== undefined && { subpath }) };
    }
    const propagation = Type === 'bind' ? (BindOptions?.Propagation ?? 'rprivate') : '';
    return { type: Type as MountRecord['type'], source: Source, destination, mode: '', isReadOnly, propagation };
  }

  #volume(name: string, destination: string, settings: Omit<NewVolume, 'name'> = {}): MountRecord {
    const volume = this.#volumes.create({ name, ...settings });
    const source = mountpointOf(volume.name);
    const driver = volume.driver;
    return {
      type: 'volume',
      volume: volume.name,
      source,
      destination,
      driver,
      mode: 'z',
      isReadOnly: false,
      propagation: '',
    };
  }
}

/** The name of the tree that a path of the machine shows. */
function machineTree(source: string): string {
  return `machine${resolvePath(source)}`;
}
