/** Reads the specification of a service from requests, and completes it as managers do. */
import { BadRequest, Forbidden } from '@lading/server-v1.44';
import type { ServiceSpec, ServiceSpecInput, UpdateConfig } from '@lading/types-v1.44';
import type { ServiceModeSettings, UpdateSettings } from '../reconcile/desired-service.js';
import { compactSpec } from './compact-spec.js';
import { withoutUnset } from '../../values/fill-required.js';
import { readTaskTemplate, type FindNetwork } from './read-task-template.js';
import type { ServicePort, ServiceSettings } from '../cluster/service-record.js';

const second = 1e9;

/** @throws BadRequest, with the engine's messages; what `findNetwork` throws */
export function readService(body: ServiceSpecInput, findNetwork: FindNetwork): ServiceSettings {
  const given = withoutUnset(body) as Partial<ServiceSpec>;
  const { Name = '', Labels = {}, TaskTemplate, UpdateConfig, RollbackConfig, EndpointSpec, Networks } = given;
  requireRuntime(TaskTemplate);
  const mode = readMode(given.Mode);
  const update = readUpdate(UpdateConfig);
  const rollback = readUpdate(RollbackConfig);
  const endpoint = readEndpointSpec(EndpointSpec);
  const task = readTaskTemplate(TaskTemplate, Networks, endpoint, findNetwork);
  const spec = {
    Name,
    Labels,
    TaskTemplate: { ...task.spec, Runtime: 'container' },
    Mode: modeSpec(mode),
    ...(UpdateConfig && { UpdateConfig: updateSpec(UpdateConfig, update) }),
    ...(RollbackConfig && { RollbackConfig: updateSpec(RollbackConfig, rollback) }),
    ...(Networks &&
      Networks.length > 0 && {
        Networks: compactSpec(Networks.map((network) => ({ ...network, Target: findNetwork(network.Target ?? '') }))),
      }),
    ...(EndpointSpec && { EndpointSpec: endpoint }),
  };
  return {
    name: Name,
    labels: Labels,
    mode,
    update,
    rollback,
    task,
    spec,
    isVirtual: endpoint.Mode !== 'dnsrr',
    ports: (endpoint.Ports ?? []).map(
      ({ Name: name = '', Protocol, TargetPort = 0, PublishedPort = 0, PublishMode }): ServicePort => ({
        name,
        protocol: Protocol as ServicePort['protocol'],
        target: TargetPort,
        published: PublishedPort,
        mode: PublishMode as ServicePort['mode'],
      }),
    ),
  };
}

function requireRuntime(template: ServiceSpec['TaskTemplate'] | undefined): void {
  const { Runtime = '', ContainerSpec, PluginSpec } = template ?? {};
  if (Runtime === 'plugin') {
    if (PluginSpec === undefined) throw new BadRequest('mismatched Runtime and *Spec fields');
    throw new Forbidden('runtime type "plugin" only supported in experimental');
  }
  if (Runtime !== '' && Runtime !== 'container' && Runtime !== 'attachment')
    throw new BadRequest('unsupported runtime');
  if (ContainerSpec === undefined || Runtime === 'attachment')
    throw new BadRequest('mismatched Runtime and *Spec fields');
}

function readMode(given: ServiceSpec['Mode'] | undefined): ServiceModeSettings {
  const { Replicated, Global, ReplicatedJob, GlobalJob } = given ?? {};
  if ([Replicated, Global, ReplicatedJob, GlobalJob].filter((each) => each !== undefined).length > 1)
    throw new BadRequest('must specify only one service mode');
  if (Global !== undefined) return { kind: 'global' };
  if (GlobalJob !== undefined) return { kind: 'global-job' };
  if (ReplicatedJob === undefined) return { kind: 'replicated', replicas: Replicated?.Replicas ?? 1 };
  const concurrent = ReplicatedJob.MaxConcurrent ?? 1;
  return { kind: 'replicated-job', concurrent, completions: ReplicatedJob.TotalCompletions ?? concurrent };
}

function modeSpec(mode: ServiceModeSettings): object {
  if (mode.kind === 'replicated') return { Replicated: { Replicas: mode.replicas } };
  if (mode.kind === 'replicated-job')
    return { ReplicatedJob: { MaxConcurrent: mode.concurrent, TotalCompletions: mode.completions } };
  return mode.kind === 'global' ? { Global: {} } : { GlobalJob: {} };
}

function readUpdate(given: Partial<UpdateConfig> | undefined): UpdateSettings {
  const { Parallelism, Delay, FailureAction, Monitor, MaxFailureRatio, Order } = given ?? {};
  if (FailureAction && !['continue', 'pause', 'rollback'].includes(FailureAction))
    throw new BadRequest(`unrecognized update failure action ${FailureAction}`);
  if (Order && !['stop-first', 'start-first'].includes(Order))
    throw new BadRequest(`unrecognized update order ${Order}`);
  return {
    // Without settings, one slot is updated at a time; settings without a number mean all.
    parallelism: given === undefined ? 1 : (Parallelism ?? 0),
    delay: (Delay ?? 0) / 1e6,
    failureAction: FailureAction || 'pause',
    monitor: (Monitor || 5 * second) / 1e6,
    maxFailureRatio: MaxFailureRatio ?? 0,
    order: Order || 'stop-first',
  };
}

function updateSpec({ Delay, Monitor }: Partial<UpdateConfig>, settings: UpdateSettings): object {
  return {
    Parallelism: settings.parallelism,
    ...(Delay && { Delay }),
    FailureAction: settings.failureAction,
    ...(Monitor && { Monitor }),
    MaxFailureRatio: settings.maxFailureRatio,
    Order: settings.order,
  };
}

type EndpointSpecResponse = NonNullable<ServiceSpec['EndpointSpec']>;

function readEndpointSpec(given: Partial<EndpointSpecResponse> | undefined): EndpointSpecResponse {
  const Mode = given?.Mode || 'vip';
  if (Mode !== 'vip' && Mode !== 'dnsrr') throw new BadRequest(`invalid resolution mode: ${JSON.stringify(Mode)}`);
  const Ports = (given?.Ports ?? []).map(({ Name, Protocol, TargetPort, PublishedPort, PublishMode }) => ({
    ...(Name && { Name }),
    Protocol: Protocol || 'tcp',
    ...(TargetPort && { TargetPort }),
    ...(PublishedPort && { PublishedPort }),
    PublishMode: PublishMode || 'ingress',
  }));
  return { Mode, ...(Ports.length > 0 && { Ports }) };
}
