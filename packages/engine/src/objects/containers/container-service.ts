/** The rules of containers: names, creation, changes, removal. */
import { BadRequest, Conflict, NotFound, ServerError } from '@lading/server-v1.44';
import type { ContainerCreateRequest, HostConfig, HostConfigInput } from '@lading/types-v1.44';
import type { EventLog } from '../../state/event-log.js';
import type { ImagePlatform } from '../../distribution/platform.js';
import { readEndpoint, type EndpointRecord } from '../../state/endpoint-record.js';
import type { Ports } from '../../ports/ports.js';
import { Collection } from '../../state/collection.js';
import { withoutUnset } from '../../values/fill-required.js';
import { ContainerFiles } from './container-files.js';
import { Container } from './container.js';
import { commandOf, type ContainerRecord, type HostSettings } from '../../state/container-record.js';
import { initLayer } from './init-layer.js';
import { hostSettingsOf, readHostSettings } from './read-host-settings.js';
import { Mounts } from './mounts.js';
import type {
  ContainerEndpoints,
  ContainerImages,
  ContainerLogs,
  ContainerVolumes,
  NetworkDirectory,
} from './neighbours.js';
import { readSettings } from './read-settings.js';
import { hostConfigResponse } from './settings-view.js';
import { StoredOutput } from './stored-output.js';
import { requireLogDriver, validateCreate } from './validate-create.js';
import { changedLimits, validateHostConfig, validateOptions } from './validate-host-config.js';
import { validateLogOptions } from './validate-log-options.js';
import { findImage, requireFolder, requireSharedContainers, validateReferences } from './validate-references.js';

type ContainerPorts = Pick<Ports, 'clock' | 'ids' | 'store' | 'filesystem'>;

/** Who asks for a container: a client, or a task of a swarm, whose addresses are already allocated. */
type Owner = 'client' | 'task';

interface CreateOptions {
  /** @default 'client' */
  readonly owner?: Owner;
  /** The platform that the image must have. */
  readonly platform?: ImagePlatform | undefined;
  /** @default a new one */
  readonly id?: string;
}

export interface ContainerNeighbours {
  readonly events: EventLog;
  readonly images: ContainerImages;
  readonly logs: Pick<ContainerLogs, 'isPlugin'>;
  readonly networks: NetworkDirectory;
  readonly endpoints: Pick<ContainerEndpoints, 'validate' | 'rename'>;
  readonly volumes: ContainerVolumes;
}

export class ContainerService {
  readonly #records: Collection<ContainerRecord>;
  readonly #containers = new Map<string, Container>();
  readonly #ports: ContainerPorts;
  readonly #neighbours: ContainerNeighbours;
  readonly #mounts: Mounts;

