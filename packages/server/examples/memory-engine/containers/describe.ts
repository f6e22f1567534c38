/** Describes a container in responses: in full for inspect, as a summary for lists. */
import { NotFound } from '@lading/server';
import type { ContainerInspectResponse, ContainerSummary, NetworkSettings, Port, PortMap } from '@lading/types-v1.44';
import type { Engine } from '../engine.js';
import { fullName } from '../images/reference.js';
import type { Container } from './container.js';
import { healthOf } from './health.js';
import { linksOf, namesOf } from './links.js';

export function inspectResponse(container: Container, engine: Engine, withSize: boolean): ContainerInspectResponse {
  const { id, image, command, config, hostConfig, mounts, execs, state } = container;
  const folder = `/var/lib/memory-engine/containers/${id}`;
  const [Path = '', ...Args] = command;
  const health = healthOf(container);
  return {
    Id: id,
    Created: container.created.toISOString(),
    Path,
    Args,
    State: { ...state, ...(health && { Health: health }) },
    Image: image.id,
    ResolvConfPath: `${folder}/resolv.conf`,
    HostnamePath: `${folder}/hostname`,
    HostsPath: `${folder}/hosts`,
    LogPath: `${folder}/${id}-json.log`,
    Name: `/${container.name}`,
    RestartCount: container.restarts,
    Driver: 'memory',
    Platform: 'linux',
    MountLabel: '',
    ProcessLabel: '',
    AppArmorProfile: '',
    ExecIDs: execs.size === 0 ? null : [...execs],
    HostConfig: { ...hostConfig, Links: linksOf(container, engine) },
    GraphDriver: { Name: 'memory', Data: null },
    ...(withSize && { SizeRw: sizeOf(container), SizeRootFs: container.files.size }),
    Mounts: [...mounts],
    Config: config,
    NetworkSettings: networksOf(container),
  };
}

export function summaryOf(container: Container, engine: Engine, withSize: boolean): ContainerSummary {
  const { config, image, state, hostConfig } = container;
  return {
    Id: container.id,
    Names: namesOf(container, engine),
    // An image without this name is shown by its id.
    Image: engine.images.search(config.Image) === image ? config.Image : image.id,
    ImageID: image.id,
    Command: container.command.join(' '),
    Created: Math.floor(container.created.getTime() / 1000),
    Ports: portsOf(container.ports),
    ...(withSize && { SizeRw: sizeOf(container), SizeRootFs: container.files.size }),
    Labels: config.Labels ?? {},
    State: state.Status,
    Status: statusOf(container),
    HostConfig: { NetworkMode: hostConfig.NetworkMode },
    NetworkSettings: { Networks: Object.fromEntries(container.networks) },
    Mounts: [...container.mounts],
  };
}

/** Whether the container runs this image, given by name or id, or an image derived from it. */
export function runsImage(container: Container, wanted: string, engine: Engine): boolean {
  const image = engine.images.search(wanted);
  if (image === undefined) throw new NotFound(`No such image: ${fullName(wanted)}`);
  return container.image.history.some(({ id }) => id === image.id);
}

function sizeOf({ files, image }: Container): number {
  return Math.max(0, files.size - image.files.size);
}

/** Returns the status text, such as `Up 5 minutes (healthy)` or `Exited (0) 2 hours ago`. */
function statusOf(container: Container): string {
  const { Status, ExitCode, StartedAt, FinishedAt } = container.state;
  const health = healthOf(container)?.Status;
  switch (Status) {
    case 'running':
      return `Up ${spanSince(StartedAt)}${health && health !== 'none' ? ` (${health === 'starting' ? 'health: starting' : health})` : ''}`;
    case 'paused':
      return `Up ${spanSince(StartedAt)} (Paused)`;
    case 'exited':
      return `Exited (${ExitCode}) ${spanSince(FinishedAt)} ago`;
    case 'restarting':
      return `Restarting (${ExitCode}) ${spanSince(FinishedAt)} ago`;
    case 'created':
      return 'Created';
    default:
      return Status;
  }
}

function spanSince(moment: string): string {
  const seconds = Math.floor((Date.now() - Date.parse(moment)) / 1000);
  if (seconds < 1) return 'Less than a second';
  if (seconds < 60) return `${seconds} second${seconds === 1 ? '' : 's'}`;
  if (seconds < 3600) return seconds < 120 ? 'About a minute' : `${Math.floor(seconds / 60)} minutes`;
  return seconds < 7200 ? 'About an hour' : `${Math.floor(seconds / 3600)} hours`;
}

function portsOf(ports: PortMap): Port[] {
  return Object.entries(ports).flatMap(([port, bindings]) => {
    const [number = '', Type = 'tcp'] = port.split('/');
    const open = { PrivatePort: Number(number), Type: Type as Port['Type'] };
    if (bindings === null) return [open];
    return bindings.map(({ HostIp, HostPort }) => ({ IP: HostIp, ...open, PublicPort: Number(HostPort) }));
  });
}

function networksOf({ networks, ports, process }: Container): NetworkSettings {
  const {
    EndpointID = '',
    Gateway = '',
    IPAddress = '',
    IPPrefixLen = 0,
    MacAddress = '',
  } = networks.get('bridge') ?? {};
  return {
    Bridge: '',
    SandboxID: '',
    SandboxKey: process === undefined ? '' : `/var/run/memory-engine/netns/${process.pid}`,
    HairpinMode: false,
    LinkLocalIPv6Address: '',
    LinkLocalIPv6PrefixLen: 0,
    Ports: ports,
    SecondaryIPAddresses: null,
    SecondaryIPv6Addresses: null,
    EndpointID,
    Gateway,
    GlobalIPv6Address: '',
    GlobalIPv6PrefixLen: 0,
    IPAddress,
    IPPrefixLen,
    IPv6Gateway: '',
    MacAddress,
    Networks: Object.fromEntries(networks),
  };
}
