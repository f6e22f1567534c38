/** At 1.41 the media type does not say whether a stream has frames; it has them if there is no terminal. */
import { propertyOf, type ResponseMessage, type Ask, type RequestMessage, type Hook } from '@lading/runtime-conversion';
import { fetchBody } from './fetch-body.js';

const raw = 'application/vnd.docker.raw-stream';
const multiplexed = 'application/vnd.docker.multiplexed-stream';

export function terminalOfStream(): Hook {
  return {
    async around(request, next, ask) {
      const response = await next(request);
      const isLog = request.operation.endsWith('Logs');
      // Without an upgrade, attached streams have the raw media type in every version.
      if (isLog ? response.status !== 200 : response.status !== 101) return response;
      const terminal = await terminalOf(request, ask);
      return terminal === undefined ? response : typed(response, terminal ? raw : multiplexed);
    },
  };
}

/** Whether there is a terminal; undefined if that cannot be determined any more. */
async function terminalOf({ operation, path, body }: RequestMessage, ask: Ask): Promise<boolean | undefined> {
  switch (operation) {
    case 'ExecStart':
      return propertyOf(body, 'Tty') === true;
    case 'ServiceLogs':
      return isTrue(await fetchBody(ask, 'ServiceInspect', { path }), 'Spec', 'TaskTemplate', 'ContainerSpec', 'TTY');
    case 'TaskLogs':
      return isTrue(await fetchBody(ask, 'TaskInspect', { path }), 'Spec', 'ContainerSpec', 'TTY');
    default:
      return isTrue(await fetchBody(ask, 'ContainerInspect', { path }), 'Config', 'Tty');
  }
}

function isTrue(thing: unknown, ...names: readonly string[]): boolean | undefined {
  return thing === undefined ? undefined : propertyOf(thing, ...names) === true;
}

function typed(response: ResponseMessage, type: string): ResponseMessage {
  const others = Object.entries(response.headers).filter(([name]) => name.toLowerCase() !== 'content-type');
  return { ...response, headers: { ...Object.fromEntries(others), 'Content-Type': type } };
}
