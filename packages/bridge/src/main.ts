/** The command line of the bridge. */
import type { Server } from 'node:http';
import { parseArgs } from 'node:util';
import { addressOf, listenerOf } from './address.js';
import { versions, versionsText } from './conversions.js';
import { createBridge } from './create-bridge.js';
import { endGracefully } from './end-gracefully.js';
import { explain, explanationText } from './explain.js';
import { listenWith } from './listen.js';
import type { RequestEntry } from './request-log.js';
import { rangeOf } from './versions.js';

const usage = `Usage: bridge --listen ADDRESS... --engine ADDRESS [options]
       bridge --explain VERSION [--as VERSION] [--json]

Serves clients of the API versions ${versionsText} by an engine that supports one of them.

  --listen   where to listen (repeatable): unix:///run/bridge.sock, which must not exist; tcp://127.0.0.1:2375, on this
             machine only; fd://3, the first socket that systemd passes
  --engine   the engine: unix:///var/run/docker.sock, or tcp://HOST:PORT
  --as       the only API version to use with the engine, of ${versionsText}. Without it, the engine is asked: clients whose
             version it supports are not converted
  --serve    the versions that clients may use, such as 1.24-1.44. Without it, all that the engine supports or that can be
             converted
  --log      print a line of JSON for each request when it has ended, without queries, headers and bodies
  --grace    the seconds that requests may go on after SIGTERM (8)
  --explain  print what a client of this version notices on an engine of --as (${versions.at(-1)}), and serve nothing
  --json     print the explanation as JSON

Examples:
  bridge --listen unix:///run/bridge.sock --engine unix:///var/run/docker.sock
  bridge --listen tcp://127.0.0.1:2375 --listen unix:///run/bridge.sock --engine tcp://10.0.0.5:2375 --as 1.44
  bridge --listen unix:///run/bridge.sock --engine unix:///var/run/docker.sock --serve 1.30-1.44 --log
  bridge --explain 1.35 --as 1.44
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
        serve: { type: 'string' },
        log: { type: 'boolean' },
        grace: { type: 'string' },
        explain: { type: 'string' },
        json: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
    if (values.help === true) {
      process.stdout.write(usage);
      return 0;
    }
    const { as, log, grace = '8' } = values;
    if (as !== undefined && !versions.includes(as)) throw new Error(`--as "${as}": pass a version of ${versionsText}`);
    if (values.explain !== undefined) return printExplanation(values.explain, as, values.json === true);
    if (!/^\d{1,6}$/.test(grace)) throw new Error(`--grace "${grace}": pass a number of seconds`);
    const { listen: addresses = [''], engine = '' } = values;
    for (const address of addresses) listenerOf(address, '--listen');
    addressOf(engine, '--engine');
    const bridge = createBridge({
      engine,
      ...(as !== undefined && { as }),
      ...(values.serve !== undefined && { serve: rangeOf(values.serve, '--serve') }),
      ...(log === true && { onRequest: printEntry }),
    });
    for (const address of addresses) {
      servers.push(await listenWith(bridge, address));
      process.stderr.write(`bridge: listening on ${address}\n`);
    }
    endGracefully(servers, Number(grace) * 1000);
    return undefined;
  } catch (error) {
    // One address may be free and the next in use.
    for (const server of servers) server.close().closeAllConnections();
    process.stderr.write(`bridge: ${(error as Error).message}\n`);
    return (error as NodeJS.ErrnoException).syscall === undefined ? 2 : 1;
  }
}

function printExplanation(client: string, engine = versions.at(-1) ?? '', isJson: boolean): number {
  if (!versions.includes(client)) throw new Error(`--explain "${client}": pass a version of ${versionsText}`);
  if (client === engine) throw new Error(`--explain "${client}": pass another version than that of the engine`);
  const explanation = explain(client, engine);
  process.stdout.write(isJson ? `${JSON.stringify(explanation, null, 2)}\n` : explanationText(explanation));
  return 0;
}

function printEntry(entry: RequestEntry): void {
  process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), ...entry })}\n`);
}
