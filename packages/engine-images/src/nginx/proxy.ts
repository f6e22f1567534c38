/** Passes a request on to another container. */
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { Exchange } from './exchange.js';

export interface ProxyEnds {
  /** Sends the page of a status. */
  fail(status: number): Promise<void>;
  /** Sets the headers that directives add. */
  prepare(status: number): unknown;
}

export async function passOn(exchange: Exchange, pattern: string, ends: ProxyEnds): Promise<void> {
  const { context, config, request, response, location } = exchange;
  const target = exchange.value(pattern);
  const [, host = '', uri] = /^https?:\/\/([^/]+)(\/.*)?$/.exec(target) ?? [];
  const [address = host] = config.upstreams.get(host) ?? [];
  const [name = '', port = '80'] = address.split(':');
  // A target with a path replaces the part of the path that the location matched; one with variables is the whole.
  const isWhole = uri !== undefined && pattern.includes('$');
  const rest = encodeURI(exchange.path.slice(uri === undefined ? 0 : (location?.path.length ?? 0))) + exchange.search;
  const isUnchanged = uri === undefined && !exchange.isRewritten;
  const passed = isWhole ? uri : isUnchanged ? (request.url ?? '/') : (uri ?? '') + rest;
  const headers: Record<string, string | string[]> = {};
  for (const [key, value] of Object.entries(request.headers)) if (value !== undefined) headers[key] = value;
  headers['host'] = host;
  headers['connection'] = 'close';
  for (const { args } of exchange.all('proxy_set_header')) {
    const value = exchange.value(args[1] ?? '');
    const key = (args[0] ?? '').toLowerCase();
    if (key === 'connection' || key === 'upgrade') continue;
    if (value === '') delete headers[key];
    else headers[key] = value;
  }
  await new Promise<void>((resolve) => {
    const fail = (): void => {
      if (response.headersSent) response.destroy();
      else void ends.fail(502).catch(() => response.destroy());
      resolve();
    };
    const answer = (incoming: IncomingMessage): void => {
      const status = incoming.statusCode ?? 502;
      if (isIntercepted(exchange, status)) {
        incoming.resume();
        return void ends.fail(status).then(resolve, fail);
      }
      const { connection: _connection, 'transfer-encoding': _encoding, server: _server, ...sent } = incoming.headers;
      for (const { args } of exchange.all('proxy_hide_header')) delete sent[(args[0] ?? '').toLowerCase()];
      if (sent.location !== undefined) sent.location = redirected(exchange, sent.location, target);
      const shown = exchange.failure?.status ?? status;
      ends.prepare(shown);
      if (exchange.failure === undefined && incoming.statusMessage) response.statusMessage = incoming.statusMessage;
      response.writeHead(shown, sent);
      incoming.pipe(response);
      incoming.once('end', resolve);
      incoming.once('error', fail);
    };
    try {
      const connection = context.connect(name, Number(port));
      const options = { createConnection: () => connection as never, method: request.method, path: passed, headers };
      const outgoing = httpRequest(options, answer);
      outgoing.once('error', fail);
      request.pipe(outgoing);
    } catch {
      fail();
    }
  });
}

function isIntercepted(exchange: Exchange, status: number): boolean {
  const hasPage = exchange.all('error_page').some(({ args }) => args.includes(String(status)));
  return exchange.argument('proxy_intercept_errors') === 'on' && hasPage && exchange.failure === undefined;
}

/** Returns a `Location` of the other container as clients reach it. */
function redirected(exchange: Exchange, address: string, target: string): string {
  const rules = exchange.all('proxy_redirect').map(({ args }) => args);
  if (rules.some(([first]) => first === 'off')) return address;
  const usual = [target, exchange.location?.path ?? '/'];
  for (const rule of rules.length === 0 ? [usual] : rules) {
    const [from = '', to = ''] = rule[0] === 'default' ? usual : rule;
    if (!address.startsWith(exchange.value(from))) continue;
    const moved = exchange.value(to) + address.slice(exchange.value(from).length);
    return moved.startsWith('/') ? `http://${exchange.request.headers.host ?? 'localhost'}${moved}` : moved;
  }
  return address;
}
