/** Handles task operations. */
import type { Handlers } from '@lading/server-v1.44';
import { anyOf, hasLabels } from '../../values/filters.js';
import type { SwarmMember } from '../../swarm/swarm-member.js';
import type { Swarm } from '../../swarm/swarm.js';
import { logsOf } from './task-logs.js';
import type { TaskRecord } from '../../swarm/cluster/task-record.js';
import { taskResponse, type TaskViewContext } from './task-view.js';

export function taskHandlers(member: SwarmMember): NonNullable<Handlers['task']> {
  return {
    list({ query: { filters = {} } }) {
      const swarm = member.requireManager();
      const { id, label, name, node, service, runtime, 'desired-state': desired, '_up-to-date': current } = filters;
      const services = service?.map((wanted) => swarm.services.find(wanted).id);
      const nodes = node?.map((wanted) => swarm.nodes.find(wanted).id);
      const tasks =
        services === undefined || services.length === 0
          ? swarm.cluster.tables.task.values()
          : services.flatMap((each) => swarm.orchestrator.tasksOf(each));
      const context = viewContext(swarm);
      return [...tasks]
        .filter(
          (task) =>
            anyOf(id, (value) => task.id.startsWith(value)) &&
            anyOf(nodes, (value) => task.nodeId === value) &&
            anyOf(desired, (value) => task.desired === value) &&
            anyOf(name, (value) => task.name.startsWith(value)) &&
            anyOf(runtime, (value) => value === 'container') &&
            anyOf(current, (value) => value !== 'true' || isCurrent(swarm, task)) &&
            hasLabels(labelsOf(swarm, task), label),
        )
        .sort((one, other) => (one.id < other.id ? -1 : 1))
        .map((task) => taskResponse(task, context));
    },
    inspect({ path: { id } }) {
      const swarm = member.requireManager();
      return taskResponse(swarm.cluster.tables.task.find(id), viewContext(swarm));
    },
    logs({ path: { id }, query, signal }) {
      const swarm = member.requireManager();
      const task = swarm.cluster.tables.task.find(id);
      return logsOf(swarm, { task: task.id }, query, signal);
    },
  };
}

function viewContext({ cluster }: Swarm): TaskViewContext {
  const { network, service } = cluster.tables;
  return {
    networkOf: (id) => network.get(id),
    isJob: (id) => service.get(id)?.settings.mode.kind.endsWith('job') === true,
  };
}

function isCurrent({ cluster }: Swarm, { serviceId, template }: TaskRecord): boolean {
  return cluster.tables.service.get(serviceId)?.settings.task.key === template;
}

function labelsOf({ cluster }: Swarm, { serviceId }: TaskRecord): Readonly<Record<string, string>> {
  return cluster.tables.service.get(serviceId)?.settings.labels ?? {};
}
