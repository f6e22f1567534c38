/** Ends the process after a signal, when its requests have ended. */
import type { Listening } from '@lading/runtime-server/host';

/**
 * After SIGINT or SIGTERM no connections are accepted. The process ends when all requests have, after the grace period, or
 * with a second signal.
 *
 * @param grace in milliseconds
 */
export function endGracefully(addresses: readonly Pick<Listening, 'close'>[], grace: number): void {
  let isEnding = false;
  const end = async (): Promise<void> => {
    if (isEnding) process.exit();
    isEnding = true;
    await Promise.all(addresses.map((address) => address.close({ timeout: grace })));
    process.exit();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end());
}
