/** Describes the container of a task as a request to create one. */
import type { ContainerCreateRequest, ContainerSpec, HostConfigInput, TaskSpec } from '@lading/types-v1.44';
import type { NetworkRecord } from '../../state/network-record.js';
import { expandTemplate } from './template.js';
import type { TemplateContext } from './template-context.js';
import type { TaskRecord } from '../cluster/task-record.js';

export interface TaskSurroundings {
  readonly context: TemplateContext;
  readonly serviceName: string;
  readonly networkOf: (id: string) => NetworkRecord | undefined;
  readonly logDriver?: { readonly name: string; readonly options: Readonly<Record<string, string>> } | undefined;
}

/** @param image the name under which the node has the image */
export function containerRequestOf(
  task: TaskRecord,
  image: string,
  { context, serviceName, networkOf, logDriver }: TaskSurroundings,
): ContainerCreateRequest {
  const { settings } = task;
  const { ContainerSpec: spec = {}, Resources } = settings.spec as Omit<Partial<TaskSpec>, 'ContainerSpec'> & {
    readonly ContainerSpec?: Partial<ContainerSpec>;
  };
  const expand = (text: string): string => expandTemplate(text, context);
  const log = settings.logDriver ?? logDriver;
  const networks = networksOf(task, networkOf);
  const host: HostConfigInput = {
    ...(networks.mode !== '' && { NetworkMode: networks.mode }),
    ...(spec.Mounts && {
      Mounts: spec.Mounts.map((mount) => ({
        ...mount,
        ...(mount.Source !== undefined && { Source: expand(mount.Source) }),
        ...(mount.Target !== undefined && { Target: expand(mount.Target) }),
      })),
    }),
    ...(task.hostPorts.length > 0 && { PortBindings: portBindingsOf(task) }),
    ...(log !== undefined && { LogConfig: { Type: log.name, Config: { ...log.options } } }),
    ...(Resources?.Limits && {
      Memory: Resources.Limits.MemoryBytes ?? 0,
      NanoCpus: Resources.Limits.NanoCPUs ?? 0,
      PidsLimit: Resources.Limits.Pids ?? null,
    }),
    ...(Resources?.Reservations && { MemoryReservation: Resources.Reservations.MemoryBytes ?? 0 }),
    ...(spec.ReadOnly && { ReadonlyRootfs: true }),
    ...(spec.Groups && { GroupAdd: spec.Groups }),
    ...(spec.Hosts && { ExtraHosts: spec.Hosts.flatMap(extraHosts) }),
    ...(spec.DNSConfig && {
      Dns: spec.DNSConfig.Nameservers ?? null,
      DnsSearch: spec.DNSConfig.Search ?? null,
      DnsOptions: spec.DNSConfig.Options ?? null,
    }),
    ...(spec.CapabilityAdd && { CapAdd: spec.CapabilityAdd }),
    ...(spec.CapabilityDrop && { CapDrop: spec.CapabilityDrop }),
    ...(spec.Sysctls && { Sysctls: spec.Sysctls }),
    ...(spec.Ulimits && { Ulimits: spec.Ulimits }),
    ...(spec.Init !== undefined && spec.Init !== null && { Init: spec.Init }),
    ...(spec.Isolation && { Isolation: spec.Isolation as 'default' }),
  };
  return {
    Image: image,
    ...(spec.Command && { Entrypoint: spec.Command.map(expand) }),
    ...(spec.Args && { Cmd: spec.Args.map(expand) }),
    ...(spec.Env && { Env: spec.Env.map(expand) }),
    ...(spec.Hostname && { Hostname: expand(spec.Hostname) }),
    ...(spec.User && { User: spec.User }),
    ...(spec.Dir && { WorkingDir: spec.Dir }),
    ...(spec.TTY && { Tty: true }),
    ...(spec.OpenStdin && { OpenStdin: true }),
    ...(spec.StopSignal && { StopSignal: spec.StopSignal }),
    ...(spec.Healthcheck && { Healthcheck: spec.Healthcheck }),
    ...(task.hostPorts.length > 0 && {
      ExposedPorts: Object.fromEntries(task.hostPorts.map(({ target, protocol }) => [`${target}/${protocol}`, {}])),
    }),
    Labels: {
      ...spec.Labels,
      'com.docker.swarm.node.id': context.node.id,
      'com.docker.swarm.service.id': task.serviceId,
      'com.docker.swarm.service.name': serviceName,
      'com.docker.swarm.task': '',
      'com.docker.swarm.task.id': task.id,
      'com.docker.swarm.task.name': task.name,
    },
    HostConfig: host,
    ...(networks.endpoints !== undefined && { NetworkingConfig: { EndpointsConfig: networks.endpoints } }),
  };
}

function portBindingsOf({ hostPorts }: TaskRecord): NonNullable<HostConfigInput['PortBindings']> {
  return Object.fromEntries(
    hostPorts.map(({ target, protocol, published }) => [
      `${target}/${protocol}`,
      [{ HostIp: '', HostPort: published === 0 ? '' : String(published) }],
    ]),
  );
}

/** Converts `192.0.2.2 one two` to `one:192.0.2.2` and `two:192.0.2.2`. */
function extraHosts(line: string): string[] {
  const [address = '', ...names] = line.split(/\s+/);
  return names.map((name) => `${name}:${address}`);
}

type Endpoints = NonNullable<NonNullable<ContainerCreateRequest['NetworkingConfig']>['EndpointsConfig']>;

/** Returns the first network, to which the container belongs, and the settings of all. */
function networksOf(task: TaskRecord, networkOf: (id: string) => NetworkRecord | undefined) {
  const networks = task.networks.flatMap(({ networkId, address, aliases }) => {
    const network = networkOf(networkId);
    return network === undefined ? [] : [{ name: network.name, address, aliases }];
  });
  const [first] = networks;
  if (first === undefined) return { mode: '', endpoints: undefined };
  const endpoints: Endpoints = {};
  for (const { name, address, aliases } of networks)
    endpoints[name] = {
      ...(address !== '' && { IPAMConfig: { IPv4Address: address.split('/')[0] ?? '' } }),
      ...(aliases.length > 0 && { Aliases: [...aliases] }),
    };
  return { mode: first.name, endpoints };
}
