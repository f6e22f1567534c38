/** Ends the process after a signal, when its requests have ended. */
import type { Server } from 'node:http';

/**
 * After SIGINT or SIGTERM the servers accept no connections. The process ends when all requests have, after the grace period, or
 * with a second signal.
 *
 * @param grace in milliseconds
 */
export function endGracefully(servers: readonly Server[], grace: number): void {
  let isEnding = false;
  const end = (): void => {
    if (isEnding) process.exit();
    isEnding = true;
    for (const server of servers) server.close();
    // Connections that were upgraded are not those of the servers any more.
    setTimeout(() => process.exit(), grace).unref();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
}
