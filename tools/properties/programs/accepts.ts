// Programs that the types of both versions accept: typical bodies.
import {
  ContainerStateStatusValues,
  TaskStateValues,
  stateSets,
  type ContainerCreateRequest,
  type ContainerInspectResponse,
  type ContainerListOperation,
  type ContainerListQuery,
  type ContainerSummary,
  type HealthConfigInput,
  type ImageInspect,
  type ServiceSpecInput,
  type TaskState,
} from '@lading/types-v1.44';
import type {
  ContainerCreateRequest as EarlierRequest,
  ContainerState as EarlierState,
  Image,
  ImageSummary,
} from '@lading/types-v1.41';
import type { ContainerState } from '@lading/types-v1.44';

export const request: ContainerCreateRequest = {
  Image: 'nginx:latest',
  ExposedPorts: { '80/tcp': {} },
  Env: ['A=b'],
  Labels: null,
  Healthcheck: { Test: ['CMD-SHELL', 'true'], StartInterval: 1_000_000 },
  HostConfig: {
    PortBindings: { '80/tcp': [{ HostIp: '', HostPort: '8080' }] },
    Binds: ['/srv:/srv:ro'],
    RestartPolicy: { Name: '' },
    LogConfig: { Type: 'some-plugin', Config: {} },
    CgroupnsMode: '',
    MemorySwappiness: -1,
    Annotations: { a: 'b' },
    Mounts: [{ Type: 'bind', Source: '/a', Target: '/b', BindOptions: { CreateMountpoint: true } }],
  },
  NetworkingConfig: { EndpointsConfig: { one: {}, two: { Aliases: ['x'] } } },
};

export const service: ServiceSpecInput = {
  Name: 'web',
  TaskTemplate: { ContainerSpec: { Image: 'nginx', Healthcheck: null, Privileges: { NoNewPrivileges: true } } },
  Mode: { Replicated: { Replicas: 3 } },
};

export const query: ContainerListQuery = { all: true, filters: { status: ['running', 'paused'], label: ['a=b'] } };
export const operation: Pick<ContainerListOperation, 'method' | 'path' | 'noun' | 'verb'> = {
  method: 'GET',
  path: '/containers/json',
  noun: 'container',
  verb: 'list',
};

/** Properties that are always present need no optional chaining. */
export function lengths(summary: ContainerSummary, inspected: ContainerInspectResponse, image: ImageInspect): number {
  const health: HealthConfigInput = {};
  return summary.Id.length + (inspected.State?.Status.length ?? 0) + image.Id.length + Object.keys(health).length;
}

/** A type that is equal in both versions: a value of one is a value of the other. */
export function asEarlierState(state: ContainerState): EarlierState {
  return state;
}

export function earlier(image: Image, summary: ImageSummary): string {
  const body: EarlierRequest = { Image: image.Id, HostConfig: { KernelMemory: 0 } };
  return `${summary.Id}${body.Image}`;
}

export const states: readonly string[] = ContainerStateStatusValues;
export const first: TaskState | undefined = TaskStateValues[0];
export const steps: number = stateSets['task-state'].transitions.length;
