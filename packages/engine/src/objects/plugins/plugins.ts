/** The rules of plugins: installation, settings, and the processes of those that are enabled. */
import type { Duplex } from 'node:stream';
import { connectionPair } from '../../streams/connection-pair.js';
import { BadRequest, Conflict, Forbidden, NotFound, ServerError } from '@lading/server-v1.44';
import type { PluginConfig, PluginPrivilege } from '@lading/types-v1.44';
import type { EventLog } from '../../state/event-log.js';
import { MemoryTree, newFile } from '../../filesystem/memory-tree.js';
import { fullName, registryReferenceOf, requireValidName } from '../../distribution/reference.js';
import type { RunningProcess } from '../../ports/container-runtime.js';
import { sleep } from '../../ports/clock.js';
import type { Ports } from '../../ports/ports.js';
import { Collection } from '../../state/collection.js';
import { endedInput } from '../../streams/input.js';
import { LogDriver } from './log-driver.js';
import { RemoteNetworkDriver } from './remote-network-driver.js';
import { privilegesOf } from './plugin-config.js';
import { PluginConnection } from './plugin-connection.js';
import { PluginRegistry, type PluginClient } from './plugin-registry.js';
import type { PluginPackage, PluginRecord } from '../../state/plugin-record.js';
import { changeSettings, initialSettings } from './plugin-settings.js';
import { startPluginProcess } from './start-plugin-process.js';
import { VolumeDriver } from './volume-driver.js';

/** The privileges that a user grants, and who asks. */
interface PluginRequest {
  readonly granted: readonly PluginPrivilege[];
  readonly client: PluginClient;
}

interface ActivePlugin {
  readonly connection: PluginConnection;
  /** Absent for a plugin that runs elsewhere. */
  readonly process?: RunningProcess | undefined;
  /** What it implements: `VolumeDriver`, … */
  readonly kinds: readonly string[];
}

/** The time between two attempts to reach a plugin that is starting, in milliseconds. */
const retryDelay = 100;

type PluginPorts = Pick<Ports, 'clock' | 'ids' | 'store' | 'runtime' | 'registry'>;

export class Plugins {
  readonly #records: Collection<PluginRecord>;
  readonly #packages = new Map<string, PluginPackage>();
  readonly #registry: PluginRegistry;
  readonly #active = new Map<string, ActivePlugin>();
  readonly #ports: PluginPorts;
  readonly #events: EventLog;

  constructor(ports: PluginPorts, events: EventLog) {
    this.#ports = ports;
    this.#registry = new PluginRegistry(ports.registry);
    this.#events = events;
    this.#records = new Collection(ports.store, 'plugins', 'plugin');
  }

  all(): PluginRecord[] {
    return this.#records.all();
  }

  /** @throws NotFound */
  find(wanted: string): PluginRecord {
    const found = this.#records.named(wanted) ?? this.#records.named(fullName(wanted)) ?? this.#byId(wanted);
    if (found === undefined) throw new NotFound(`plugin ${JSON.stringify(wanted)} not found`);
    return found;
  }

