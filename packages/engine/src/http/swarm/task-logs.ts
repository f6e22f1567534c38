/** The logs of tasks: the output of their containers, on whichever node they run. */
import { terminal, type OutputChunk } from '@lading/server-v1.44';
import type { ServiceLogsQuery } from '@lading/types-v1.44';
import type { Container } from '../../objects/containers/container.js';
import { hasEnded } from '../../swarm/reconcile/task-state.js';
import type { Swarm } from '../../swarm/swarm.js';
import type { TaskRecord } from '../../swarm/cluster/task-record.js';

type LogSource = { readonly service: string } | { readonly task: string };

export function logsOf(swarm: Swarm, source: LogSource, query: ServiceLogsQuery, signal: AbortSignal) {
  const tasks = (): TaskRecord[] => {
    if ('service' in source) return swarm.orchestrator.tasksOf(source.service);
    const task = swarm.cluster.tables.task.get(source.task);
    return task === undefined ? [] : [task];
  };
  const chunks = merge(swarm, source, tasks, query, signal);
  const hasTerminal = tasks().some(
    ({ settings }) => (settings.spec['ContainerSpec'] as { TTY?: boolean }).TTY === true,
  );
  return hasTerminal ? terminal(dataOf(chunks)) : chunks;
}

/** Merges the output of tasks, also of those that are created while the client follows. */
async function* merge(
  swarm: Swarm,
  source: LogSource,
  tasks: () => TaskRecord[],
  query: ServiceLogsQuery,
  signal: AbortSignal,
): AsyncGenerator<OutputChunk> {
  const queue: OutputChunk[] = [];
  const readers = new Set<string>();
  let running = 0;
  // Something may happen while the client takes a chunk, when nobody waits.
  let hasNews = false;
  let resume = (): void => undefined;
  const wake = (): void => {
    hasNews = true;
    resume();
  };
  const read = async (task: TaskRecord, container: Container): Promise<void> => {
    running += 1;
    const prefix = query.details === true ? detailsOf(task) : '';
    for await (const chunk of container.output.read(query, signal)) {
      queue.push(prefix === '' ? chunk : withDetails(chunk, prefix, query.timestamps === true));
      wake();
    }
    running -= 1;
    wake();
  };
  const isOver = (): boolean => {
    const all = tasks();
    for (const task of all) {
      const container = swarm.agentOf(task.nodeId)?.containerOf(task.id);
      if (container === undefined || readers.has(task.id)) continue;
      readers.add(task.id);
      void read(task, container);
    }
    if (running > 0) return false;
    // A service that is followed may get new tasks.
    const isExpected =
      'service' in source
        ? swarm.cluster.tables.service.get(source.service) !== undefined
        : all.some(({ state }) => !hasEnded(state));
    return query.follow !== true || !isExpected;
  };
  const stopListening = swarm.cluster.listen(wake);
  signal.addEventListener('abort', wake);
  try {
    for (;;) {
      hasNews = false;
      const isEnd = isOver();
      for (let chunk = queue.shift(); chunk !== undefined; chunk = queue.shift()) yield chunk;
      if (signal.aborted || (isEnd && queue.length === 0)) return;
      if (!hasNews) await new Promise<void>((resolve) => (resume = resolve));
    }
  } finally {
    stopListening();
    signal.removeEventListener('abort', wake);
  }
}

function detailsOf({ id, nodeId, serviceId }: TaskRecord): string {
  return `com.docker.swarm.node.id=${nodeId},com.docker.swarm.service.id=${serviceId},com.docker.swarm.task.id=${id} `;
}

/** Inserts the details of a line after its timestamp. */
export function withDetails({ stream, data }: OutputChunk, details: string, hasTimestamp: boolean): OutputChunk {
  const line = Buffer.from(data as Uint8Array);
  const at = hasTimestamp ? line.indexOf(' ') + 1 : 0;
  return { stream, data: Buffer.concat([line.subarray(0, at), Buffer.from(details), line.subarray(at)]) };
}

async function* dataOf(chunks: AsyncIterable<OutputChunk>): AsyncGenerator<Uint8Array | string> {
  for await (const { data } of chunks) yield data;
}
