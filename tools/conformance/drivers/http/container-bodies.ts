// The bodies of container creation. Together they set everything that an engine on one Linux machine supports.

import { image } from '../scene.js';

type ContainerBody = Readonly<Record<string, unknown>>;

const run = (body: ContainerBody = {}, host: ContainerBody = {}): ContainerBody => ({
  Image: image,
  Cmd: ['sleep', '600'],
  ...body,
  HostConfig: host,
});

/** The bodies of `POST /containers/create`, by container name. */
export const containerBodies: Readonly<Record<string, ContainerBody>> = {
  plain: { Image: image, Cmd: ['sleep', '600'] },
  tty: run({
    Tty: true,
    OpenStdin: true,
    StdinOnce: true,
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
    Cmd: ['sh'],
  }),
  interactive: run({ OpenStdin: true, Cmd: ['cat'] }),
  talker: run({ Cmd: ['sh', '-c', 'echo out; echo err >&2; sleep 600'] }),
  failed: run({ Cmd: ['sh', '-c', 'exit 3'] }),
  labelled: run({
    Labels: { 'com.example.role': 'test' },
    Env: ['A=1', 'B=2', 'EMPTY='],
    User: 'user',
    WorkingDir: '/tmp',
    Domainname: 'example.com',
    Hostname: 'host',
  }),
  healthy: run({
    Healthcheck: {
      Test: ['CMD', 'true'],
      Interval: 5_000_000_000,
      Timeout: 2_000_000_000,
      Retries: 2,
      StartPeriod: 1_000_000_000,
    },
  }),
  unhealthy: run({
    Healthcheck: { Test: ['CMD-SHELL', 'echo no; false'], Interval: 5_000_000_000, Timeout: 2_000_000_000, Retries: 1 },
  }),
  unchecked: run({ Healthcheck: { Test: ['NONE'] } }),
  ports: run(
    { ExposedPorts: { '80/tcp': {}, '53/udp': {}, '9000/tcp': {} } },
    {
      PortBindings: { '80/tcp': [{ HostIp: '127.0.0.1', HostPort: '18080' }], '53/udp': [{ HostPort: '' }] },
      PublishAllPorts: true,
    },
  ),
  limits: run(
    {},
    {
      Memory: 64 << 20,
      MemoryReservation: 32 << 20,
      MemorySwap: 128 << 20,
      MemorySwappiness: 10,
      NanoCpus: 500_000_000,
      CpuShares: 512,
      CpusetCpus: '0',
      PidsLimit: 50,
      OomKillDisable: false,
      Ulimits: [{ Name: 'nofile', Soft: 1024, Hard: 2048 }],
      BlkioWeight: 0,
      ShmSize: 8 << 20,
    },
  ),
  quota: run(
    {},
    {
      CpuPeriod: 100_000,
      CpuQuota: 50_000,
      CpuRealtimePeriod: 0,
      CpuRealtimeRuntime: 0,
      OomScoreAdj: 100,
      CgroupParent: '/lading',
    },
  ),
  blkio: run(
    {},
    {
      BlkioDeviceReadBps: [{ Path: '/dev/null', Rate: 1_000_000 }],
      BlkioDeviceWriteIOps: [{ Path: '/dev/null', Rate: 1000 }],
    },
  ),
  devices: run(
    {},
    {
      Devices: [{ PathOnHost: '/dev/null', PathInContainer: '/dev/nothing', CgroupPermissions: 'rwm' }],
      DeviceCgroupRules: ['c 1:3 rwm'],
    },
  ),
  mounts: run(
    { Volumes: { '/anonymous': {} } },
    {
      Binds: ['/tmp:/host:ro', 'named-volume:/named', '/dk:/dk:rw,rslave'],
      Tmpfs: { '/scratch': 'rw,size=1m' },
      Mounts: [
        { Type: 'tmpfs', Target: '/mem', TmpfsOptions: { SizeBytes: 1 << 20, Mode: 0o1777 } },
        {
          Type: 'volume',
          Source: 'mounted-volume',
          Target: '/vol',
          VolumeOptions: { NoCopy: true, Labels: { a: 'b' }, DriverConfig: { Name: 'local', Options: {} } },
        },
        {
          Type: 'bind',
          Source: '/tmp',
          Target: '/bound',
          ReadOnly: true,
          BindOptions: { Propagation: 'rprivate' },
          Consistency: 'default',
        },
        { Type: 'volume', Target: '/nameless' },
      ],
    },
  ),
  security: run(
    {},
    {
      CapAdd: ['NET_ADMIN'],
      CapDrop: ['MKNOD'],
      SecurityOpt: ['no-new-privileges', 'seccomp=unconfined'],
      ReadonlyRootfs: true,
      UsernsMode: 'host',
      GroupAdd: ['1000'],
      Sysctls: { 'net.ipv4.ip_forward': '1' },
      MaskedPaths: ['/proc/kcore'],
      ReadonlyPaths: ['/proc/sys'],
    },
  ),
  privileged: run(
    {},
    {
      Privileged: true,
      Init: true,
      StorageOpt: {},
      CgroupnsMode: 'host',
      IpcMode: 'shareable',
      PidMode: 'host',
      UTSMode: 'host',
    },
  ),
  names: run(
    { MacAddress: '02:42:ac:11:00:99' },
    {
      Dns: ['192.0.2.1'],
      DnsOptions: ['ndots:1'],
      DnsSearch: ['example.com'],
      ExtraHosts: ['other:192.0.2.2'],
      NetworkMode: 'bridge',
    },
  ),
  hostNetwork: run({}, { NetworkMode: 'host' }),
  noNetwork: run({ NetworkDisabled: true }, { NetworkMode: 'none' }),
  jsonFile: run({}, { LogConfig: { Type: 'json-file', Config: { 'max-size': '1m', 'max-file': '2' } } }),
  localLog: run({}, { LogConfig: { Type: 'local', Config: {} } }),
  noLog: run({}, { LogConfig: { Type: 'none', Config: {} } }),
  restarting: run({ Cmd: ['false'] }, { RestartPolicy: { Name: 'on-failure', MaximumRetryCount: 100 } }),
  always: run(
    { StopSignal: 'SIGKILL', StopTimeout: 1 },
    { RestartPolicy: { Name: 'unless-stopped', MaximumRetryCount: 0 } },
  ),
  entry: {
    Image: image,
    Entrypoint: ['sh', '-c'],
    Cmd: ['sleep 600'],
    ArgsEscaped: false,
    OnBuild: null,
    Shell: ['sh', '-c'],
  },
  removed: run({ Cmd: ['true'] }, { AutoRemove: true }),
  joined: run(
    {},
    {
      NetworkMode: 'container:plain',
      PidMode: 'container:plain',
      IpcMode: 'private',
      VolumesFrom: ['mounts:ro'],
      Links: [],
    },
  ),
  linked: run({}, { Links: ['plain:other'] }),
  annotated: run({}, { Annotations: { 'org.example.note': 'kept' } }),
  sized: run({ Tty: true }, { ConsoleSize: [40, 120] }),
  slowStart: run({ Healthcheck: { Test: ['CMD', 'true'], StartInterval: 1_000_000_000, StartPeriod: 2_000_000_000 } }),
  recursive: run(
    {},
    {
      Mounts: [
        {
          Type: 'bind',
          Source: '/tmp',
          Target: '/bound',
          ReadOnly: true,
          BindOptions: { NonRecursive: true, CreateMountpoint: true },
        },
      ],
    },
  ),
  gpu: run(
    {},
    { DeviceRequests: [{ Driver: 'nvidia', Count: -1, DeviceIDs: null, Capabilities: [['gpu']], Options: {} }] },
  ),
};

