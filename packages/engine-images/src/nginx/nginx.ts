/** Runs the servers of a configuration: files, redirects, fixed responses, and requests that are passed on. */
import { createServer, ServerResponse, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ProgramContext } from '@lading/engine';
import { slashTime } from '../serve/log-time.js';
import { untilStopped } from '../serve/until-stopped.js';
import { hostOf } from './address.js';
import { Exchange, type Traffic } from './exchange.js';
import { ConfigError, readConfig } from './parse-config.js';
import { respond } from './respond.js';
import { siteFor, webConfigOf, type WebConfig } from './site.js';
import { variables } from './variables.js';

/** @returns the exit code */
export async function nginx(context: ProgramContext): Promise<number> {
  const { args, env, files, stderr } = context;
  const version = `nginx/${env['NGINX_VERSION'] ?? '1.29.3'}`;
  if (args[0] === '--templates') return writeTemplates(context);
  if (args.includes('-v') || args.includes('-V')) {
    await stderr.write(`nginx version: ${version}\n`);
    return 0;
  }
  const path = args[args.indexOf('-c') + 1 || args.length] ?? '/etc/nginx/nginx.conf';
  const note = (level: string, text: string): Promise<void> =>
    stderr.write(`${slashTime(context.now())} [${level}] 1#1: ${text}\n`);
  let config: WebConfig;
  try {
    config = webConfigOf(readConfig(files, path), Object.keys(variables));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    await note('emerg', error.message);
    await stderr.write(`nginx: [emerg] ${error.message}\n`);
    if (args.includes('-t')) await stderr.write(`nginx: configuration file ${path} test failed\n`);
    return 1;
  }
  if (args.includes('-t')) {
    for (const name of config.ignored) await stderr.write(`nginx: [warn] lading: ${name} has no effect\n`);
    await stderr.write(
      `nginx: the configuration file ${path} syntax is ok\nnginx: configuration file ${path} test is successful\n`,
    );
    return 0;
  }
  // The socket file stands for the signals that the running nginx receives.
  if (args.includes('-s')) return sendSignal(context, args[args.indexOf('-s') + 1] ?? '');

  const traffic: Traffic = { accepted: 0, requests: 0, busy: 0, turns: new Map(), open: new Set() };
  const servers = new Map<number, { readonly server: Server; readonly close: () => void }>();
  const listen = (port: number): void => {
    // What fails for one request must not end the others, nor the engine.
    const guarded = async (response: ServerResponse, action: () => Promise<void>): Promise<void> => {
      try {
        await action();
      } catch (error) {
        void note('error', error instanceof Error ? error.message : String(error));
        response.destroy();
      }
    };
    const serve = async (request: IncomingMessage, response: ServerResponse, upgrade?: Duplex): Promise<void> => {
      const host = hostOf(request);
      const site = siteFor(config.sites, port, host ?? '');
      if (site === undefined) return void response.destroy();
      const arrival = { site, port, host, request, response, upgrade };
      const exchange = new Exchange(context, config, variables, traffic, arrival);
      traffic.requests += 1;
      traffic.busy += 1;
      response.once('close', () => (traffic.busy -= 1));
      response.once('finish', () => void guarded(response, () => writeAccess(exchange)));
      await respond(exchange);
    };
    const server = createServer(
      { keepAliveTimeout: 0 },
      (request, response) => void guarded(response, () => serve(request, response)),
    );
    server.on('connection', (connection: Duplex) => {
      traffic.accepted += 1;
      traffic.open.add(connection);
      connection.once('close', () => traffic.open.delete(connection));
    });
    // A request for another protocol has a response, too, if its location passes it on to no server of that protocol.
    server.on('upgrade', (request: IncomingMessage, connection: Duplex, head: Buffer) => {
      if (head.length > 0) connection.unshift(head);
      const response = new ServerResponse(request);
      response.shouldKeepAlive = false;
      response.assignSocket(connection as Socket);
      response.once('finish', () => connection.end());
      connection.on('error', () => connection.destroy());
      void guarded(response, () => serve(request, response, connection));
    });
    servers.set(port, { server, close: context.listen(port, server) });
  };
  const open = (): void => {
    const wanted = new Set(config.sites.flatMap(({ ports }) => ports));
    for (const port of wanted) if (!servers.has(port)) listen(port);
    for (const [port, { close }] of servers) {
      if (wanted.has(port)) continue;
      close();
      servers.delete(port);
    }
  };
  const reload = async (): Promise<void> => {
    await note('notice', 'signal 1 (SIGHUP) received from 1, reconfiguring');
    try {
      config = webConfigOf(readConfig(files, path), Object.keys(variables));
      open();
    } catch (error) {
      await note('emerg', error instanceof Error ? error.message : String(error));
    }
  };
  open();
  await note('notice', 'lading: nginx is simulated');
  for (const name of config.ignored) await note('warn', `lading: ${name} has no effect`);
  for (const line of ['using the "epoll" event method', version, 'start worker processes', 'start worker process 29'])
    await note('notice', line);
  context.on('HUP', () => void reload());
  const stopped = untilStopped(context);
  const ended = new Promise<undefined>((resolve) =>
    context.listen('/var/run/nginx.sock', (connection) => {
      connection.on('data', (data: Buffer) => {
        if (data.toString() === 'reload') void reload().then(() => connection.end());
        else {
          connection.end();
          resolve(undefined);
        }
      });
    }),
  );
  await Promise.race([stopped, ended]);
  for (const { server } of servers.values()) server.closeAllConnections();
  await note('notice', 'exit');
  return 0;
}

