/** Creates an engine: the only place that connects its parts. */
import type { Call, Hooks } from '@lading/server-v1.44';
import type { HandlersV144 } from '@lading/server';
import { MemoryBlobs } from './adapters/memory-blobs.js';
import { RealClock } from './adapters/real-clock.js';
import type { ImageDefinition } from './definitions/image-definition.js';
import { ImageDefinitions } from './definitions/image-definitions.js';
import { containerHandlers } from './http/containers/container-handlers.js';
import { ContainerNetworks, type EngineSocket } from './objects/containers/container-networks.js';
import type { Container } from './objects/containers/container.js';
import { ContainerService } from './objects/containers/container-service.js';
import { HealthMonitor } from './objects/containers/health-monitor.js';
import { Lifecycle } from './objects/containers/lifecycle.js';
import { PluginLogs } from './rules/plugin-logs.js';
import { surroundingsOf } from './objects/containers/process-surroundings.js';
import { PublishedPorts } from './objects/containers/published-ports.js';
import type { ResumeMode } from './objects/containers/restart-policy.js';
import { EventLog } from './state/event-log.js';
import { execHandlers } from './http/containers/exec-handlers.js';
import { ExecService } from './objects/execs/exec-service.js';
import { Faults } from './http/faults.js';
import { MemoryFilesystem } from './filesystem/memory-filesystem.js';
import { filteredOperations, rejectFilters } from './http/filter-rules.js';
import { RandomIds } from './adapters/random-ids.js';
import { distributionHandlers } from './http/images/distribution-handlers.js';
import { imageHandlers } from './http/images/image-handlers.js';
import { BuildCache } from './build/build-cache.js';
import { buildCacheHandlers } from './http/images/build-cache-handlers.js';
import { ImageService } from './objects/images/image-service.js';
import { LayerSources } from './objects/images/layer-sources.js';
import { pullImage } from './objects/images/pull.js';
import { LoopbackDriver } from './adapters/loopback-driver.js';
import { EndpointService } from './objects/networks/endpoint-service.js';
import { networkHandlers } from './http/network-handlers.js';
import { NetworkService } from './objects/networks/network-service.js';
import type { Ports } from './ports/ports.js';
import { ReachedRegistries } from './registry/reached-registries.js';
import { MemoryRegistry } from './registry/memory-registry.js';
import { Programs } from './runtime/programs.js';
import { SimulatedRuntime } from './runtime/simulated-runtime.js';
import { MemoryStore } from './adapters/memory-store.js';
import { nodeHandlers } from './http/swarm/node-handlers.js';
import { machineProperties, type NodeProperties } from './swarm/cluster/node-record.js';
import { pluginHandlers } from './http/plugin-handlers.js';
import { Plugins } from './objects/plugins/plugins.js';
import { configHandlers, secretHandlers } from './http/swarm/secret-handlers.js';
import { serviceHandlers } from './http/swarm/service-handlers.js';
import { RecordingDriver } from './adapters/recording-driver.js';
import { SwarmControl } from './swarm/swarm-control.js';
import { rejectBooleans, rejectLogs, rejectStart, strictOperations } from './http/request-rules.js';
import { rejections, type Rejections } from './http/reject-invalid.js';
import { swarmHandlers } from './http/swarm/swarm-handlers.js';
import { SwarmMember } from './swarm/swarm-member.js';
import { SwarmNetwork } from './swarm/swarm-network.js';
import { taskHandlers } from './http/swarm/task-handlers.js';
import { startSession } from './http/session.js';
import { SwarmScope } from './state/swarm-scope.js';
import { systemHandlers } from './http/system-handlers.js';
import { volumeHandlers } from './http/volume-handlers.js';
import { VolumeService } from './objects/volumes/volume-service.js';