/** Undocumented bodies that engines accept: zero values, nulls and spellings that real clients send. */
export const oddBodies: Readonly<Record<string, ContainerBody>> = {
  nulls: run(
    {
      Env: null,
      Labels: null,
      Volumes: null,
      Entrypoint: null,
      ExposedPorts: null,
      OnBuild: null,
      Healthcheck: null,
      NetworkingConfig: null,
    },
    {
      Binds: null,
      PortBindings: null,
      Dns: null,
      Mounts: null,
      CapAdd: null,
      Devices: null,
      Ulimits: null,
      LogConfig: null,
      RestartPolicy: null,
      OomKillDisable: null,
      PidsLimit: null,
      Init: null,
      Memory: null,
      Privileged: null,
      Tmpfs: null,
      Sysctls: null,
      VolumesFrom: null,
      ExtraHosts: null,
      Annotations: null,
    },
  ),
  nothing: { Image: image, HostConfig: null },
  empties: run(
    { User: '', WorkingDir: '', Hostname: '', Domainname: '', MacAddress: '', StopSignal: '' },
    {
      CgroupnsMode: '',
      IpcMode: '',
      PidMode: '',
      UTSMode: '',
      UsernsMode: '',
      NetworkMode: '',
      Isolation: '',
      Cgroup: '',
      CgroupParent: '',
      ContainerIDFile: '',
      VolumeDriver: '',
      Runtime: '',
      LogConfig: { Type: '', Config: null },
      RestartPolicy: { Name: '', MaximumRetryCount: 0 },
      ConsoleSize: [0, 0],
      MemorySwappiness: -1,
      MemorySwap: -1,
      PidsLimit: -1,
      BlkioWeightDevice: [],
      Capabilities: null,
    },
  ),
  'lower-case': {
    image,
    cmd: ['sleep', '600'],
    labels: { a: 'b' },
    hostconfig: { networkmode: 'none', restartpolicy: { name: 'no' } },
  },
  'string-command': { Image: image, Cmd: 'sleep 600', Entrypoint: '' },
  'unknown-keys': run({ Nonsense: 1 }, { Nonsense: { a: 1 } }),
  'host-ports': run({ ExposedPorts: { '80': {} } }, { PortBindings: { '80': [{}], '81/tcp': null } }),
  'zero-health': run({ Healthcheck: { Test: [], Interval: 0, Timeout: 0, Retries: 0, StartPeriod: 0 } }),
  'zero-endpoint': { Image: image, Cmd: ['sleep', '600'], NetworkingConfig: { EndpointsConfig: { bridge: null } } },
};
