/** Finds the address of a port of a container that may not run yet, and repeats attempts to reach it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { AnyEngine } from '../../gen/engine.js';
import { publishedPort, type PublishedPort } from '../container/published-port.js';
import { WaitError } from './attempts.js';

/** The milliseconds between two attempts. */
const pause = 200;

/**
 * Calls `attempt` with the address of a published port until it returns true.
 *
 * @throws WaitError `WAIT_EXITED` when the container has ended, `WAIT_NOT_PUBLISHED` when it runs and does not publish the port
 */
export async function untilReached(
  engine: AnyEngine,
  id: string,
  port: number | string,
  signal: AbortSignal,
  attempt: (address: PublishedPort) => Promise<boolean>,
): Promise<void> {
  for (;;) {
    const { State } = await engine.container.inspect({ id }, { signal });
    if (State?.Status === 'exited' || State?.Status === 'dead') {
      throw new WaitError('WAIT_EXITED', `Container ${id} ended before port ${port} was reached.`);
    }
    if (State?.Running === true && (await attempt(await address(engine, id, port, signal)))) return;
    await sleep(pause, undefined, { signal });
  }
}

async function address(
  engine: AnyEngine,
  id: string,
  port: number | string,
  signal: AbortSignal,
): Promise<PublishedPort> {
  try {
    return await publishedPort(engine, id, port, { signal });
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== 'PORT_NOT_PUBLISHED') throw error;
    throw new WaitError(
      'WAIT_NOT_PUBLISHED',
      `Container ${id} does not publish port ${port}: create it with \`PortBindings\` in \`HostConfig\`, or wait for a log line.`,
      { cause: error },
    );
  }
}
