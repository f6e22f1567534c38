/** The state of a swarm as lines of text: its nodes, and its services with their tasks. */
import type { NodeRecord } from '../swarm/cluster/node-record.js';
import { hasEnded } from '../swarm/reconcile/task-state.js';
import type { ServiceRecord } from '../swarm/cluster/service-record.js';
import { serviceStatusOf } from '../http/swarm/service-view.js';
import type { Swarm } from '../swarm/swarm.js';
import type { TaskRecord } from '../swarm/cluster/task-record.js';

/** @param now in milliseconds since 1970. @param width the length of the longest line */
export function swarmLines(swarm: Swarm | undefined, now: number, width: number): string[] {
  if (swarm === undefined) return ['The engine is in no swarm.'];
  const { cluster, services, orchestrator } = swarm;
  const nodes = cluster.tables.node.sorted();
  const names = new Map(nodes.map(({ id, description }) => [id, description.hostname]));
  const counts = new Map<string, number>();
  for (const { nodeId, state } of cluster.tables.task.values())
    if (state === 'running') counts.set(nodeId, (counts.get(nodeId) ?? 0) + 1);
  const lines = [
    ...table([
      ['NODE', 'STATE', 'AVAILABILITY', 'ROLE', 'TASKS'],
      ...nodes.map((node) => nodeRow(node, counts.get(node.id) ?? 0)),
    ]),
    '',
    ...table([
      ['SERVICE', 'MODE', 'REPLICAS', 'UPDATE', 'IMAGE'],
      ...services.all().map((service) => serviceRow(service, orchestrator.tasksOf(service.id))),
    ]),
    '',
    ...table([
      ['TASK', 'NODE', 'STATE', 'DESIRED', 'SINCE', 'ERROR'],
      ...services.all().flatMap(({ id }) =>
        orchestrator
          .tasksOf(id)
          .sort(bySlot)
          .map((task) => taskRow(task, names, now)),
      ),
    ]),
  ];
  return lines.map((line) => line.slice(0, width).trimEnd());
}

function nodeRow({ description, state, availability, manager }: NodeRecord, tasks: number): string[] {
  const role = manager === undefined ? 'worker' : manager.isLeader ? 'leader' : `manager, ${manager.reachability}`;
  return [description.hostname, state, availability, role, String(tasks)];
}

function serviceRow(service: ServiceRecord, tasks: readonly TaskRecord[]): string[] {
  const { settings, updateStatus } = service;
  const { RunningTasks, DesiredTasks, CompletedTasks } = serviceStatusOf(service, tasks);
  const isJob = settings.mode.kind.endsWith('job');
  const replicas = `${RunningTasks}/${DesiredTasks}${isJob ? ` (${CompletedTasks} completed)` : ''}`;
  return [service.name, settings.mode.kind, replicas, updateStatus?.state ?? '', settings.task.image];
}

function taskRow(task: TaskRecord, names: ReadonlyMap<string, string>, now: number): string[] {
  const name = task.name.split('.').slice(0, -1).join('.');
  const seconds = Math.max(0, Math.round((now - task.since) / 1000));
  return [name, names.get(task.nodeId) ?? '', task.state, task.desired, `${seconds} s`, task.error];
}

/** The tasks that run come first in a slot, then those that ended last. A global service has one slot on each node. */
function bySlot(one: TaskRecord, other: TaskRecord): number {
  const difference = one.slot - other.slot || (one.slot === 0 ? one.nodeId.localeCompare(other.nodeId) : 0);
  return difference || Number(hasEnded(one.state)) - Number(hasEnded(other.state)) || other.since - one.since;
}

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_cell, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
}