export interface Engine extends Rejections {
  /** For `createServerV144(engine.handlers, { hooks, onInvalid, onMistyped })`. */
  readonly handlers: HandlersV144;
  readonly hooks: Hooks;
  readonly programs: Programs;
  readonly events: EventLog;
  readonly faults: Faults;
  /** The registry in memory, for names without a registry. */
  readonly registry: MemoryRegistry;
  readonly containers: ContainerService;
  readonly images: ImageService;
  readonly networks: NetworkService;
  readonly volumes: VolumeService;
  readonly plugins: Plugins;
  readonly ports: Ports;
  /** That of its containers. */
  readonly minimumRunTime: number;
  /** Whether signals of the engine end first processes that do not handle them. */
  readonly fastStop: boolean;
  readonly socket: EngineSocket | undefined;
  /** The swarm, and simulated nodes of it. */
  readonly swarm: SwarmControl<Engine>;
  /**
   * Starts containers of an earlier engine with these data.
   *
   * @param which those that their restart policies start with the engine, or all that ran
   */
  resume(which?: ResumeMode): Promise<void>;
  /** Pulls an image. @throws NotFound */
  pull(name: string): Promise<void>;
  /** Starts a container. @throws as the operation does */
  start(container: Container): Promise<void>;
  /** Ends all processes, without consequences for their containers. */
  endProcesses(): Promise<void>;
  /** Ends all processes as a stop of the engine does: containers start again by their restart policies. */
  stop(): Promise<void>;
  /** Continues after {@link stop}. */
  restart(): Promise<void>;
  /** Ends all processes, closes published ports and the store. */
  close(): Promise<void>;
}

/** What outlives an engine whose state is replaced by another one. */
export interface EngineExtras {
  /** Images with programs. An engine with programs and a registry of its own does not use them. */
  readonly imageDefinitions: readonly ImageDefinition[];
  readonly programs: Programs;
  readonly faults: Faults;
  /** The network on which engines join each other's swarms. */
  readonly swarmNetwork: SwarmNetwork;
  /** What the engine reports about itself as a node, where it differs from this machine. */
  readonly node: Partial<NodeProperties>;
  readonly registry: MemoryRegistry;
  /** The shortest time between the start and the end of a container, in milliseconds. */
  readonly minimumRunTime: number;
  /** Whether signals of the engine end first processes that do not handle them. */
  readonly fastStop: boolean;
  /** The socket of the engine, which containers with a bind mount of it reach; undefined for an engine without a server. */
  readonly socket: EngineSocket | undefined;
}

/**
 * @param given the ports that are not the embedded ones
 * @param extras those of an earlier engine
 */