  constructor(ports: ContainerPorts, neighbours: ContainerNeighbours) {
    this.#ports = ports;
    this.#neighbours = neighbours;
    this.#mounts = new Mounts(ports, neighbours.volumes, neighbours.events);
    this.#records = new Collection(ports.store, 'containers', 'container');
    for (const record of this.#records.all()) this.#open(record);
  }

  /** Returns the containers in the order of their creation. */
  all(): Container[] {
    return [...this.#containers.values()];
  }

  get(id: string): Container | undefined {
    return this.#containers.get(id);
  }

  named(name: string): Container | undefined {
    const record = this.#records.named(name);
    return record && this.#containers.get(record.id);
  }

  /** Finds a container by id, name or id prefix. @throws NotFound; BadRequest if the prefix is ambiguous */
  find(wanted: string): Container {
    if (wanted === '') throw new BadRequest('invalid name or ID supplied: ""');
    const container = this.#containers.get(this.#records.find(wanted).id);
    if (container === undefined) throw new NotFound(`No such container: ${wanted}`);
    return container;
  }

  /** Emits an event of a container. */
  emit(container: Container, action: string, attributes: Readonly<Record<string, string>> = {}): void {
    this.#neighbours.events.emit('container', action, container.id, { ...container.attributes, ...attributes });
  }

  /**
   * @throws BadRequest, NotFound, Conflict
   */
  create(
    wantedName: string,
    body: ContainerCreateRequest,
    { owner = 'client', platform, id = this.#ports.ids.next() }: CreateOptions = {},
  ): Container {
    const { image, settings, host, endpoints } = this.#prepare(wantedName, body, { owner, platform, id });
    const name = wantedName === '' ? this.#newName() : withoutSlash(wantedName);
    const record: ContainerRecord = {
      id,
      name,
      created: this.#ports.clock.now(),
      imageId: image.id,
      layers: image.layers,
      settings,
      host,
      endpoints,
      mounts: this.#mounts.create(settings, host, (other) => this.find(other).record.mounts),
      state: { status: 'created', exitCode: 0, error: '', isOutOfMemory: false, started: 0, finished: 0 },
      ports: {},
      restartCount: 0,
      isManuallyStopped: false,
    };
    this.#records.put(record);
    const container = this.#open(record);
    this.#mounts.fill(container);
    container.files.createFolder(settings.folder, record.created);
    this.emit(container, 'create');
    return container;
  }

  /** Rejects a request that breaks rules of the API. @throws with the engine's message, if it has one */
  rejectInvalid(wantedName: string, body: ContainerCreateRequest, platform?: ImagePlatform): void {
    this.#prepare(wantedName, body, { owner: 'client', platform, id: '' });
    const networks = Object.keys(body.NetworkingConfig?.EndpointsConfig ?? {});
    // Only clients of older versions break this rule.
    if (networks.length > 1)
      throw new BadRequest(`Container cannot be created with multiple network endpoints: ${networks.join(', ')}`);
  }

  /** Rejects changes that break rules of the API. @throws BadRequest with the engine's message, if it has one */
  rejectInvalidUpdate(body: object): void {
    validateHostConfig(readUpdate(body), (path) => this.#mounts.hasCreated(path), true);
  }

  /** Checks a request in the order of engines, and reads it. Nothing is created, since it would remain after an error. */
  #prepare(
    wantedName: string,
    body: ContainerCreateRequest,
    { owner, platform, id }: Required<Pick<CreateOptions, 'owner' | 'id'>> & CreateOptions,
  ) {
    const { images, logs } = this.#neighbours;
    validateCreate((path) => this.#mounts.hasCreated(path), body);
    const given = withoutUnset(body.HostConfig ?? {}) as HostConfigInput;
    const host = this.#withIds(readHostSettings(body.HostConfig));
    const wantedImage = body.Image ?? '';
    // Engines look for an image of a platform after the networks.
    const found = platform === undefined ? findImage(images, wantedImage) : undefined;
    const endpoints = this.#endpointsOf(body, host.networkMode, owner);
    const image = found ?? findImage(images, wantedImage, platform);
    if (image === undefined) throw new BadRequest('no command specified');
    requireSharedContainers(given, (other) => this.find(other));
    const settings = readSettings(body, image.config, id);
    if (commandOf(settings).length === 0) throw new BadRequest('no command specified');
    requireLogDriver(host.logDriver, (driver) => logs.isPlugin(driver));
    validateLogOptions(host.logDriver, host.logOptions);
    if (wantedName !== '') this.#requireFreeName(wantedName);
    validateReferences(given, (other) => this.find(other));
    validateOptions(body.HostConfig);
    requireFolder(images.layers.files(image.layers), settings.folder);
    return { image, settings, host, endpoints };
  }

  /** @throws BadRequest, Conflict */
  rename(container: Container, wantedName: string): void {
    const name = withoutSlash(wantedName);
    const allocating = 'Error when allocating new name: ';
    requireValidContainerName(`/${name}`, allocating);
    if (name === container.name) throw new BadRequest('Renaming a container with the same name as its current name');
    const owner = this.named(name);
    if (owner !== undefined) throw nameTaken(name, owner.id, allocating);
    const oldName = `/${container.name}`;
    container.change({ name });
    this.#neighbours.endpoints.rename(container);
    this.emit(container, 'rename', { oldName });
  }

  /** Changes limits and the restart policy. @throws BadRequest, NotFound, Conflict */
  update(wanted: string, changes: Partial<HostConfig>): void {
    validateHostConfig(changes, (path) => this.#mounts.hasCreated(path), true);
    const container = this.find(wanted);
    const { RestartPolicy, PidsLimit, ...resources } = changes;
    if (container.status === 'removing' || container.status === 'dead')
      throw new Conflict(
        `Cannot update container ${container.id}: container is marked for removal and cannot be "update"`,
      );
    if (RestartPolicy?.Name && RestartPolicy.Name !== 'no' && container.host.autoRemove)
      throw new Conflict(
        `Cannot update container ${container.id}: Restart policy cannot be updated because AutoRemove is enabled for the container`,
      );
    const before = hostConfigResponse(container.host);
    const changed = changedLimits(container.id, resources, before);
    const policy = RestartPolicy?.Name ? { RestartPolicy: { ...before.RestartPolicy, ...RestartPolicy } } : {};
    const processes = typeof PidsLimit === 'number' ? { PidsLimit: Math.max(0, PidsLimit) } : {}; // 0 and -1: no limit
    container.change({ host: hostSettingsOf({ ...before, ...changed, ...processes, ...policy }) });
    this.emit(container, 'update');
  }

  /** Removes a container that does not run. @throws Conflict if it is being removed; ServerError if removal fails */
  async remove(container: Container, withVolumes: boolean): Promise<void> {
    if (container.status === 'removing')
      throw new Conflict(`removal of container ${container.id} is already in progress`);
    container.changeState({ status: 'removing' });
    try {
      await this.#ports.filesystem.delete(treeOf(container.id));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      container.changeState({ status: 'dead', error: reason });
      throw new ServerError(`container ${container.id}: driver "overlay2" failed to remove root filesystem: ${reason}`);
    }
    await this.#mounts.release(container, withVolumes);
    this.#containers.delete(container.id);
    this.#records.delete(container.id);
    new StoredOutput(this.#ports.store, container.id).remove();
    await this.#neighbours.images.layers.release(container.id);
    this.emit(container, 'destroy');
    container.notifyRemoval();
  }

  /** Lets plugins mount the volumes of a container that starts. @throws ServerError; NotFound, BadRequest for a part of one */
  async mountVolumes({ id, files, record: { mounts } }: Container): Promise<void> {
    files.mounted.removeTemporary();
    this.#mounts.requireParts(mounts);
    for (const { volume } of mounts) if (volume !== undefined) await this.#neighbours.volumes.mount(volume, id);
  }

  /** Lets plugins unmount the volumes of a container that has ended. */
  async unmountVolumes({ id, files, record: { mounts } }: Container): Promise<void> {
    files.mounted.removeTemporary();
    for (const { volume } of mounts) if (volume !== undefined) await this.#neighbours.volumes.unmount(volume, id);
  }

  /** Emits the events of volumes that are mounted at the start of a container or unmounted at its end. */
  emitMountEvents(container: Container, action: 'mount' | 'unmount'): void {
    this.#mounts.emit(container, action);
  }

  #open(record: ContainerRecord): Container {
    const { filesystem, clock, store } = this.#ports;
    const { layers } = this.#neighbours.images;
    layers.use(record.id, record.layers);
    const lower = initLayer(layers.files(record.layers), record.created);
    const own = filesystem.open(treeOf(record.id), lower) ?? filesystem.create(treeOf(record.id), lower);
    const mounted = [...this.#mounts.trees(record.mounts), ...this.#mounts.temporaryTrees(record.host)];
    const files = new ContainerFiles(own, record.host.isReadOnly, mounted);
    const save = (changed: ContainerRecord): void => {
      if (this.#containers.has(changed.id)) this.#records.put(changed);
    };
    const container = new Container({ record, files, clock, logs: new StoredOutput(store, record.id), save });
    this.#containers.set(record.id, container);
    this.#mounts.use(container);
    return container;
  }

  /** Names the containers whose namespaces are shared by their ids. One that does not exist is rejected later. */
  #withIds(host: HostSettings): HostSettings {
    const { networkMode, pidMode, others } = host;
    const withId = (mode: string): string => {
      const wanted = mode.startsWith('container:') ? mode.slice('container:'.length) : '';
      try {
        return wanted === '' ? mode : `container:${this.find(wanted).id}`;
      } catch {
        return mode;
      }
    };
    const ipcMode = others['IpcMode'];
    return {
      ...host,
      networkMode: withId(networkMode),
      pidMode: withId(pidMode),
      ...(typeof ipcMode === 'string' && { others: { ...others, IpcMode: withId(ipcMode) } }),
    };
  }

  #newName(): string {
    return this.#ports.ids.name((each) => this.named(each) !== undefined);
  }

  /** @throws BadRequest, Conflict */
  #requireFreeName(wanted: string): void {
    const name = withoutSlash(wanted);
    requireValidContainerName(wanted);
    const owner = this.named(name);
    if (owner !== undefined) throw nameTaken(name, owner.id);
  }

  #endpointsOf(
    { NetworkingConfig, MacAddress, NetworkDisabled }: ContainerCreateRequest,
    mode: string,
    owner: Owner,
  ): ContainerRecord['endpoints'] {
    const requested = NetworkingConfig?.EndpointsConfig ?? {};
    const endpoints: Record<string, EndpointRecord> = {};
    if (mode.startsWith('container:') || NetworkDisabled === true) return endpoints;
    const { networks, endpoints: service } = this.#neighbours;
    const names = Object.keys(requested).map((name) => (name === 'default' ? 'bridge' : name));
    const main = networks.search(mode)?.name ?? mode;
    // Networks that are named take the place of that of the mode.
    for (const name of names.length > 0 ? names : [main]) {
      const network = networks.search(name);
      const settings = readEndpoint(requested[name] ?? (name === 'bridge' ? requested['default'] : undefined));
      // The address of the whole container is that on its main network.
      const given = { ...settings, mac: settings.mac || (name === main && MacAddress) || '' };
      // A network that does not exist is rejected at the start.
      if (network === undefined) {
        endpoints[name] = given;
        continue;
      }
      const isReserved = owner === 'task' && network.isSwarmScoped === true;
      const endpoint = isReserved ? { ...given, requested: { ...given.requested, isReserved } } : given;
      try {
        service.validate(network, endpoint);
      } catch (error) {
        if (error instanceof BadRequest) throw new BadRequest(`invalid config for network ${name}: ${error.message}`);
        throw error;
      }
      endpoints[network.name] = endpoint;
    }
    return endpoints;
  }
}

/** Reads the changes of a request. */
export function readUpdate(body: object): Partial<HostConfig> {
  return withoutUnset(body) as Partial<HostConfig>;
}

function withoutSlash(name: string): string {
  return name.replace(/^\//, '');
}

function requireValidContainerName(wanted: string, where = ''): void {
  if (!/^[a-zA-Z0-9][a-zA-Z0-9_.-]+$/.test(withoutSlash(wanted)))
    throw new BadRequest(`${where}Invalid container name (${wanted}), only [a-zA-Z0-9][a-zA-Z0-9_.-] are allowed`);
}

function nameTaken(name: string, id: string, where = ''): Conflict {
  return new Conflict(
    `${where}Conflict. The container name "/${name}" is already in use by container "${id}". You have to remove (or rename) that container to be able to reuse that name.`,
  );
}

function treeOf(id: string): string {
  return `container/${id}`;
}
