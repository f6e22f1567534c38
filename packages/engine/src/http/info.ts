/** The information about the engine and the machine. */
import { arch, cpus, release, totalmem } from 'node:os';
import type { SystemInfo } from '@lading/types-v1.44';
import type { ContainerService } from '../objects/containers/container-service.js';
import { preciseDateTime } from '../values/date-time.js';
import type { EventLog } from '../state/event-log.js';
import type { ImageService } from '../objects/images/image-service.js';
import { swarmInfoOf } from './swarm/cluster-view.js';
import { engineVersion } from '../distribution/platform.js';
import type { SwarmMember } from '../swarm/swarm-member.js';

export interface InfoContext {
  readonly id: string;
  readonly swarm: SwarmMember;
  readonly containers: ContainerService;
  readonly images: ImageService;
  readonly events: EventLog;
}

export function infoOf({ id, swarm, containers, images, events }: InfoContext): SystemInfo {
  const all = containers.all();
  const count = (isCounted: (status: string) => boolean): number =>
    all.filter(({ status }) => isCounted(status)).length;
  return {
    ID: id,
    Containers: all.length,
    ContainersRunning: count((status) => status === 'running' || status === 'restarting'),
    ContainersPaused: count((status) => status === 'paused'),
    ContainersStopped: count((status) => !['running', 'restarting', 'paused'].includes(status)),
    Images: images.all().length,
    Driver: 'overlay2',
    DriverStatus: [],
    DockerRootDir: '/var/lib/docker',
    Plugins: {
      Volume: ['local'],
      Network: ['bridge', 'host', 'ipvlan', 'macvlan', 'null', 'overlay'],
      Authorization: null,
      Log: ['json-file', 'local', 'none'],
    },
    MemoryLimit: true,
    SwapLimit: true,
    CpuCfsPeriod: true,
    CpuCfsQuota: true,
    CPUShares: true,
    CPUSet: true,
    PidsLimit: true,
    OomKillDisable: false,
    IPv4Forwarding: true,
    BridgeNfIptables: true,
    BridgeNfIp6tables: true,
    Debug: false,
    NFd: 0,
    NGoroutines: 0,
    SystemTime: preciseDateTime(events.now()),
    LoggingDriver: 'json-file',
    CgroupDriver: 'cgroupfs',
    CgroupVersion: '2',
    NEventsListener: events.listeners,
    KernelVersion: release(),
    OperatingSystem: 'Lading reference engine',
    OSVersion: '',
    OSType: 'linux',
    Architecture: arch() === 'arm64' ? 'aarch64' : 'x86_64',
    NCPU: cpus().length,
    MemTotal: totalmem(),
    IndexServerAddress: 'https://index.docker.io/v1/',
    RegistryConfig: {
      AllowNondistributableArtifactsCIDRs: null,
      AllowNondistributableArtifactsHostnames: null,
      InsecureRegistryCIDRs: ['127.0.0.0/8'],
      IndexConfigs: {},
      Mirrors: null,
    },
    GenericResources: null,
    HttpProxy: '',
    HttpsProxy: '',
    NoProxy: '',
    Name: swarm.parts.node.hostname,
    Labels: [],
    ExperimentalBuild: false,
    ServerVersion: engineVersion,
    Runtimes: { runc: { path: 'none' } },
    DefaultRuntime: 'runc',
    Swarm: swarmInfoOf(swarm),
    LiveRestoreEnabled: false,
    Isolation: '',
    InitBinary: '',
    ContainerdCommit: { ID: '', Expected: '' },
    RuncCommit: { ID: '', Expected: '' },
    InitCommit: { ID: '', Expected: '' },
    SecurityOptions: ['name=seccomp,profile=builtin'],
    Warnings: null,
    CDISpecDirs: [],
  };
}