export function createEngine(given: Partial<Ports> = {}, extras: Partial<EngineExtras> = {}): Engine {
  const definitions = new ImageDefinitions(extras.imageDefinitions);
  const {
    programs = new Programs(definitions),
    faults = new Faults(),
    registry = new MemoryRegistry(definitions),
    swarmNetwork = new SwarmNetwork(),
    node = {},
    minimumRunTime = 0,
    fastStop = true,
    socket,
  } = extras;
  const clock = given.clock ?? new RealClock();
  const ports: Ports = {
    clock,
    ids: given.ids ?? new RandomIds(),
    store: given.store ?? new MemoryStore(),
    blobs: given.blobs ?? new MemoryBlobs(),
    filesystem: given.filesystem ?? new MemoryFilesystem(),
    runtime: given.runtime ?? new SimulatedRuntime(clock, programs, { fastStop }),
    networkDriver: given.networkDriver ?? new LoopbackDriver(),
    registry: given.registry ?? new ReachedRegistries(registry),
  };
  const events = new EventLog(clock);
  const images = new ImageService(ports, events);
  const plugins = new Plugins(ports, events);
  const volumes = new VolumeService(ports, events, plugins);
  const logs = new PluginLogs(plugins);
  const scope = new SwarmScope();
  const networks = new NetworkService(ports, events, { plugins, swarm: scope });
  const endpoints = new EndpointService(networks, events, ports.ids);
  const containers = new ContainerService(ports, { events, images, logs, networks, endpoints, volumes });
  const hostGateway = (): string => {
    const bridge = networks.named('bridge');
    return (bridge && networks.poolOf(bridge, 4)?.gateway) ?? '';
  };
  const containerNetworks = new ContainerNetworks(containers, scope, { hostGateway, socket });
  const execs = new ExecService(ports, events, (id) => {
    const container = containers.find(id);
    return { ...surroundingsOf(container), network: containerNetworks.of(container) };
  });
  const health = new HealthMonitor(ports, containers, containerNetworks);
  const publishedPorts = new PublishedPorts(ports.networkDriver, containerNetworks);
  const lifecycle = new Lifecycle(ports, {
    containers,
    endpoints,
    execs,
    health,
    logs,
    publishedPorts,
    networks: containerNetworks,
    minimumRunTime,
  });
  const sources = new LayerSources(ports.store);
  const cache = new BuildCache(ports, images);
  const imageContext = { images, cache, containers, lifecycle, containerNetworks, networks, events, ports, sources };
  const pull = async (name: string): Promise<void> => {
    for await (const _progress of pullImage(imageContext, { name })) continue;
  };
  const member = new SwarmMember({
    ports,
    events,
    containers,
    lifecycle,
    containerNetworks,
    images,
    networks,
    pull,
    swarmNetwork,
    scope,
    node: { ...machineProperties(), ...node },
  });
  const swarm = new SwarmControl<Engine>(member, (properties) =>
    createEngine(
      // Nodes share this machine, whose ports belong to the first engine.
      { clock, ids: ports.ids, registry: ports.registry, networkDriver: new RecordingDriver() },
      { programs, swarmNetwork, fastStop, node: properties },
    ),
  );
  const handlers: HandlersV144 = {
    swarm: swarmHandlers(member),
    node: nodeHandlers(member),
    service: serviceHandlers(member, networks),
    task: taskHandlers(member),
    secret: secretHandlers(member),
    config: configHandlers(member),
    plugin: pluginHandlers(plugins, { containers, networks, volumes }),
    system: systemHandlers({
      id: idOf(ports),
      swarm: member,
      containers,
      images,
      volumes,
      events,
      clock,
      registry: ports.registry,
      cache,
    }),
    container: containerHandlers({ containers, lifecycle, logs, execs, images, events, clock }),
    exec: execHandlers(execs, ports.clock),
    image: imageHandlers(imageContext),
    distribution: distributionHandlers(ports.registry),
    volume: volumeHandlers(volumes),
    network: networkHandlers(networks, endpoints, containers, clock),
    session: { start: startSession },
    build: buildCacheHandlers(cache, events),
  };
  return {
    handlers: faults.apply(handlers),
    hooks: {
      operations: {
        ...Object.fromEntries(
          [...filteredOperations, ...strictOperations].map((operation) => [operation, { before: rejectQueryOf }]),
        ),
        ContainerLogs: {
          before: (call) =>
            rejectLogs(call.request.url, () => containers.find(String((call.path as { readonly id?: string }).id))),
        },
        ContainerStart: { before: rejectStart },
      },
    },
    ...rejections({ containers, networks, endpoints, member }),
    programs,
    events,
    faults,
    registry,
    minimumRunTime,
    fastStop,
    socket,
    containers,
    images,
    networks,
    volumes,
    plugins,
    ports,
    swarm,
    async resume(which) {
      await plugins.resume();
      await lifecycle.resume(which);
    },
    pull,
    async start(container) {
      await lifecycle.start(container);
    },
    endProcesses: () => lifecycle.close(),
    stop: () => lifecycle.close(),
    restart: () => lifecycle.reopen(),
    async close() {
      await swarm.close();
      plugins.close();
      await lifecycle.close();
      await ports.networkDriver.close();
      clock.close();
      await registry.close();
      await ports.store.close();
    },
  };
}

/** Returns the id of the engine, which stays the same as long as its data exist. */
function idOf({ store, ids }: Ports): string {
  const stored = store.read('engine', 'id');
  if (typeof stored === 'string') return stored;
  const hex = ids.next();
  const id = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
  store.commit([{ collection: 'engine', id: 'id', value: id }]);
  return id;
}

/** @throws BadRequest, ServerError */
function rejectQueryOf(call: Call): void {
  rejectFilters(call.operation, call.query);
  rejectBooleans(call);
}
