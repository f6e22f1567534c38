/** The requests and responses of every contender: a list of 100 containers, and a container as the command line creates it. */

/** @param {number} index */
const container = (index) => ({
  Id: index.toString(16).padStart(12, '0').repeat(6).slice(0, 64),
  Names: [`/web-${index}`],
  Image: 'alpine:3.20',
  ImageID: `sha256:${'91ef0af61f39'.repeat(6).slice(0, 64)}`,
  Command: 'sleep 3600',
  Created: 1_700_000_000 + index,
  Ports: [{ IP: '0.0.0.0', PrivatePort: 80, PublicPort: 8000 + index, Type: 'tcp' }],
  Labels: { 'com.example.service': 'web', 'com.example.number': String(index) },
  State: 'running',
  Status: 'Up 2 hours',
  HostConfig: { NetworkMode: 'default' },
  NetworkSettings: {
    Networks: {
      bridge: {
        IPAMConfig: null,
        Links: null,
        Aliases: null,
        MacAddress: '02:42:ac:11:00:02',
        NetworkID: 'f'.repeat(64),
        EndpointID: 'e'.repeat(64),
        Gateway: '172.17.0.1',
        IPAddress: `172.17.0.${index + 2}`,
        IPPrefixLen: 16,
        IPv6Gateway: '',
        GlobalIPv6Address: '',
        GlobalIPv6PrefixLen: 0,
        DriverOpts: null,
        DNSNames: null,
      },
    },
  },
  Mounts: [],
});

/** The engine's state: live objects that a response refers to. */
export const containers = Array.from({ length: 100 }, (_, index) => container(index));
export const created = { Id: 'a'.repeat(64), Warnings: [] };

/** The body that the vendor's command line sends for `run`, as it is sent. */
const createBody =
  `{"Hostname":"","Domainname":"","User":"","AttachStdin":false,"AttachStdout":true,"AttachStderr":true,"Tty":false,
"OpenStdin":false,"StdinOnce":false,"Env":["A=1","B=2"],"Cmd":["echo","hi"],"Image":"alpine:3.20","Volumes":{},
"WorkingDir":"","Entrypoint":null,"OnBuild":null,"Labels":{"com.example.service":"web"},"HostConfig":{"Binds":null,
"ContainerIDFile":"","LogConfig":{"Type":"","Config":{}},"NetworkMode":"default","PortBindings":{"80/tcp":[{"HostIp":"",
"HostPort":"8080"}]},"RestartPolicy":{"Name":"no","MaximumRetryCount":0},"AutoRemove":true,"VolumeDriver":"",
"VolumesFrom":null,"ConsoleSize":[0,0],"CapAdd":null,"CapDrop":null,"CgroupnsMode":"","Dns":[],"DnsOptions":[],
"DnsSearch":[],"ExtraHosts":null,"GroupAdd":null,"IpcMode":"","Cgroup":"","Links":null,"OomScoreAdj":0,"PidMode":"",
"Privileged":false,"PublishAllPorts":false,"ReadonlyRootfs":false,"SecurityOpt":null,"UTSMode":"","UsernsMode":"",
"ShmSize":0,"Isolation":"","CpuShares":0,"Memory":67108864,"NanoCpus":0,"CgroupParent":"","BlkioWeight":0,
"BlkioWeightDevice":[],"BlkioDeviceReadBps":[],"BlkioDeviceWriteBps":[],"BlkioDeviceReadIOps":[],"BlkioDeviceWriteIOps":[],
"CpuPeriod":0,"CpuQuota":0,"CpuRealtimePeriod":0,"CpuRealtimeRuntime":0,"CpusetCpus":"","CpusetMems":"","Devices":[],
"DeviceCgroupRules":null,"DeviceRequests":null,"MemoryReservation":0,"MemorySwap":0,"MemorySwappiness":-1,
"OomKillDisable":false,"PidsLimit":0,"Ulimits":[],"CpuCount":0,"CpuPercent":0,"IOMaximumIOps":0,"IOMaximumBandwidth":0,
"MaskedPaths":null,"ReadonlyPaths":null},"NetworkingConfig":{"EndpointsConfig":{}}}`.replaceAll('\n', '');

/** The headers of every response of every contender; the server's name has the same length too. */
export const headers = {
  'Api-Version': '1.44',
  'Docker-Experimental': 'false',
  Ostype: 'linux',
  Server: 'Lading/0.1.0 (linux)',
};

const host = 'Host: localhost\r\nUser-Agent: bench\r\n';

/** @type {Readonly<Record<string, (version: string) => { readonly status: number, readonly bytes: string }>>} */
export const requests = {
  list: (version) => ({
    status: 200,
    bytes: `GET /v${version}/containers/json?all=true&limit=100 HTTP/1.1\r\n${host}\r\n`,
  }),
  create: (version) => ({
    status: 201,
    bytes: `POST /v${version}/containers/create?name=web HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(createBody)}\r\n\r\n${createBody}`,
  }),
  start: (version) => ({
    status: 204,
    bytes: `POST /v${version}/containers/web/start HTTP/1.1\r\n${host}Content-Length: 0\r\n\r\n`,
  }),
  /** An invalid request, which every server that validates rejects. */
  wrong: (version) => {
    const wrong = JSON.stringify({ Image: 'x', HostConfig: { BlkioWeight: 1001, ShmSize: -1 } });
    return {
      status: 400,
      bytes: `POST /v${version}/containers/create HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: ${wrong.length}\r\n\r\n${wrong}`,
    };
  },
};
