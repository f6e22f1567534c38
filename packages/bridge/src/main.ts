/** The command line of the bridge. */
import type { Listening } from '@lading/runtime-server/host';
import { listenerOf } from './address.js';
import { optionsOf, usage } from './command/options.js';
import { versions, versionsText } from './convert/conversions.js';
import { differencesPage } from './convert/differences-page.js';
import { explain, explanationText } from './convert/explain.js';
import { createBridge } from './create-bridge.js';
import { listenWith } from './listen.js';
import { adminHost } from './operation/admin.js';
import type { RequestEntry } from './operation/request-log.js';

/** Starts the bridge. Returns the exit status if it does not start: 2 for wrong arguments, 1 for a socket in use. */
export async function main(words: readonly string[]): Promise<number | undefined> {
  const listenings: Listening[] = [];
  try {
    const options = optionsOf(words);
    if (options.kind === 'help') {
      process.stdout.write(usage);
      return 0;
    }
    if (options.kind === 'explain') return printExplanation(options.client, options.engine, options.isJson);
    const { addresses, server, bridge: own, log, admin, grace } = options;
    // Loaded for those who ask for it only.
    const metrics = admin === undefined ? undefined : new (await import('./operation/metrics.js')).Metrics();
    const bridge = await createBridge({
      ...own,
      ...((log || metrics !== undefined) && {
        onRequest: (entry) => {
          metrics?.count(entry);
          if (log) printEntry(entry);
        },
      }),
    });
    for (const address of addresses) {
      listenings.push(await listenWith(bridge, address, server));
      process.stderr.write(`lading-bridge: listening on ${address}\n`);
    }
    if (admin !== undefined && metrics !== undefined) {
      const host = adminHost((signal) => bridge.isHealthy(signal), metrics);
      listenings.push(await host.listen(listenerOf(admin, '--admin')));
      process.stderr.write(`lading-bridge: /healthz and /metrics on ${admin}\n`);
    }
    endGracefully(listenings, grace * 1000);
    return undefined;
  } catch (error) {
    // One address may be free and the next in use.
    for (const listening of listenings) await listening.close({ timeout: 0 });
    process.stderr.write(`lading-bridge: ${(error as Error).message}\n`);
    const { syscall } = error as NodeJS.ErrnoException;
    return syscall === 'listen' || syscall === 'bind' ? 1 : 2;
  }
}

function printExplanation(client: string, engine: string, isJson: boolean): number {
  if (client === 'all') {
    process.stdout.write(differencesPage());
    return 0;
  }
  if (!versions.includes(client)) throw new Error(`--explain "${client}": pass a version of ${versionsText}`);
  if (client === engine) throw new Error(`--explain "${client}": pass another version than that of the engine`);
  const explanation = explain(client, engine);
  process.stdout.write(isJson ? `${JSON.stringify(explanation, null, 2)}\n` : explanationText(explanation));
  return 0;
}

function printEntry(entry: RequestEntry): void {
  process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), ...entry })}\n`);
}

/**
 * After SIGINT or SIGTERM no connections are accepted. The process ends when all requests have, after the grace period, or
 * with a second signal.
 *
 * @param grace in milliseconds
 */
function endGracefully(addresses: readonly Pick<Listening, 'close'>[], grace: number): void {
  let isEnding = false;
  const end = async (): Promise<void> => {
    if (isEnding) process.exit();
    isEnding = true;
    await Promise.all(addresses.map((address) => address.close({ timeout: grace })));
    process.exit();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end());
}
