/** Responds to each request with what it contains. */
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { ProgramContext } from '@lading/engine';
import { slashTime } from '../serve/log-time.js';
import { targetOf } from '../serve/target.js';
import { untilStopped, gatewayOf } from '../serve/until-stopped.js';

/** @returns the exit code */
export async function whoami(context: ProgramContext): Promise<number> {
  const { env, hostname, addresses } = context;
  const port = Number(optionOf(context.args, 'port') ?? env['WHOAMI_PORT_NUMBER'] ?? 80);
  const name = optionOf(context.args, 'name') ?? env['WHOAMI_NAME'];
  let health = 200;
  const remote = `${gatewayOf(context)}:40000`;
  const server = createServer((request, response) => {
    const { path, search } = targetOf(request);
    const query = new URLSearchParams(search);
    const send = (status: number, body = '', type = 'text/plain; charset=utf-8'): void => {
      response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
      response.end(request.method === 'HEAD' ? undefined : body);
    };
    const respond = async (): Promise<void> => {
      if (path === '/health') {
        if (request.method === 'POST') health = Number(await text(request)) || health;
        return send(request.method === 'POST' ? 200 : health);
      }
      if (path === '/bench') return send(200, '1');
      if (path === '/data') {
        const unit = { kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 }[(query.get('unit') ?? '').toLowerCase()];
        const size = Math.min(Math.max(1, Number(query.get('size') ?? 1)) * (unit ?? 1), 64 * 1024 ** 2);
        return send(
          200,
          `|${'-ABCDEFGHIJKLMNOPQRSTUVWXYZ'.repeat(Math.ceil(size / 27)).slice(0, Math.max(0, size - 2))}|`,
        );
      }
      const wait = query.get('wait');
      if (wait !== null) await context.sleep(secondsOf(wait) * 1000);
      const ip = ['127.0.0.1', ...addresses];
      if (path === '/api') {
        const value = {
          hostname,
          ip,
          headers: headersOf(request),
          url: request.url,
          host: request.headers.host,
          method: request.method,
          ...(name !== undefined && { name }),
          remoteAddr: remote,
          ...(query.get('env') === 'true' && { environ: Object.entries(env).map((pair) => pair.join('=')) }),
        };
        return send(200, `${JSON.stringify(value)}\n`, 'application/json');
      }
      const lines = [
        ...(name === undefined ? [] : [`Name: ${name}`]),
        ...[`Hostname: ${hostname}`, ...ip.map((each) => `IP: ${each}`), `RemoteAddr: ${remote}`],
        `${request.method} ${request.url} HTTP/${request.httpVersion}`,
        `Host: ${request.headers.host ?? ''}`,
        ...Object.entries(headersOf(request)).flatMap(([key, values]) => values.map((value) => `${key}: ${value}`)),
        ...(query.get('env') === 'true' ? Object.entries(env).map((pair) => pair.join('=')) : []),
      ];
      send(200, `${lines.join('\n')}\n\n`);
    };
    respond().catch(() => response.destroy());
  });
  context.listen(port, server);
  await context.stderr.write(`${slashTime(context.now())} Starting up on port ${port}\n`);
  await context.stderr.write(`${slashTime(context.now())} lading: whoami is simulated\n`);
  await untilStopped(context, ['TERM', 'INT']);
  server.closeAllConnections();
  return 2;
}

/** Returns the headers but Host, in the capitals that Go writes. */
function headersOf({ headersDistinct }: IncomingMessage): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(headersDistinct)
      .filter(([name]) => name !== 'host')
      .map(([name, values = []]): [string, string[]] => [
        name.replaceAll(/(^|-)[a-z]/g, (each) => each.toUpperCase()),
        values,
      ])
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}

function secondsOf(duration: string): number {
  const [, amount = '0', unit = 's'] = /^([\d.]+)(ms|s|m)$/.exec(duration) ?? [];
  return Number(amount) * ({ ms: 0.001, s: 1, m: 60 }[unit] ?? 1);
}

function optionOf(args: readonly string[], name: string): string | undefined {
  for (const [index, word] of args.entries()) {
    const [, option, value] = /^--?([\w-]+)(?:=(.*))?$/.exec(word) ?? [];
    if (option === name) return value ?? args[index + 1];
  }
  return undefined;
}
