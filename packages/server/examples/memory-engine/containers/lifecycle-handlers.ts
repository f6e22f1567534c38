/** Handles operations of the life cycle of containers. */
import { Conflict, reply, ServerError } from '@lading/server';
import type { ContainerWaitResponse } from '@lading/types-v1.44';
import type { Engine } from '../engine.js';
import type { Container, ContainerHandlers } from './container.js';
import { kill, restart, start, stop } from './lifecycle.js';

type LifecycleOperation = 'start' | 'stop' | 'restart' | 'kill' | 'pause' | 'unpause' | 'wait' | 'top' | 'resize';

export function lifecycleHandlers(engine: Engine): Pick<ContainerHandlers, LifecycleOperation> {
  return {
    start: ({ path: { id } }) => (start(engine, engine.container(id)) ? undefined : reply(304)),
    stop: async ({ path: { id }, query: { signal, t } }) =>
      (await stop(engine, engine.container(id), signal, t)) ? undefined : reply(304),
    restart: ({ path: { id }, query: { signal, t } }) => restart(engine, engine.container(id), signal, t),
    kill: ({ path: { id }, query: { signal } }) => kill(engine, engine.container(id), signal || 'KILL'),
    pause({ path: { id } }) {
      const container = requireRunning(engine.container(id));
      if (container.state.Paused) throw new Conflict(`container ${container.id} is already paused`);
      if (container.state.Restarting) {
        throw new Conflict(`Container ${container.id} is restarting, wait until the container is running`);
      }
      container.process?.pause();
      container.change({ Status: 'paused', Paused: true });
      engine.emit(container, 'pause');
    },
    unpause({ path: { id } }) {
      const container = engine.container(id);
      if (!container.state.Paused) throw new ServerError(`Container ${container.id} is not paused`);
      container.process?.resume();
      container.change({ Status: 'running', Paused: false });
      engine.emit(container, 'unpause');
    },
    wait({ path: { id }, query: { condition }, signal }) {
      const container = engine.container(id);
      if ((condition || 'not-running') === 'not-running' && !container.isRunning)
        return { StatusCode: container.state.ExitCode };
      // The wait begins now, so that no exit is missed. The server sends the head of this slow response in advance.
      return waitResponse(container, condition === 'removed', signal);
    },
    top({ path: { id }, query: { ps_args } }) {
      const container = requireRunning(engine.container(id));
      engine.emit(container, 'top');
      if (/^-?aux/.test(ps_args ?? '')) {
        const row = [container.config.User || 'root', String(container.process?.pid), '0.0', '0.0', '0', '0', '?'];
        return {
          Titles: ['USER', 'PID', '%CPU', '%MEM', 'VSZ', 'RSS', 'TTY', 'STAT', 'START', 'TIME', 'COMMAND'],
          Processes: [[...row, 'Ss', '00:00', '0:00', container.command.join(' ')]],
        };
      }
      const row = [container.config.User || 'root', String(container.process?.pid), '1', '0', '00:00', '?', '00:00:00'];
      return {
        Titles: ['UID', 'PID', 'PPID', 'C', 'STIME', 'TTY', 'TIME', 'CMD'],
        Processes: [[...row, container.command.join(' ')]],
      };
    },
    resize({ path: { id }, query: { h, w } }) {
      const container = requireRunning(engine.container(id));
      if (container.process !== undefined) container.process.size = { h, w };
      engine.emit(container, 'resize', { height: String(h), width: String(w) });
    },
  };
}

async function waitResponse(
  container: Container,
  isRemoval: boolean,
  signal: AbortSignal,
): Promise<ContainerWaitResponse> {
  const exit = container.nextExit(signal);
  if (!isRemoval) return { StatusCode: await exit };
  await container.removal();
  return { StatusCode: container.state.ExitCode };
}

/** @throws Conflict */
function requireRunning(container: Container): Container {
  if (!container.isRunning) throw new Conflict(`container ${container.id} is not running`);
  return container;
}
