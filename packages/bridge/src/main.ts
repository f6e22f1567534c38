/** The command line of the bridge. */
import { parseArgs } from 'node:util';
import { versions } from './conversions.js';
import { listen } from './listen.js';

const usage = `Usage: bridge --listen unix://PATH --engine unix://PATH [--as VERSION]

Serves clients of the API versions ${versions.join(', ')} by an engine that speaks one of them.

  --listen   the Unix socket to listen on; it must not exist
  --engine   the Unix socket of the engine
  --as       the only API version to speak to the engine: ${versions.join(', ')}. Without it, the engine is asked: clients
             whose version it speaks are not converted

Examples:
  bridge --listen unix:///run/bridge.sock --engine unix:///var/run/docker.sock
  bridge --listen unix:///run/bridge.sock --engine unix:///var/run/docker.sock --as 1.44
`;

/** Starts the bridge. Returns the exit status if it does not start: 2 for wrong arguments, 1 for a socket in use. */
export async function main(words: readonly string[]): Promise<number | undefined> {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: {
        listen: { type: 'string' },
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
    if (as !== undefined && !versions.includes(as)) throw new Error(`--as "${as}": pass one of ${versions.join(', ')}`);
    const [path, engine] = [socketPath('--listen', values.listen), socketPath('--engine', values.engine)];
    const server = await listen({ path, engine, ...(as !== undefined && { as }) });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => server.close().closeAllConnections());
    }
    process.stderr.write(`bridge: listening on unix://${path}\n`);
    return undefined;
  } catch (error) {
    process.stderr.write(`bridge: ${(error as Error).message}\n`);
    return (error as NodeJS.ErrnoException).syscall === undefined ? 2 : 1;
  }
}

function socketPath(option: string, address = ''): string {
  const [, path] = /^unix:\/\/(\/.+)$/s.exec(address) ?? [];
  if (path === undefined) throw new Error(`${option} "${address}": pass a socket such as unix:///run/bridge.sock`);
  return path;
}
