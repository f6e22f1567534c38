/** Attaches a client to the input and output of a container. */
import { Conflict, session, type Connection, type Session } from '@lading/server-v1.44';
import type { ContainerAttachQuery } from '@lading/types-v1.44';
import { aborted, copyInput, writeTo } from '../../streams/connect-streams.js';
import { parseDetachKeys } from '../../streams/detach-keys.js';
import type { ContainerService } from '../../objects/containers/container-service.js';
import type { Container } from '../../objects/containers/container.js';

/**
 * Opens the session.
 *
 * @param wanted the name or identifier of the request
 * @throws Conflict if the container is paused or restarting, BadRequest for invalid detach keys, both before the
 *   connection is hijacked
 */
export function attach(containers: ContainerService, wanted: string, query: ContainerAttachQuery): Session {
  const detachKeys = parseDetachKeys(query.detachKeys);
  const container = containers.find(wanted);
  const { status, settings } = container;
  if (status === 'paused') throw new Conflict(`container ${wanted} is paused, unpause the container before attach`);
  if (status === 'restarting')
    throw new Conflict(`container ${wanted} is restarting, wait until the container is running`);
  containers.emit(container, 'attach');
  return session((connection) => transfer(containers, container, query, detachKeys, connection), {
    tty: settings.hasTerminal,
  });
}

async function transfer(
  containers: ContainerService,
  container: Container,
  { logs, stream, stdin, stdout, stderr }: ContainerAttachQuery,
  detachKeys: readonly number[],
  connection: Connection,
): Promise<void> {
  if (logs === true) {
    const query = { stdout: stdout === true, stderr: stderr === true };
    for await (const { stream: to, data } of container.output.read(query, connection.signal))
      connection[to].write(data);
  }
  if (stream !== true) return;
  const exit = container.nextExit(connection.signal);
  const stop = container.output.listen((to, data) => {
    if ((to === 'stdout' ? stdout : stderr) === true) return writeTo(connection[to], data);
  });
  const { input, settings } = container;
  // The end of the client's input is that of the container's, or else that of the session.
  const forwardsEnd = settings.endsInputOnce && !settings.hasTerminal;
  const copy =
    stdin === true && settings.opensInput
      ? copyInput(connection.stdin, input, {
          forwardsEnd,
          ...(settings.hasTerminal && { detachKeys }),
        })
      : undefined;
  const wantsOutput = stdout === true || stderr === true;
  let isDetached = false;
  const detached = new Promise<void>((resolve) => {
    void copy?.then((isLeaving) => {
      isDetached = isLeaving;
      if (isLeaving || !wantsOutput || !forwardsEnd) resolve();
    });
  });
  try {
    await Promise.race([exit, aborted(connection.signal), detached]);
  } finally {
    stop();
    if (isDetached || (connection.signal.aborted && container.isRunning)) containers.emit(container, 'detach');
    // The first client that is attached to the input ends it for all.
    if (stdin === true && settings.endsInputOnce && !isDetached) input.end();
  }
}
