/**
 * At 1.41 a container can only be stopped by its configured signal. For another one, separate calls send the signal, wait
 * for the exit and kill the container.
 */
import { isGiven, propertyOf, Refusal, type ResponseMessage, type Ask, type Hook } from '@lading/runtime-conversion';

const done: ResponseMessage = { status: 204, headers: {} };

export function stopWithSignal(): Hook {
  return {
    async around(request, next, ask) {
      const { signal, t, ...query } = request.query;
      const plain = { ...request, query: { ...query, ...(t !== undefined && { t }) } };
      if (!isGiven(signal)) return next(plain);
      const { id } = request.path;
      const inspected = await ask('ContainerInspect', { path: { id } });
      if (inspected.status >= 400) return inspected;
      const of = (...names: readonly string[]) => propertyOf(inspected.body, ...names);
      if (isSameSignal(signal, of('Config', 'StopSignal'))) return next(plain);
      const restarts = request.operation === 'ContainerRestart';
      if (restarts && of('HostConfig', 'AutoRemove') === true) {
        throw new Refusal(
          501,
          'Restarting a container that removes itself, by another signal, needs API version 1.42',
          'stop-signal',
        );
      }
      if (of('State', 'Running') === true) {
        const failed = await stop(ask, id, signal, secondsOf(t, of('Config', 'StopTimeout')));
        if (failed !== undefined) return failed;
      } else if (!restarts) return { status: 304, headers: {} };
      if (!restarts) return done;
      const started = await ask('ContainerStart', { path: { id } });
      return started.status < 400 ? done : started;
    },
  };
}

/**
 * Stops a container; returns the failed response, if there is one.
 *
 * @param seconds the time until the container is killed; undefined for no limit
 */
async function stop(
  ask: Ask,
  id: unknown,
  signal: unknown,
  seconds: number | undefined,
): Promise<ResponseMessage | undefined> {
  const exit = ask('ContainerWait', { path: { id }, query: { condition: 'not-running' } });
  // Errors are handled where the promise is awaited; by then the signal may have failed, too.
  exit.catch(() => undefined);
  const sent = await ask('ContainerKill', { path: { id }, query: { signal } });
  // 409: the container has exited by itself in the meantime.
  if (sent.status >= 400 && sent.status !== 409) return sent;
  if (seconds !== undefined && !(await within(exit, seconds))) {
    const killed = await ask('ContainerKill', { path: { id }, query: { signal: 'SIGKILL' } });
    if (killed.status >= 400 && killed.status !== 409) return killed;
  }
  const ended = await exit;
  // 404: the container was removed automatically when it ended.
  return ended.status < 400 || ended.status === 404 ? undefined : ended;
}

async function within(exit: Promise<unknown>, seconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), seconds * 1000);
  });
  return Promise.race([exit.then(() => true), late]).finally(() => clearTimeout(timer));
}

/** Returns the time limit as engines do: undefined below 0, by default the container's stop timeout or else 10. */
function secondsOf(given: unknown, configured: unknown): number | undefined {
  // Servers may pass scalars of a query as strings.
  const requested = isGiven(given) || given === 0 ? Number(given) : Number.NaN;
  const seconds = Number.isNaN(requested) ? (typeof configured === 'number' ? configured : 10) : requested;
  return seconds < 0 ? undefined : seconds;
}

/** Whether two signals are the same: `SIGTERM`, `term`, `15` and a missing value are. */
function isSameSignal(signal: unknown, configured: unknown): boolean {
  const name = (value: unknown) => {
    const text = (isGiven(value) ? String(value) : 'TERM').toUpperCase().replace(/^SIG/, '');
    return text === '15' ? 'TERM' : text === '9' ? 'KILL' : text === '2' ? 'INT' : text;
  };
  return name(signal) === name(configured);
}
