/** Handles attach, exec, logs and stats. */
import { NotImplemented, terminal, type OutputChunk, type Handlers } from '@lading/server-v1.44';
import type { ContainerStatsResponse } from '@lading/types-v1.44';
import type { ExecService } from '../../objects/execs/exec-service.js';
import { sleep, type Clock } from '../../ports/clock.js';
import type { Container } from '../../objects/containers/container.js';
import { splitOnce } from '../../values/environment.js';
import { withDetails } from '../swarm/task-logs.js';
import { attach } from './attach.js';
import type { ContainerService } from '../../objects/containers/container-service.js';
import type { PluginLogs } from '../../rules/plugin-logs.js';
import { statsOf } from './stats-view.js';

/** The logging drivers whose logs engines can read. */
const readableLogDrivers: ReadonlySet<string> = new Set(['json-file', 'local', 'journald']);

type OutputOperation = 'attach' | 'attachWebsocket' | 'exec' | 'logs' | 'stats';

export function outputHandlers(
  containers: ContainerService,
  execs: ExecService,
  clock: Clock,
  logs: PluginLogs,
): Pick<NonNullable<Handlers['container']>, OutputOperation> {
  return {
    attach: ({ path: { id }, query }) => attach(containers, id, query),
    attachWebsocket: ({ path: { id }, query }) => attach(containers, id, query),
    exec: ({ path: { id }, body }) => ({ Id: execs.create(containers.find(id), id, body).id }),
    async logs({ path: { id }, query, signal }) {
      const container = containers.find(id);
      const { output, settings, host } = container;
      if (!readableLogDrivers.has(host.logDriver) && !logs.isPlugin(host.logDriver))
        throw new NotImplemented('configured logging driver does not support reading');
      const lines = (await logs.reader(container, query, signal)) ?? output.read(query, signal);
      const chunks = query.details === true ? detailed(lines, detailsOf(container), query.timestamps === true) : lines;
      return settings.hasTerminal ? terminal(dataOf(chunks)) : chunks;
    },
    stats({ path: { id }, query, signal }) {
      const container = containers.find(id);
      return statistics();

      async function* statistics(): AsyncGenerator<ContainerStatsResponse> {
        let before = statsOf(container, clock.now());
        // The first sample has no previous one, unless the client requests a single sample that is not one-shot.
        if (query.stream === false && query['one-shot'] !== true && container.isRunning) {
          await sleep(clock, 1000, signal);
          before = statsOf(container, clock.now(), before);
        }
        if (query['one-shot'] === true && container.isRunning) {
          const { name: _name, id: _id, ...sample } = before;
          return yield sample;
        }
        yield before;
        while (query.stream !== false && !signal.aborted) {
          await sleep(clock, 1000, signal);
          if (signal.aborted || container.isRemoved) return;
          yield (before = statsOf(container, clock.now(), before));
        }
      }
    },
  };
}

/** The labels and variables that options of the log driver name. */
function detailsOf({ host: { logOptions }, settings: { labels, environment } }: Container): string {
  const variables = Object.fromEntries(environment.map((each) => splitOnce(each)));
  const chosen = (values: Readonly<Record<string, string>>, names: unknown): [string, string][] =>
    String(names ?? '')
      .split(',')
      .flatMap((name) => (Object.hasOwn(values, name) ? [[name, values[name] ?? '']] : []));
  const details = [...chosen(variables, logOptions['env']), ...chosen(labels, logOptions['labels'])];
  return `${details.sort(([one], [other]) => (one < other ? -1 : 1)).map((pair) => pair.join('=')).join(',')} `; // prettier-ignore
}

async function* detailed(
  lines: AsyncIterable<OutputChunk>,
  details: string,
  hasTimestamp: boolean,
): AsyncGenerator<OutputChunk> {
  for await (const line of lines) yield withDetails(line, details, hasTimestamp);
}

async function* dataOf(chunks: AsyncIterable<OutputChunk>): AsyncGenerator<Uint8Array | string> {
  for await (const { data } of chunks) yield data;
}
