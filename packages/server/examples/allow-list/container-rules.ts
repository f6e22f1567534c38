/** Rules for creating containers, which may access nothing outside of themselves except named volumes and networks. */
import { absent, anything, each, entries, matching, oneOf, only, reject, unset, type Rule } from './rules.js';

/** The name of a volume. A source that begins with a slash is a folder of the host. */
const volumeName = /^[a-zA-Z0-9][\w.-]*$/;
const namedVolume = matching(/^[a-zA-Z0-9][\w.-]*:\/[^:]*(:(ro|rw|nocopy)(,(ro|rw|nocopy))*)?$/);

/** Allows the name of a network. A hexadecimal name could be an id prefix of another one, such as the host's. */
const networkName: Rule = (name, property) => {
  if (name === 'host' || (typeof name === 'string' && /^[\da-f]+$/i.test(name))) reject(property);
  matching(/^[a-zA-Z0-9][\w.-]*$/)(name, property);
};

/** Rejects driver options, which can mount folders of the host, and other drivers, which are programs on the host. */
const volumeDriver = only({ Name: oneOf('local'), Options: unset });

const mount: Rule = (value, property) => {
  only({
    Type: oneOf('volume', 'tmpfs'),
    Source: matching(volumeName),
    Target: anything,
    ReadOnly: anything,
    Consistency: anything,
    BindOptions: unset,
    ClusterOptions: unset,
    VolumeOptions: only({ NoCopy: anything, Labels: anything, Subpath: unset, DriverConfig: volumeDriver }),
    TmpfsOptions: only({ SizeBytes: anything, Mode: anything, Options: unset }),
  })(value, property);
};

const restartPolicy = only({ Name: anything, MaximumRetryCount: anything });

/** Allows limits, but not the names of devices and cgroups of the host. */
const resources: Readonly<Record<string, Rule>> = {
  CpuShares: anything,
  Memory: anything,
  CgroupParent: unset,
  BlkioWeight: anything,
  BlkioWeightDevice: unset,
  BlkioDeviceReadBps: unset,
  BlkioDeviceWriteBps: unset,
  BlkioDeviceReadIOps: unset,
  BlkioDeviceWriteIOps: unset,
  CpuPeriod: anything,
  CpuQuota: anything,
  CpuRealtimePeriod: unset,
  CpuRealtimeRuntime: unset,
  CpusetCpus: anything,
  CpusetMems: anything,
  Devices: unset,
  DeviceCgroupRules: unset,
  DeviceRequests: unset,
  KernelMemory: unset,
  KernelMemoryTCP: unset,
  MemoryReservation: anything,
  MemorySwap: anything,
  MemorySwappiness: anything,
  NanoCpus: anything,
  OomKillDisable: unset,
  Init: anything,
  PidsLimit: anything,
  Ulimits: anything,
  CpuCount: anything,
  CpuPercent: anything,
  IOMaximumIOps: anything,
  IOMaximumBandwidth: anything,
};

const hostConfig = only({
  ...resources,
  Binds: each(namedVolume),
  // Only the client reads and writes this file.
  ContainerIDFile: anything,
  // Other drivers send logs to destinations that the engine can reach and the client possibly cannot.
  LogConfig: only({
    Type: oneOf('json-file', 'local', 'none'),
    Config: entries(oneOf('max-size', 'max-file', 'compress', 'labels', 'env', 'tag'), anything),
  }),
  NetworkMode: networkName,
  PortBindings: entries(anything, each(only({ HostIp: anything, HostPort: anything }))),
  RestartPolicy: restartPolicy,
  AutoRemove: anything,
  VolumeDriver: oneOf('local'),
  // These are volumes of another container, which somebody else may have started.
  VolumesFrom: unset,
  Mounts: each(mount),
  ConsoleSize: anything,
  // Runtimes interpret some annotations as instructions.
  Annotations: unset,
  CapAdd: unset,
  CapDrop: anything,
  CgroupnsMode: oneOf('private'),
  Cgroup: unset,
  Dns: anything,
  DnsOptions: anything,
  DnsSearch: anything,
  ExtraHosts: anything,
  GroupAdd: anything,
  IpcMode: oneOf('none', 'private', 'shareable'),
  // Links expose the environment of the other container.
  Links: unset,
  OomScoreAdj: (value, property) => void (typeof value === 'number' && value < 0 && reject(property)),
  PidMode: unset,
  Privileged: unset,
  PublishAllPorts: anything,
  ReadonlyRootfs: anything,
  SecurityOpt: each(oneOf('no-new-privileges', 'no-new-privileges:true', 'no-new-privileges=true')),
  StorageOpt: unset,
  Tmpfs: anything,
  UTSMode: unset,
  UsernsMode: unset,
  ShmSize: anything,
  Sysctls: unset,
  Runtime: oneOf('runc'),
  Isolation: oneOf('default'),
  // An empty array removes the default masks.
  MaskedPaths: absent,
  ReadonlyPaths: absent,
});

export const endpoint = only({
  IPAMConfig: only({ IPv4Address: anything, IPv6Address: anything, LinkLocalIPs: anything }),
  Links: unset,
  Aliases: anything,
  MacAddress: anything,
  DriverOpts: unset,
  // Properties of responses, which clients send back without a value.
  ...Object.fromEntries(
    [
      'NetworkID',
      'EndpointID',
      'Gateway',
      'IPAddress',
      'IPPrefixLen',
      'IPv6Gateway',
      'GlobalIPv6Address',
      'GlobalIPv6PrefixLen',
      'DNSNames',
      // Added in 1.48: newer command lines send it to every engine, as 0.
      'GwPriority',
    ].map((name) => [name, unset]),
  ),
});

const config: Readonly<Record<string, Rule>> = {
  Hostname: anything,
  Domainname: anything,
  User: anything,
  AttachStdin: anything,
  AttachStdout: anything,
  AttachStderr: anything,
  ExposedPorts: anything,
  Tty: anything,
  OpenStdin: anything,
  StdinOnce: anything,
  Env: anything,
  Cmd: anything,
  Healthcheck: anything,
  ArgsEscaped: anything,
  Image: anything,
  // The keys are paths in the container. A key with a colon would mount a folder of the host.
  Volumes: entries(matching(/^[^:]*$/), unset),
  WorkingDir: anything,
  Entrypoint: anything,
  NetworkDisabled: anything,
  MacAddress: anything,
  OnBuild: anything,
  Labels: anything,
  StopSignal: anything,
  StopTimeout: anything,
  Shell: anything,
};

export const containerCreate = only({
  ...config,
  HostConfig: hostConfig,
  NetworkingConfig: only({ EndpointsConfig: entries(networkName, endpoint) }),
});

export const containerUpdate = only({ ...resources, RestartPolicy: restartPolicy });
