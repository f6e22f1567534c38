/** Handles attach, exec, logs and stats. */
import { setTimeout as sleep } from 'node:timers/promises';
import { BadRequest, Conflict, terminal, type OutputChunk } from '@lading/server';
import type { ContainerStatsResponse } from '@lading/types-v1.44';
import type { Engine } from '../engine.js';
import { createExec } from '../execs/exec.js';
import { attach } from './attach.js';
import type { ContainerHandlers } from './container.js';
import { statsOf } from './stats.js';

export function outputHandlers(
  engine: Engine,
): Pick<ContainerHandlers, 'attach' | 'attachWebsocket' | 'exec' | 'logs' | 'stats'> {
  return {
    attach: ({ path: { id }, query }) => attach(engine, engine.container(id), query),
    attachWebsocket: ({ path: { id }, query }) => attach(engine, engine.container(id), query),
    exec: createExec(engine),
    logs({ path: { id }, query, signal }) {
      const { output, config, hostConfig } = engine.container(id);
      if (query.stdout !== true && query.stderr !== true) {
        throw new BadRequest('Bad parameters: you must choose at least one stream');
      }
      if (hostConfig.LogConfig.Type === 'none')
        throw new Conflict('configured logging driver does not support reading');
      const chunks = output.read(query, signal);
      return config.Tty ? terminal(dataOf(chunks)) : chunks;
    },
    stats({ path: { id }, query, signal }) {
      const container = engine.container(id);
      return statistics();

      async function* statistics(): AsyncGenerator<ContainerStatsResponse> {
        let before = statsOf(container);
        // The first sample has no previous one, unless the client requests a single sample that is not one-shot.
        if (query.stream === false && query['one-shot'] !== true && container.isRunning) {
          await sleep(1000, undefined, { signal }).catch(() => undefined);
          before = statsOf(container, before);
        }
        yield before;
        while (query.stream !== false && !signal.aborted) {
          await sleep(1000, undefined, { signal }).catch(() => undefined);
          if (signal.aborted || container.isRemoved) return;
          yield (before = statsOf(container, before));
        }
      }
    },
  };
}

async function* dataOf(chunks: AsyncIterable<OutputChunk>): AsyncGenerator<Uint8Array | string> {
  for await (const { data } of chunks) yield data;
}
