/** Handles operations of the life cycle of containers. */
import { Conflict, HttpError, reply, ServerError, type Handlers } from '@lading/server-v1.44';
import type { ContainerWaitResponse } from '@lading/types-v1.44';
import type { Clock } from '../../ports/clock.js';
import type { ContainerService } from '../../objects/containers/container-service.js';
import type { Container } from '../../objects/containers/container.js';
import { requireRunning, type Lifecycle } from '../../objects/containers/lifecycle.js';
import { topResponse } from './top-view.js';

type LifecycleOperation = 'start' | 'stop' | 'restart' | 'kill' | 'pause' | 'unpause' | 'wait' | 'top' | 'resize';

export function lifecycleHandlers(
  containers: ContainerService,
  lifecycle: Lifecycle,
  clock: Clock,
): Pick<NonNullable<Handlers['container']>, LifecycleOperation> {
  return {
    start: async ({ path: { id } }) => ((await lifecycle.start(containers.find(id))) ? undefined : reply(304)),
    async stop({ path: { id }, query: { signal, t } }) {
      const container = containers.find(id);
      const isStopped = await lifecycle.stop(container, signal, t).catch(failureOf(`cannot stop container: ${id}`));
      return isStopped ? undefined : reply(304);
    },
    async restart({ path: { id }, query: { signal, t } }) {
      const container = containers.find(id);
      await lifecycle.restart(container, signal, t).catch(failureOf(`Cannot restart container ${id}`));
    },
    async kill({ path: { id }, query: { signal } }) {
      try {
        lifecycle.requireSignal(signal || 'KILL');
        await lifecycle.kill(containers.find(id), signal || 'KILL');
      } catch (error) {
        if (error instanceof HttpError)
          throw new HttpError(error.status, `cannot kill container: ${id}: ${error.message}`);
        throw error;
      }
    },
    pause: ({ path: { id } }) => lifecycle.pause(containers.find(id)),
    unpause: ({ path: { id } }) => lifecycle.unpause(containers.find(id)),
    wait({ path: { id }, query: { condition }, signal }) {
      const container = containers.find(id);
      if ((condition || 'not-running') === 'not-running' && !container.isRunning) return waitResult(container);
      // The wait begins now, so that no exit is missed. The server sends the head of this slow response in advance.
      return wait(container, condition === 'removed', signal);
    },
    top({ path: { id }, query: { ps_args = '' } }) {
      const container = requireRunning(containers.find(id));
      if (container.status === 'restarting')
        throw new Conflict(`Container ${container.id} is restarting, wait until the container is running`);
      const response = topResponse(container.process?.processes() ?? [], ps_args, clock.now());
      containers.emit(container, 'top');
      return response;
    },
    resize({ path: { id }, query: { h, w } }) {
      const container = requireRunning(containers.find(id));
      container.process?.resize({ rows: h, columns: w });
      containers.emit(container, 'resize', { height: String(h), width: String(w) });
    },
  };
}

/** Reports a failure as engines do, which do not say that it is one of the request: they notice it at the stop or the new start. */
function failureOf(what: string): (error: unknown) => never {
  return (error) => {
    throw error instanceof HttpError ? new ServerError(`${what}: ${error.message}`) : error;
  };
}

async function wait(container: Container, isRemoval: boolean, signal: AbortSignal): Promise<ContainerWaitResponse> {
  if (isRemoval) await container.removal();
  // A start that fails is no exit.
  else
    do await container.nextExit(signal);
    while (container.state.error !== '' && !container.isRemoved);
  return { StatusCode: container.state.exitCode };
}

function waitResult({ state: { exitCode, error } }: Container): ContainerWaitResponse {
  return { StatusCode: exitCode, ...(error !== '' && { Error: { Message: error } }) };
}
