/** Which containers may be asked for: those that see and change nothing outside of themselves but named volumes and networks. */
import { absent, anything, each, entries, matching, oneOf, only, refuse, unset, type Rule } from './rules.js';

/** A volume by its name: with a slash in front it would be a folder of the host. */
const volumeName = /^[a-zA-Z0-9][\w.-]*$/;
const namedVolume = matching(/^[a-zA-Z0-9][\w.-]*:\/[^:]*(:(ro|rw|nocopy)(,(ro|rw|nocopy))*)?$/);

/** A network by its name. What is all hexadecimal could be the start of the id of another one, such as the host's. */
const networkName: Rule = (name, property) => {
  if (name === 'host' || (typeof name === 'string' && /^[\da-f]+$/i.test(name))) refuse(property);
  matching(/^[a-zA-Z0-9][\w.-]*$/)(name, property);
};

/** Options of the local driver mount folders of the host, and other drivers are programs on it. */
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

/** Limits are fine. What names a device or a cgroup of the host is not. */
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
  // Read and written by the client alone.
  ContainerIDFile: anything,
  // Others send to places that the engine reaches and the client perhaps does not.
  LogConfig: only({
    Type: oneOf('json-file', 'local', 'none'),
    Config: entries(oneOf('max-size', 'max-file', 'compress', 'labels', 'env', 'tag'), anything),
  }),
  NetworkMode: networkName,
  PortBindings: entries(anything, each(only({ HostIp: anything, HostPort: anything }))),
  RestartPolicy: restartPolicy,
  AutoRemove: anything,
  VolumeDriver: oneOf('local'),
  // The volumes of a container that somebody else may have started.
  VolumesFrom: unset,
  Mounts: each(mount),
  ConsoleSize: anything,
  // Runtimes take some for orders.
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
  // The environment of the other container comes with them.
  Links: unset,
  OomScoreAdj: (value, property) => void (typeof value === 'number' && value < 0 && refuse(property)),
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
  // An empty list unmasks what is masked otherwise.
  MaskedPaths: absent,
  ReadonlyPaths: absent,
});

export const endpoint = only({
  IPAMConfig: only({ IPv4Address: anything, IPv6Address: anything, LinkLocalIPs: anything }),
  Links: unset,
  Aliases: anything,
  MacAddress: anything,
  DriverOpts: unset,
  // What engines answer with, and clients send back empty.
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
      // Of 1.48: newer command lines send it to every engine, as 0.
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
  // Of paths in the container; a folder of the host in front of one would be text with a colon.
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
