/** Describes a container in responses: in full for inspect, as a summary for lists. */
import type {
  ContainerInspectResponse,
  ContainerState,
  ContainerSummary,
  Health,
  MountPoint,
  NetworkSettings,
  Port,
} from '@lading/types-v1.44';
import { dateTime } from '../../values/date-time.js';
import type { ImageService } from '../../objects/images/image-service.js';
import { endpointResponse } from './endpoint-view.js';
import { commandOf, type ContainerRecord, type HealthRecord, type MountRecord } from '../../state/container-record.js';
import type { ContainerService } from '../../objects/containers/container-service.js';
import type { Container } from '../../objects/containers/container.js';
import { aliasesOf, linkNames } from '../../objects/containers/links.js';
import { configResponse, hostConfigResponse, portMap } from '../../objects/containers/settings-view.js';
import { predefinedNetworks } from '../../state/network-record.js';
import { statusText } from './status-text.js';

export interface ViewContext {
  readonly containers: ContainerService;
  readonly images: ImageService;
  /** In milliseconds since 1970. */
  readonly now: number;
}

export function inspectResponse(
  container: Container,
  { containers }: ViewContext,
  withSize: boolean,
): ContainerInspectResponse {
  const { id, command, execs, files, record } = container;
  const folder = `/var/lib/docker/containers/${id}`;
  // The files are written at the first start, also one that fails; a shared network has those of its container.
  const { networkMode } = record.host;
  const owner = networkMode.startsWith('container:') ? networkMode.slice('container:'.length) : id;
  const fileOf = (name: string): string => (hasStarted(record) ? `/var/lib/docker/containers/${owner}/${name}` : '');
  const [Path = '', ...Args] = command;
  return {
    Id: id,
    Created: dateTime(record.created),
    Path,
    Args,
    State: stateResponse(container),
    Image: record.imageId,
    ResolvConfPath: fileOf('resolv.conf'),
    HostnamePath: fileOf('hostname'),
    HostsPath: fileOf('hosts'),
    LogPath: record.host.logDriver === 'json-file' && hasStarted(record) ? `${folder}/${id}-json.log` : '',
    Name: `/${record.name}`,
    RestartCount: record.restartCount,
    Driver: 'overlay2',
    Platform: 'linux',
    MountLabel: '',
    ProcessLabel: '',
    AppArmorProfile: '',
    ExecIDs: execs.size === 0 ? null : [...execs],
    HostConfig: { ...hostConfigResponse(record.host), Links: linkNames(container, containers) },
    GraphDriver: { Name: 'overlay2', Data: null },
    ...(withSize && { SizeRw: files.ownSize, SizeRootFs: files.own.size }),
    Mounts: record.mounts.map(mountResponse),
    Config: configResponse(record.settings),
    NetworkSettings: networkSettings(container),
  };
}

export function summariesOf(listed: readonly Container[], context: ViewContext, withSize: boolean): ContainerSummary[] {
  const aliases = aliasesOf(context.containers);
  return listed.map((container) => summaryOf(container, aliases.get(container) ?? [], context, withSize));
}

function summaryOf(
  container: Container,
  aliases: readonly string[],
  { images, now }: ViewContext,
  withSize: boolean,
): ContainerSummary {
  const { record, files } = container;
  const { settings, state } = record;
  const { Names, Command, Ports, Labels, HostConfig, NetworkSettings, Mounts } = fixedSummaryOf(record);
  return {
    Id: record.id,
    Names: aliases.length === 0 ? Names : [...Names, ...aliases],
    // An image without this name is shown by its id.
    Image: images.search(settings.image)?.id === record.imageId ? settings.image : record.imageId,
    ImageID: record.imageId,
    Command,
    Created: Math.floor(record.created / 1000),
    Ports,
    // Lists omit a size of zero.
    ...(withSize && files.ownSize > 0 && { SizeRw: files.ownSize }),
    ...(withSize && { SizeRootFs: files.own.size }),
    Labels,
    State: state.status,
    Status: statusText(state, now),
    HostConfig,
    NetworkSettings,
    Mounts,
  };
}

type FixedSummary = Pick<
  ContainerSummary,
  'Names' | 'Command' | 'Ports' | 'Labels' | 'HostConfig' | 'NetworkSettings' | 'Mounts'
>;

/** What a record alone decides. Records do not change, and lists are asked for often: each is described once. */
const fixedSummaries = new WeakMap<ContainerRecord, FixedSummary>();

/** Lists show arguments with spaces in quotation marks. */
function commandText([program = '', ...args]: readonly string[]): string {
  return [program, ...args.map((arg) => (arg.includes(' ') ? `'${arg}'` : arg))].join(' ');
}

