/** Values for examples, by the names that the things of a container engine have. */
import type { Json } from '../../../document/index.js';
import { numbers } from './numbers.js';
import { digest, hex, swarmId, texts, time } from './texts.js';

/** By the group that they belong to: what `Name`, `Id` and the like are. */
export const named: Readonly<Record<string, { readonly name: string; readonly id: string }>> = {
  container: { name: 'web', id: hex },
  image: { name: 'alpine:3.20', id: digest },
  network: { name: 'backend', id: hex },
  volume: { name: 'data', id: 'data' },
  exec: { name: 'web', id: hex },
  swarm: { name: 'default', id: swarmId },
  node: { name: 'worker-1', id: swarmId },
  service: { name: 'frontend', id: swarmId },
  task: { name: 'frontend.1', id: swarmId },
  secret: { name: 'db-password', id: swarmId },
  config: { name: 'nginx.conf', id: swarmId },
  plugin: { name: 'example/storage:latest', id: hex },
  distribution: { name: 'alpine:3.20', id: digest },
};

/** By the name of the field or parameter. */
export const byName: Readonly<Record<string, Json>> = { ...texts, ...numbers };

/** By shape and field, where the name alone misleads. */
export const byPlace: Readonly<Record<string, Json>> = {
  'ContainerCreateRequest.Cmd': 'date',
  'EventMessage.Type': 'container',
  'ContainerSummary.State': 'running',
  'ContainerState.Status': 'running',
  'ContainerInspectResponse.Image': digest,
  'ContainerInspectResponse.Driver': 'overlay2',
  'SystemInfo.Driver': 'overlay2',
  'GraphDriverData.Name': 'overlay2',
  'DriverData.Name': 'overlay2',
  'MountPoint.Name': 'data',
  'MountPoint.Type': 'volume',
  'Network.Driver': 'bridge',
  'NetworkCreateRequest.Driver': 'bridge',
  'IPAM.Driver': 'default',
  'IPAMInput.Driver': 'default',
  'RestartPolicy.MaximumRetryCount': 3,
  'Runtime.path': 'runc',
  'ThrottleDevice.Path': '/dev/sda',
  'ContainerRename.name': 'web-1',
  'NodeSpec.Role': 'worker',
  'TaskStatus.State': 'running',
  'Task.DesiredState': 'running',
  'NodeStatus.State': 'ready',
  'ContainerDelete.v': true,
  'ImageListFilters.since': 'alpine:3.19',
  'ImageSummary.SharedSize': -1,
  'ImageSummary.Containers': -1,
  'ImageSummary.ParentId': '',
  'ImageSummary.Id': digest,
  'ContainerSummary.Created': 1_715_938_860,
  'ContainerSummary.Names': '/web',
  'ContainerSummary.Command': 'sleep 60',
  'ContainerInspectResponse.Name': '/web',
  'DistributionInspect.Platforms': 'linux',
  'ImageSummary.Created': 1_715_938_860,
  'HealthConfig.Test': 'CMD-SHELL',
  'SystemInfo.Name': 'engine-1',
  'SystemInfo.ID': '7TRN:IPZB:QYBB:VPBQ:UMPP:KARE:6ZNR:XE6T:7EWV:PKF4:ZOJD:TPYS',
  'RestartPolicy.Name': 'on-failure',
  'RestartPolicyInput.Name': 'on-failure',
};

/** The keys of maps, by the name of the field. */
export const keys: Readonly<Record<string, string>> = {
  Annotations: 'com.example.tier',
  Containers: hex,
  EndpointsConfig: 'backend',
  ExposedPorts: '80/tcp',
  IndexConfigs: 'registry.example.com',
  Labels: 'com.example.tier',
  NetworkSettings: 'backend',
  Networks: 'backend',
  PortBindings: '80/tcp',
  Ports: '80/tcp',
  Runtimes: 'runc',
  Sysctls: 'net.ipv4.ip_forward',
  Tmpfs: '/run',
  DriverOpts: 'type',
  Options: 'type',
  options: 'type',
  Config: 'max-size',
  StorageOpt: 'size',
  Details: 'GitCommit',
  Volumes: '/data',
  labels: 'com.example.tier',
  networks: 'eth0',
  buildargs: 'MODE',
};

/** By the format of a text. */
export const byFormat: Readonly<Record<string, string>> = {
  'date-time': time,
  cidr: '10.0.0.0/16',
  'ip-address': '127.0.0.1',
  ipv4: '127.0.0.1',
  ipv6: '2001:db8::2',
  uri: 'https://example.com/',
  url: 'https://example.com/',
  email: 'ada@example.com',
  hostname: 'example.com',
  uuid: '6f1c9c5e-6a2b-4d1e-9a53-0c4f2f7f5a11',
  date: '2024-05-17',
  time: '09:41:00Z',
  byte: 'c2VjcmV0',
  base64url: 'c2VjcmV0',
};

/** Optional fields and parameters worth showing, the best first. */
export const favourites: readonly string[] = [
  ...['name', 'Name', 'fromImage', 'tag', 'repo', 'Image', 'Cmd', 'Env', 'HostConfig', 'Id', 'ID', 'status', 'error'],
  ...['stdout', 'stderr', 'follow', 'all', 'condition', 'signal', 'force', 'path', 't', 'stream', 'term', 'limit'],
  ...['Binds', 'Memory', 'RestartPolicy', 'PortBindings', 'Driver', 'Labels', 'IPAM', 'Config', 'Subnet', 'Data'],
  ...['TaskTemplate', 'ContainerSpec', 'Mode', 'Replicated', 'Replicas', 'EndpointSpec', 'Ports', 'Spec', 'Version'],
  ...['Healthcheck', 'Test', 'Interval', 'Source', 'Target', 'Type', 'AttachStdout', 'Tty', 'User'],
  ...['State', 'Status', 'Created', 'CreatedAt', 'Size', 'Warnings', 'message', 'filters', 'id', 'progressDetail'],
];