  /** @throws ServerError for a name in another form, Conflict */
  create(name: string, content: PluginPackage): PluginRecord {
    requirePluginName(name);
    const full = fullName(name);
    if (this.#records.named(full) !== undefined) throw new Conflict(`plugin ${full} already exists`);
    const record = this.#install(full, full, content);
    this.#emit('create', record);
    return record;
  }

  /** Returns what a plugin of a registry asks for: nothing if it cannot be fetched, as engines respond. @throws ServerError */
  async privileges(remote: string, client: PluginClient): Promise<PluginPrivilege[]> {
    requireValidName(remote, (message) => new ServerError(message));
    const content = await this.#registry.fetch(remote, client).catch(() => undefined);
    return content === undefined ? [] : privilegesOf(content.config);
  }

  /** Installs a plugin of a registry. @throws Forbidden for other privileges than it asks for; BadRequest, ServerError */
  async pull(remote: string, request: PluginRequest & { readonly name: string }): Promise<PluginRecord> {
    const full = fullName(request.name || remote);
    if (this.#records.named(full) !== undefined) throw new BadRequest(`plugin ${full} already exists`);
    const content = await this.#registry.fetch(remote, request.client);
    requirePrivileges(content.config, request.granted);
    const record = this.#install(full, remoteReference(remote), content);
    this.#emit('pull', record);
    return record;
  }

  async upgrade(record: PluginRecord, remote: string, { granted, client }: PluginRequest): Promise<void> {
    if (record.isEnabled)
      throw new Conflict(`plugin must be disabled before upgrading: plugin ${record.name} is enabled`);
    const content = await this.#registry.fetch(remote, client);
    requirePrivileges(content.config, granted);
    this.#packages.set(record.id, content);
    const { config } = content;
    this.#records.put({ ...record, config, settings: initialSettings(config), reference: remoteReference(remote) });
    this.#emit('upgrade', record);
  }

  /** @returns the digest and the size of the manifest. @throws Unauthorized, ServerError */
  push({ id, name }: PluginRecord, client: PluginClient): ReturnType<PluginRegistry['push']> {
    const content = this.#packages.get(id);
    if (content === undefined) throw new ServerError(`plugin ${name}: its files are not available`);
    return this.#registry.push(name, content, client);
  }

  /** Changes settings, each `NAME=value` or `name.property=value`. @throws Conflict if it is enabled; ServerError */
  set(record: PluginRecord, changes: readonly string[]): void {
    if (record.isEnabled) throw new Conflict(`plugin ${record.name} is enabled`);
    this.#records.put({ ...record, settings: changeSettings(record, changes) });
  }

  /** Starts a plugin, and waits until it says what it implements. @throws Conflict, ServerError */
  async enable(record: PluginRecord, timeout: number): Promise<void> {
    if (record.isEnabled) throw new Conflict(`plugin already enabled: plugin ${record.name} is enabled`);
    if (timeout < 0) throw new BadRequest(`negative value ${timeout} for timeout`);
    await this.#start(record, timeout);
    this.#records.put({ ...record, isEnabled: true, timeout });
    this.#emit('enable', record);
  }

  /** @throws Conflict if it is disabled, or in use */
  disable(record: PluginRecord, isInUse: boolean): void {
    if (!record.isEnabled) throw new Conflict(`plugin is already disabled: plugin ${record.name} found but disabled`);
    if (isInUse) throw new Conflict(`plugin ${record.name} is in use`);
    this.#stop(record);
    this.#records.put({ ...record, isEnabled: false });
    this.#emit('disable', record);
  }

  /** @throws Conflict if it is enabled, without force */
  remove(record: PluginRecord, force: boolean): void {
    if (record.isEnabled && !force) throw new Conflict(`plugin ${record.name} is enabled`);
    this.#stop(record);
    this.#records.delete(record.id);
    this.#packages.delete(record.id);
    this.#emit('remove', record);
  }

  /**
   * Uses a plugin that runs outside of the engine and listens on a socket.
   *
   * @param name the name of its drivers
   * @throws ServerError if it does not respond
   */
  async connect(name: string, socket: string): Promise<void> {
    const connection = PluginConnection.toSocket(socket, this.#ports.clock);
    this.#active.set(name, { connection, kinds: await activate(connection) });
  }

  /** Returns a volume driver; undefined if no active plugin of this name is one. */
  volumeDriver(name: string): VolumeDriver | undefined {
    const connection = this.#connectionOf(name, 'VolumeDriver');
    return connection && new VolumeDriver(connection);
  }

  /** Returns a network driver; undefined if no active plugin of this name is one. */
  networkDriver(name: string): RemoteNetworkDriver | undefined {
    const connection = this.#connectionOf(name, 'NetworkDriver');
    return connection && new RemoteNetworkDriver(connection);
  }

  /** Returns a log driver; undefined if no active plugin of this name is one. */
  logDriver(name: string): LogDriver | undefined {
    const connection = this.#connectionOf(name, 'LogDriver');
    return connection && new LogDriver(connection);
  }

  #connectionOf(name: string, kind: string): PluginConnection | undefined {
    const active = this.#active.get(name) ?? this.#active.get(fullName(name));
    return active?.kinds.includes(kind) === true ? active.connection : undefined;
  }

  /** Starts the plugins that were enabled in an earlier engine. */
  async resume(): Promise<void> {
    for (const record of this.all())
      if (record.isEnabled && !this.#active.has(record.name))
        await this.#start(record, record.timeout).catch(() => this.#records.put({ ...record, isEnabled: false }));
  }

  close(): void {
    for (const { process } of this.#active.values()) process?.signal('KILL');
    this.#active.clear();
  }

  #byId(wanted: string): PluginRecord | undefined {
    const matches = /^[0-9a-f]+$/.test(wanted) ? this.all().filter(({ id }) => id.startsWith(wanted)) : [];
    return matches.length === 1 ? matches[0] : undefined;
  }

  #install(name: string, reference: string, content: PluginPackage): PluginRecord {
    const { config } = content;
    const id = this.#ports.ids.next();
    const record: PluginRecord = {
      id,
      name,
      reference,
      config,
      isEnabled: false,
      timeout: 30,
      settings: initialSettings(config),
    };
    this.#records.put(record);
    this.#packages.set(id, content);
    return record;
  }

  async #start(record: PluginRecord, timeout: number): Promise<void> {
    const { clock, runtime } = this.#ports;
    let accept: ((connection: Duplex) => void) | undefined;
    const files = new MemoryTree();
    for (const [path, data] of this.#packages.get(record.id)?.files ?? []) files.put(path, newFile(data, 0, 0o755));
    const { config, settings } = record;
    await runtime.prepare?.();
    const process = startPluginProcess(runtime, {
      command: [...(config.Entrypoint ?? []), ...settings.arguments],
      environment: settings.environment,
      files,
      folder: config.WorkDir || '/',
      user: '',
      hostname: record.id.slice(0, 12),
      hasTerminal: false,
      input: endedInput(),
      write: () => undefined,
      // Whatever port the program listens on is its socket.
      network: {
        listen: (_port, listener) => {
          accept = listener;
          return () => (accept = undefined);
        },
        resolve: () => [],
        connect: () => {
          throw new Error('plugins reach no network');
        },
      },
    });
    const socket = `/run/docker/plugins/${record.id}/${config.Interface.Socket}`;
    let hasExited = false;
    void process.exited.then(() => (hasExited = true));
    const limit = timeout === 0 ? Infinity : clock.now() + timeout * 1000;
    while (accept === undefined) {
      await new Promise((resolve) => setImmediate(resolve));
      if (accept !== undefined) break;
      if (hasExited || clock.now() >= limit) {
        process.signal('KILL');
        throw new ServerError(`dial unix ${socket}: connect: no such file or directory`);
      }
      await Promise.race([sleep(clock, Math.min(retryDelay, limit - clock.now())), process.exited]);
    }
    const dial = (): Duplex => {
      const [near, far] = connectionPair();
      if (accept === undefined) throw new Error(`dial unix ${socket}: connect: connection refused`);
      accept(far);
      return near;
    };
    const connection = new PluginConnection(dial, clock, timeout * 1000);
    try {
      this.#active.set(record.name, { connection, process, kinds: await activate(connection) });
    } catch (error) {
      process.signal('KILL');
      throw error;
    }
  }

  #stop({ name }: PluginRecord): void {
    this.#active.get(name)?.process?.signal('KILL');
    this.#active.delete(name);
  }

  #emit(action: string, { id, name }: PluginRecord): void {
    this.#events.emit('plugin', action, id, { name });
  }
}

async function activate(connection: PluginConnection): Promise<string[]> {
  const { Implements } = await connection.call('Plugin.Activate');
  return Array.isArray(Implements) ? Implements.filter((each): each is string => typeof each === 'string') : [];
}

function requirePrivileges(config: PluginConfig, granted: readonly PluginPrivilege[]): void {
  const textOf = (privileges: readonly PluginPrivilege[]): string =>
    JSON.stringify(privileges.map(({ Name, Value }) => [Name, [...Value].sort()]).sort());
  if (textOf(privilegesOf(config)) !== textOf(granted)) throw new Forbidden('incorrect privileges');
}

/** Returns the reference of a plugin that comes from a registry, with the registry's name. */
function remoteReference(remote: string): string {
  const { host, repository, reference } = registryReferenceOf(fullName(remote));
  return `${host}/${repository}:${reference}`;
}

/** @throws ServerError for a name in another form */
export function requirePluginName(name: string): void {
  requireValidName(name, (message) => new ServerError(`failed to parse reference ${name}: ${message}`));
}