const combined =
  '$remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent"';

/** Writes the line of a request into the logs that `access_log` names. */
async function writeAccess(exchange: Exchange): Promise<void> {
  const { context, config } = exchange;
  const logs = exchange.all('access_log');
  if (logs.some(({ args }) => args[0] === 'off')) return;
  for (const { args } of logs.length === 0 ? [{ args: ['/dev/stdout'] }] : logs) {
    const condition = args.find((each) => each.startsWith('if='))?.slice(3);
    if (condition !== undefined && ['', '0'].includes(exchange.value(condition))) continue;
    const [path = '', format = 'combined'] = args.filter((each) => !/^\w+=/.test(each));
    const pattern = config.formats.get(format) ?? combined;
    const line = `${pattern.replaceAll(/\$\{?(\w+)\}?/g, (_, name: string) => exchange.value(`\${${name}}`) || '-')}\n`;
    // The image links its log to the output.
    if (path === '/dev/stdout' || path === '/var/log/nginx/access.log') await context.stdout.write(line);
    else context.files.write(path, `${context.files.read(path)?.toString() ?? ''}${line}`);
  }
}

async function sendSignal(context: ProgramContext, signal: string): Promise<number> {
  try {
    const connection = context.connectFile('/var/run/nginx.sock');
    connection.write(signal);
    for await (const _ of connection) continue;
    return 0;
  } catch {
    await context.stderr.write('nginx: [error] open() "/var/run/nginx.pid" failed (2: No such file or directory)\n');
    return 1;
  }
}

/** Writes configuration files from templates, as the official image does at its start. */
async function writeTemplates({ env, files, stdout }: ProgramContext): Promise<number> {
  const folder = env['NGINX_ENVSUBST_TEMPLATE_DIR'] ?? '/etc/nginx/templates';
  const output = env['NGINX_ENVSUBST_OUTPUT_DIR'] ?? '/etc/nginx/conf.d';
  const suffix = env['NGINX_ENVSUBST_TEMPLATE_SUFFIX'] ?? '.template';
  for (const name of files.list(folder)) {
    const template = files.read(`${folder}/${name}`)?.toString();
    if (template === undefined || !name.endsWith(suffix)) continue;
    const target = `${output}/${name.slice(0, -suffix.length)}`;
    await stdout.write(`20-envsubst-on-templates.sh: Running envsubst on ${folder}/${name} to ${target}\n`);
    // Only variables that exist are replaced, since nginx has its own.
    files.write(
      target,
      template.replaceAll(
        /\$\{(\w+)\}|\$(\w+)/g,
        (whole, braced: string | undefined, plain: string | undefined) => env[braced ?? plain ?? ''] ?? whole,
      ),
    );
  }
  return 0;
}
