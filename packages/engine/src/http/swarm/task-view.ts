/** Describes a task in responses. */
import { taskSpec } from '@lading/contract-v1.44/schemas';
import type { NetworkAttachment, Task, TaskSpec } from '@lading/types-v1.44';
import { dateTime } from '../../values/date-time.js';
import { fillRequired } from '../../values/fill-required.js';
import { portResponse } from './service-view.js';
import type { OverlayRecord } from '../../swarm/cluster/swarm-object.js';
import type { TaskNetwork, TaskRecord } from '../../swarm/cluster/task-record.js';

export interface TaskViewContext {
  readonly networkOf: (id: string) => OverlayRecord | undefined;
  readonly isJob: (service: string) => boolean;
}

export function taskResponse(task: TaskRecord, { networkOf, isJob }: TaskViewContext): Task {
  const { id, version, created, updated, settings, serviceId, slot, nodeId, state, desired, since } = task;
  const { message, error, container, hostPorts, networks, iteration } = task;
  const attachments = networks.flatMap((attached) => attachmentOf(attached, networkOf(attached.networkId)) ?? []);
  return {
    ID: id,
    Version: { Index: version },
    CreatedAt: dateTime(created),
    UpdatedAt: dateTime(updated),
    Labels: {},
    Spec: fillRequired<TaskSpec>(taskSpec, settings.spec),
    ServiceID: serviceId,
    ...(slot !== 0 && { Slot: slot }),
    ...(nodeId !== '' && { NodeID: nodeId }),
    Status: {
      Timestamp: dateTime(since),
      State: state,
      ...(message !== '' && { Message: message }),
      ...(error !== '' && { Err: error }),
      ...(container && {
        ContainerStatus: { ContainerID: container.id, PID: container.pid, ExitCode: container.exitCode },
      }),
      PortStatus: state === 'running' && hostPorts.length > 0 ? { Ports: hostPorts.map(portResponse) } : {},
    },
    DesiredState: desired,
    ...(isJob(serviceId) && { JobIteration: iteration === 0 ? {} : { Index: iteration } }),
    ...(attachments.length > 0 && { NetworksAttachments: attachments }),
    Volumes: null,
  };
}

function attachmentOf({ address }: TaskNetwork, record: OverlayRecord | undefined): NetworkAttachment | undefined {
  if (record === undefined) return undefined;
  const { id, version, created, updated, network } = record;
  const { 'com.docker.network.driver.overlay.vxlanid_list': _segment, ...options } = network.options;
  const ipam = {
    Driver: { Name: network.addressing.driver },
    Configs: network.addressing.subnets.map(({ subnet = '', gateway = '' }) => ({ Subnet: subnet, Gateway: gateway })),
  };
  return {
    Network: {
      ID: id,
      Version: { Index: version },
      CreatedAt: dateTime(created),
      UpdatedAt: dateTime(updated),
      Spec: {
        Name: network.name,
        Labels: { ...network.labels },
        DriverConfiguration: { Name: network.driver, ...(Object.keys(options).length > 0 && { Options: options }) },
        ...(network.isInternal && { Internal: true }),
        ...(network.isAttachable && { Attachable: true }),
        ...(network.isIngress === true && { Ingress: true }),
        IPAMOptions: ipam,
        Scope: 'swarm',
      },
      DriverState: { Name: network.driver, Options: { ...network.options } },
      IPAMOptions: ipam,
    },
    ...(address !== '' && { Addresses: [address] }),
  };
}
