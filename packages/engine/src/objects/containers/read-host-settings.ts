/** Reads the settings of one machine from a request, and completes them with defaults. */
import type { DeviceRequest, HostConfig, HostConfigInput, Mount, PortMap } from '@lading/types-v1.44';
import { withoutUnset } from '../../values/fill-required.js';
import type { HostSettings } from '../../state/container-record.js';

export function readHostSettings(given: HostConfigInput | null | undefined): HostSettings {
  return hostSettingsOf(completedHostConfig(given));
}

/** Converts a complete host configuration. */
export function hostSettingsOf(config: HostConfig): HostSettings {
  const { NetworkMode, PidMode, AutoRemove, RestartPolicy, PortBindings, PublishAllPorts, LogConfig } = config;
  const { Memory, Links, ReadonlyRootfs, ConsoleSize } = config;
  return {
    networkMode: NetworkMode,
    pidMode: PidMode,
    autoRemove: AutoRemove,
    restartPolicy: { name: RestartPolicy.Name ?? 'no', maximumRetries: RestartPolicy.MaximumRetryCount ?? 0 },
    portBindings:
      PortBindings &&
      Object.fromEntries(
        Object.entries(PortBindings).map(([port, bindings]) => [
          port,
          (bindings ?? []).map(({ HostIp, HostPort }) => ({ address: HostIp ?? '', port: HostPort ?? '' })),
        ]),
      ),
    publishesAllPorts: PublishAllPorts,
    logDriver: LogConfig.Type ?? 'json-file',
    logOptions: LogConfig.Config ?? {},
    memory: Memory ?? 0,
    links: Links,
    isReadOnly: ReadonlyRootfs,
    terminalSize: [ConsoleSize?.[0] ?? 0, ConsoleSize?.[1] ?? 0],
    others: othersOf(config),
  };
}

/** The properties of a host configuration that have a field in the settings. */
const fields: ReadonlySet<string> = new Set([
  ...['NetworkMode', 'PidMode', 'AutoRemove', 'RestartPolicy', 'PortBindings', 'PublishAllPorts', 'LogConfig'],
  ...['Memory', 'Links', 'ReadonlyRootfs', 'ConsoleSize'],
]);

/** Returns the properties without a field that differ from the defaults: most containers have none. */
function othersOf(config: HostConfig): Record<string, unknown> {
  const others: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(config))
    if (!fields.has(name) && value !== defaultHostConfig[name as keyof HostConfig]) others[name] = value;
  return others;
}

export function completedHostConfig(given: HostConfigInput | null | undefined): HostConfig {
  // A null property means the same as an absent one.
  const { Mounts, DeviceRequests, PortBindings, LogConfig, RestartPolicy, ...rest } = withoutUnset(
    given ?? {},
  ) as Partial<HostConfig>;
  return {
    ...defaultHostConfig,
    ...rest,
    // The default network has a name, which is stored and reported.
    NetworkMode: !rest.NetworkMode || rest.NetworkMode === 'default' ? 'bridge' : rest.NetworkMode,
    IpcMode: rest.IpcMode || 'private',
    CgroupnsMode: rest.CgroupnsMode || 'private',
    MaskedPaths: rest.MaskedPaths ?? (rest.Privileged === true ? null : maskedPaths),
    SecurityOpt: securityOptionsOf(rest),
    ReadonlyPaths: rest.ReadonlyPaths ?? (rest.Privileged === true ? null : readonlyPaths),
    Runtime: rest.Runtime || 'runc',
    ShmSize: rest.ShmSize || defaultHostConfig.ShmSize,
    MemorySwap: rest.MemorySwap || Math.max(0, rest.Memory ?? 0) * 2,
    // -1 selects the system's default.
    MemorySwappiness: rest.MemorySwappiness === -1 ? null : (rest.MemorySwappiness ?? null),
    // 0 and -1: no limit.
    PidsLimit: (rest.PidsLimit ?? 0) > 0 ? (rest.PidsLimit ?? null) : null,
    LogConfig: { Type: LogConfig?.Type || 'json-file', Config: LogConfig?.Config ?? {} },
    RestartPolicy: { Name: RestartPolicy?.Name || 'no', MaximumRetryCount: RestartPolicy?.MaximumRetryCount ?? 0 },
    PortBindings: PortBindings ? portsOf(PortBindings) : null,
    ...(DeviceRequests && { DeviceRequests: DeviceRequests.map(deviceRequestOf) }),
    ...(Mounts !== undefined &&
      Mounts.length > 0 && { Mounts: Mounts.map((mount): Mount => ({ ...mount, Type: mount.Type || 'volume' })) }),
  };
}

