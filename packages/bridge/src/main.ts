/** The command line of the bridge. */
import type { Server } from 'node:http';
import { parseArgs } from 'node:util';
import { addressOf } from './address.js';
import { versions, versionsText } from './conversions.js';
import { listen } from './listen.js';

const usage = `Usage: bridge --listen ADDRESS... --engine ADDRESS [--as VERSION]

Serves clients of the API versions ${versionsText} by an engine that supports one of them.

  --listen   where to listen (repeatable): unix:///run/bridge.sock, which must not exist, or tcp://127.0.0.1:2375, on this
             machine only
  --engine   the engine: unix:///var/run/docker.sock, or tcp://HOST:PORT
  --as       the only API version to use with the engine, of ${versionsText}. Without it, the engine is asked: clients whose
             version it supports are not converted

Examples:
  bridge --listen unix:///run/bridge.sock --engine unix:///var/run/docker.sock
  bridge --listen tcp://127.0.0.1:2375 --listen unix:///run/bridge.sock --engine tcp://10.0.0.5:2375 --as 1.44
`;

/** Starts the bridge. Returns the exit status if it does not start: 2 for wrong arguments, 1 for a socket in use. */
export async function main(words: readonly string[]): Promise<number | undefined> {
  const servers: Server[] = [];
  try {
    const { values } = parseArgs({
      args: [...words],
      options: {
        listen: { type: 'string', multiple: true },
        engine: { type: 'string' },
        as: { type: 'string' },
        help: { type: 'boolean' },
      },
    });
    if (values.help === true) {
      process.stdout.write(usage);
      return 0;
    }
    const { as } = values;
    if (as !== undefined && !versions.includes(as)) throw new Error(`--as "${as}": pass a version of ${versionsText}`);
    const { listen: addresses = [''], engine = '' } = values;
    for (const address of addresses) addressOf(address, '--listen');
    addressOf(engine, '--engine');
    for (const address of addresses) {
      servers.push(await listen({ address, engine, ...(as !== undefined && { as }) }));
      process.stderr.write(`bridge: listening on ${address}\n`);
    }
    const close = () => servers.forEach((server) => server.close().closeAllConnections());
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, close);
    return undefined;
  } catch (error) {
    // One address may be free and the next in use.
    for (const server of servers) server.close().closeAllConnections();
    process.stderr.write(`bridge: ${(error as Error).message}\n`);
    return (error as NodeJS.ErrnoException).syscall === undefined ? 2 : 1;
  }
}