function fixedSummaryOf(record: ContainerRecord): FixedSummary {
  const described = fixedSummaries.get(record);
  if (described !== undefined) return described;
  const { name, settings, host, ports, mounts } = record;
  const summary: FixedSummary = {
    Names: [`/${name}`],
    Command: commandText(commandOf(settings)),
    Ports: portsOf(ports),
    Labels: { ...settings.labels },
    HostConfig: { NetworkMode: host.networkMode },
    NetworkSettings: { Networks: endpointsOf(record) },
    Mounts: mounts.map(mountResponse),
  };
  fixedSummaries.set(record, summary);
  return summary;
}

function stateResponse({ state, status, isRunning, process }: Container): ContainerState {
  return {
    Status: status,
    Running: isRunning,
    Paused: status === 'paused',
    Restarting: status === 'restarting',
    OOMKilled: state.isOutOfMemory,
    Dead: status === 'dead',
    Pid: process?.pid ?? 0,
    ExitCode: state.exitCode,
    Error: state.error,
    StartedAt: dateTime(state.started),
    FinishedAt: dateTime(state.finished),
    ...(state.health && { Health: healthResponse(state.health) }),
  };
}

function healthResponse({ status, failures, probes }: HealthRecord): Health {
  return {
    Status: status,
    FailingStreak: failures,
    Log: probes.map(({ start, end, exitCode, output }) => ({
      Start: dateTime(start),
      End: dateTime(end),
      ExitCode: exitCode,
      Output: output,
    })),
  };
}

export function mountResponse(mount: MountRecord): MountPoint {
  const { type, volume, source, destination, driver, mode, isReadOnly, propagation } = mount;
  return {
    Type: type,
    ...(volume !== undefined && { Name: volume }),
    Source: source,
    Destination: destination,
    ...(driver !== undefined && { Driver: driver }),
    Mode: mode,
    RW: !isReadOnly,
    Propagation: propagation,
  };
}

function portsOf(ports: ContainerRecord['ports']): Port[] {
  return Object.entries(ports).flatMap(([port, bindings]) => {
    const [number = '', Type = 'tcp'] = port.split('/');
    const open = { PrivatePort: Number(number), Type: Type as Port['Type'] };
    if (bindings === null) return [open];
    return bindings.map(({ address, port: hostPort }) => ({ IP: address, ...open, PublicPort: Number(hostPort) }));
  });
}

function endpointsOf({ endpoints }: ContainerRecord) {
  return Object.fromEntries(Object.entries(endpoints).map(([name, endpoint]) => [name, endpointResponse(endpoint)]));
}

/** Whether a start, also one that failed, has prepared the container. */
function hasStarted({ state, endpoints }: ContainerRecord): boolean {
  return state.started !== 0 || Object.values(endpoints).some(({ networkId }) => networkId !== undefined);
}

function networkSettings({ record, endpoints }: Container): NetworkSettings {
  const bridge = endpoints['bridge']?.joined;
  return {
    Bridge: '',
    SandboxID: hasStarted(record) ? record.id : '',
    SandboxKey: hasStarted(record) ? `/var/run/docker/netns/${record.id.slice(0, 12)}` : '',
    HairpinMode: false,
    LinkLocalIPv6Address: '',
    LinkLocalIPv6PrefixLen: 0,
    Ports: portMap(record.ports),
    SecondaryIPAddresses: null,
    SecondaryIPv6Addresses: null,
    EndpointID: bridge?.endpointId ?? '',
    Gateway: bridge?.gateway ?? '',
    GlobalIPv6Address: bridge?.ipv6Address ?? '',
    GlobalIPv6PrefixLen: bridge?.ipv6PrefixLength ?? 0,
    IPAddress: bridge?.address ?? '',
    IPPrefixLen: bridge?.prefixLength ?? 0,
    IPv6Gateway: bridge?.ipv6Gateway ?? '',
    MacAddress: bridge?.mac ?? '',
    Networks: withAddedAliases(record),
  };
}

/** At the version of the handlers, the aliases on networks of users end with the names that the engine adds. Lists have those of requests. */
function withAddedAliases(record: ContainerRecord): NetworkSettings['Networks'] {
  const added = [record.id.slice(0, 12), record.settings.hostname];
  return Object.fromEntries(
    Object.entries(endpointsOf(record)).map(([name, endpoint]) => [
      name,
      predefinedNetworks.has(name)
        ? endpoint
        : { ...endpoint, Aliases: [...new Set([...(endpoint.Aliases ?? []), ...added])] },
    ]),
  );
}
