/** Describes a service in responses. */
import { serviceSpec } from '@lading/contract-v1.44/schemas';
import type { EndpointPortConfig, Service, ServiceSpec, UpdateStatus } from '@lading/types-v1.44';
import { dateTime } from '../../values/date-time.js';
import { fillRequired } from '../../values/fill-required.js';
import { hasEnded } from '../../swarm/reconcile/task-state.js';
import type { ServiceUpdateStatus } from '../../swarm/reconcile/desired-service.js';
import type { TaskRecord } from '../../swarm/cluster/task-record.js';
import type { ServicePort, ServiceRecord, ServiceSettings } from '../../swarm/cluster/service-record.js';

export function serviceResponse(service: ServiceRecord, insertDefaults = false): Service {
  const { id, version, created, updated, settings, previous, updateStatus, iteration, lastExecution } = service;
  return {
    ID: id,
    Version: { Index: version },
    CreatedAt: dateTime(created),
    UpdatedAt: dateTime(updated),
    Spec: insertDefaults ? withDefaults(settings) : specOf(settings),
    ...(previous && { PreviousSpec: specOf(previous) }),
    Endpoint: endpointOf(service),
    ...(updateStatus && { UpdateStatus: updateStatusResponse(updateStatus) }),
    ...(settings.mode.kind.endsWith('job') && {
      JobStatus: {
        JobIteration: iteration === 0 ? {} : { Index: iteration },
        LastExecution: dateTime(lastExecution),
      },
    }),
  };
}

/** Counts the tasks of a service. */
export function serviceStatusOf(
  { settings: { mode }, iteration }: ServiceRecord,
  tasks: readonly TaskRecord[],
): NonNullable<Service['ServiceStatus']> {
  const current = tasks.filter((task) => !mode.kind.endsWith('job') || task.iteration === iteration);
  const completed = current.filter(({ state }) => state === 'complete').length;
  const wanted = current.filter(({ desired }) => desired === 'running').length;
  return {
    RunningTasks: current.filter(({ state, desired }) => state === 'running' && desired !== 'shutdown').length,
    DesiredTasks: desiredTasks(mode, wanted, current.filter(({ state }) => !hasEnded(state)).length),
    CompletedTasks: mode.kind.endsWith('job') ? completed : 0,
  };
}

function desiredTasks(mode: ServiceSettings['mode'], wanted: number, active: number): number {
  if (mode.kind === 'replicated') return mode.replicas;
  if (mode.kind === 'global') return wanted;
  return mode.kind === 'replicated-job' ? mode.concurrent : active;
}

export function portResponse({ name, protocol, target, published, mode }: ServicePort): EndpointPortConfig {
  return {
    ...(name !== '' && { Name: name }),
    Protocol: protocol,
    ...(target !== 0 && { TargetPort: target }),
    ...(published !== 0 && { PublishedPort: published }),
    PublishMode: mode,
  };
}

function specOf({ spec }: ServiceSettings): ServiceSpec {
  return fillRequired(serviceSpec, spec);
}

function endpointOf({ settings, ports, virtualAddresses }: ServiceRecord): Service['Endpoint'] {
  if (ports.length === 0 && virtualAddresses.length === 0) return { Spec: {} };
  return {
    Spec: specOf(settings).EndpointSpec ?? {},
    ...(ports.length > 0 && { Ports: ports.map(portResponse) }),
    ...(virtualAddresses.length > 0 && {
      VirtualIPs: virtualAddresses.map(({ networkId, address }) => ({ NetworkID: networkId, Addr: address })),
    }),
  };
}

function updateStatusResponse({ state, started, completed, message }: ServiceUpdateStatus): UpdateStatus {
  return {
    State: state,
    ...(started !== 0 && { StartedAt: dateTime(started) }),
    ...(completed !== 0 && { CompletedAt: dateTime(completed) }),
    Message: message,
  };
}

const defaultUpdate = {
  Parallelism: 1,
  FailureAction: 'pause',
  Monitor: 5_000_000_000,
  MaxFailureRatio: 0,
  Order: 'stop-first',
} as const;

function withDefaults(settings: ServiceSettings): ServiceSpec {
  const spec = specOf(settings);
  const { ContainerSpec, Resources, RestartPolicy, Placement, ...task } = spec.TaskTemplate;
  const isJob = settings.mode.kind.endsWith('job');
  return {
    ...spec,
    TaskTemplate: {
      ...(ContainerSpec && { ContainerSpec: { StopGracePeriod: 10_000_000_000, DNSConfig: {}, ...ContainerSpec } }),
      Resources: Resources ?? {},
      RestartPolicy: {
        Condition: isJob ? 'on-failure' : 'any',
        Delay: 5_000_000_000,
        MaxAttempts: 0,
        ...RestartPolicy,
      },
      Placement: Placement ?? {},
      ...task,
    },
    ...(!isJob && {
      UpdateConfig: spec.UpdateConfig ?? defaultUpdate,
      RollbackConfig: spec.RollbackConfig ?? defaultUpdate,
    }),
  };
}
