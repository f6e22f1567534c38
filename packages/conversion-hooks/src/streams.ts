/** Streams of containers: which of them are sent, and whether they have frames. */
import { propertyOf, type Hook, type ResponseMessage, type Ask, type RequestMessage } from '@lading/runtime-conversion';
import { fetchBody } from './fetch-body.js';

/** At 1.41 a websocket transports all three streams: the hook marks which of them the client requested. */
export function wantedStreams(): Hook {
  return {
    async around(request, next) {
      const response = await next(request);
      if (response.status !== 101) return response;
      const { stdin, stdout, stderr } = request.query;
      return { ...response, streams: { stdin: isTrue(stdin), stdout: isTrue(stdout), stderr: isTrue(stderr) } };
    },
  };
}

/** Whether a query parameter is true. Servers may pass scalars of a query as strings. */
function isTrue(value: unknown): boolean {
  return [true, 'true', 'True', 'TRUE', '1', 't', 'T'].some((accepted) => accepted === value);
}

const raw = 'application/vnd.docker.raw-stream';
const multiplexed = 'application/vnd.docker.multiplexed-stream';

/** At 1.41 the media type does not say whether a stream has frames; it has them if there is no terminal. */
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
      return isSet(await fetchBody(ask, 'ServiceInspect', { path }), 'Spec', 'TaskTemplate', 'ContainerSpec', 'TTY');
    case 'TaskLogs':
      return isSet(await fetchBody(ask, 'TaskInspect', { path }), 'Spec', 'ContainerSpec', 'TTY');
    default:
      return isSet(await fetchBody(ask, 'ContainerInspect', { path }), 'Config', 'Tty');
  }
}

function isSet(thing: unknown, ...names: readonly string[]): boolean | undefined {
  return thing === undefined ? undefined : propertyOf(thing, ...names) === true;
}

function typed(response: ResponseMessage, type: string): ResponseMessage {
  const others = Object.entries(response.headers).filter(([name]) => name.toLowerCase() !== 'content-type');
  return { ...response, headers: { ...Object.fromEntries(others), 'Content-Type': type } };
}