/** Containers that see processes or memory of the machine, or may do everything, have no label. */
function securityOptionsOf({ SecurityOpt = null, IpcMode, PidMode, Privileged }: Partial<HostConfig>): string[] | null {
  const isUnlabelled = Privileged === true || IpcMode === 'host' || PidMode === 'host';
  const isLabelled = (SecurityOpt ?? []).some((option) => /^label(=|$)/.test(option));
  return isUnlabelled && !isLabelled ? [...(SecurityOpt ?? []), 'label=disable'] : SecurityOpt;
}

function deviceRequestOf(given: Partial<DeviceRequest>): DeviceRequest {
  return { Driver: '', Count: 0, DeviceIDs: null, Capabilities: null, Options: null, ...given };
}

function portsOf(given: PortMap): PortMap {
  return Object.fromEntries(
    Object.entries(given).map(([port, bindings]) => [
      port.includes('/') ? port : `${port}/tcp`,
      (bindings ?? []).map(({ HostIp = '', HostPort = '' }) => ({ HostIp, HostPort })),
    ]),
  );
}

/** The paths of the kernel that a container without privileges cannot read. */
const maskedPaths = [
  ...['/proc/asound', '/proc/acpi', '/proc/kcore', '/proc/keys', '/proc/latency_stats', '/proc/timer_list'],
  ...['/proc/timer_stats', '/proc/sched_debug', '/proc/scsi', '/sys/firmware', '/sys/devices/virtual/powercap'],
];

/** Those that it cannot write. */
const readonlyPaths = ['/proc/bus', '/proc/fs', '/proc/irq', '/proc/sys', '/proc/sysrq-trigger'];

export const defaultHostConfig: HostConfig = {
  AutoRemove: false,
  Binds: null,
  BlkioDeviceReadBps: null,
  BlkioDeviceReadIOps: null,
  BlkioDeviceWriteBps: null,
  BlkioDeviceWriteIOps: null,
  BlkioWeight: 0,
  BlkioWeightDevice: null,
  CapAdd: null,
  CapDrop: null,
  Cgroup: '',
  CgroupParent: '',
  CgroupnsMode: 'private',
  ConsoleSize: [0, 0],
  ContainerIDFile: '',
  CpuCount: 0,
  CpuPercent: 0,
  CpuPeriod: 0,
  CpuQuota: 0,
  CpuRealtimePeriod: 0,
  CpuRealtimeRuntime: 0,
  CpuShares: 0,
  CpusetCpus: '',
  CpusetMems: '',
  DeviceCgroupRules: null,
  DeviceRequests: null,
  Devices: null,
  Dns: null,
  DnsOptions: null,
  DnsSearch: null,
  ExtraHosts: null,
  GroupAdd: null,
  IOMaximumBandwidth: 0,
  IOMaximumIOps: 0,
  IpcMode: 'private',
  Isolation: '',
  Links: null,
  LogConfig: { Type: 'json-file', Config: {} },
  MaskedPaths: maskedPaths,
  Memory: 0,
  MemoryReservation: 0,
  MemorySwap: 0,
  MemorySwappiness: null,
  NanoCpus: 0,
  NetworkMode: 'bridge',
  OomKillDisable: false,
  OomScoreAdj: 0,
  PidMode: '',
  PidsLimit: null,
  PortBindings: null,
  Privileged: false,
  PublishAllPorts: false,
  ReadonlyPaths: readonlyPaths,
  ReadonlyRootfs: false,
  RestartPolicy: { Name: 'no', MaximumRetryCount: 0 },
  SecurityOpt: null,
  ShmSize: 64 * 1024 * 1024,
  UTSMode: '',
  Ulimits: null,
  UsernsMode: '',
  VolumeDriver: '',
  VolumesFrom: null,
};
