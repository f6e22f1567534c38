/** Creates the record of a task. */
import type { CreateTask } from '../reconcile/actions.js';
import type { ServiceRecord } from '../cluster/service-record.js';
import type { TaskNetwork, TaskRecord } from '../cluster/task-record.js';
import type { OverlayNetworks } from './overlay-networks.js';
import type { Unversioned } from '../cluster/swarm-object.js';

export function newTask(
  service: ServiceRecord,
  { task: id, slot, nodeId, desired, startAfter, waitsFor, restarts }: CreateTask,
  now: number,
  networks: OverlayNetworks,
): Unversioned<TaskRecord> & Pick<TaskRecord, 'created'> {
  const { settings, iteration } = service;
  return {
    id,
    slot,
    nodeId,
    desired,
    iteration,
    created: now,
    since: now,
    name: taskName(service, slot, nodeId, id),
    serviceId: service.id,
    template: settings.task.key,
    settings: settings.task,
    state: 'new',
    message: 'created',
    error: '',
    networks: networksOf(service, networks),
    hostPorts: settings.ports.filter(({ mode }) => mode === 'host'),
    ...(startAfter !== undefined && { startAfter }),
    ...(waitsFor !== undefined && { waitsFor }),
    ...(restarts !== undefined && { restarts }),
  };
}

/** Returns the name of a task, which its container has too: `web.1.id`, or `web.node.id` for a global service. */
function taskName({ settings: { name, mode } }: ServiceRecord, slot: number, nodeId: string, id: string): string {
  return `${name}.${mode.kind.startsWith('global') ? nodeId : slot}.${id}`;
}

function networksOf({ settings, ports }: ServiceRecord, networks: OverlayNetworks): TaskNetwork[] {
  const attached: TaskNetwork[] = settings.task.networks.map(({ network, aliases }) => ({
    networkId: network,
    aliases,
    // Networks of a single node, such as `host`, have no addresses here.
    address: networks.get(network) === undefined ? '' : networks.take(network),
  }));
  const { ingress } = networks;
  if (ingress !== undefined && ports.some(({ mode }) => mode === 'ingress'))
    attached.push({ networkId: ingress.id, aliases: [], address: networks.take(ingress.id) });
  return attached;
}
