/** Passes requests on to other servers. */
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { constants, crc32, createGzip } from 'node:zlib';
import { bodyLimitOf } from './access.js';
import { absolute, encodedPath } from './address.js';
import type { Exchange } from './exchange.js';
import { compression, durationOf, prepare } from './headers.js';
import type { Upstream } from './site.js';

/** The headers of one connection, which are not passed on. */
const hopByHop = ['connection', 'keep-alive', 'te', 'transfer-encoding', 'upgrade'];

/** @param fail sends the page of a status */
export async function passOn(
  exchange: Exchange,
  pattern: string,
  fail: (status: number) => Promise<void>,
): Promise<void> {
  const { request, response } = exchange;
  const target = exchange.value(pattern);
  const [, host = '', uri] = /^https?:\/\/([^/?]+)([/?].*)?$/.exec(target) ?? [];
  exchange.upstream = { host, tried: [] };
  if (exchange.body === undefined && exchange.upgrade === undefined) {
    const body = await bodyOf(request, bodyLimitOf(exchange));
    if (body === undefined) return fail(413);
    exchange.body = body;
  }
  // A target with a path replaces the part of the path that the location matched; one with variables is the whole.
  const rest = encodedPath(exchange.path.slice(uri === undefined ? 0 : (exchange.location?.path.length ?? 0)));
  const isUnchanged = uri === undefined && !exchange.isRewritten && exchange.redirects <= 1;
  const own = (request.url ?? '/').replace(/^https?:\/\/[^/?]*/i, '') || '/';
  const passed = exchange.isMoved
    ? encodedPath(exchange.path) + exchange.search
    : uri !== undefined && pattern.includes('$')
      ? uri
      : isUnchanged
        ? own
        : `${uri ?? ''}${rest}${exchange.search}`;
  const servers = serversFor(exchange, host);
  const mayRepeat = !['POST', 'LOCK', 'PATCH'].includes(exchange.method);
  let outcome: number | undefined = 502;
  for (const address of servers) {
    const connection = await connected(exchange, address);
    if (connection === undefined) continue;
    outcome = await send(exchange, connection, passed, target);
    // Another server is asked unless this one has responded, or may have done what it was asked.
    if (outcome === undefined || exchange.upstream.responded !== undefined || !mayRepeat) break;
  }
  exchange.upstream.status ??= outcome ?? 502;
  if (outcome !== undefined && !response.headersSent) return fail(outcome);
}

const single = (address: string): Upstream => ({
  servers: [{ address, weight: 1, isBackup: false }],
  method: undefined,
});

/** The addresses of an upstream in the order in which they are tried. */
function serversFor(exchange: Exchange, host: string): string[] {
  const { servers, method } = exchange.config.upstreams.get(host) ?? single(host);
  const main = servers.filter(({ isBackup }) => !isBackup);
  const turns = main.flatMap(({ address, weight }) => Array.from({ length: weight }, () => address));
  const key = exchange.value(method?.args[0] ?? '');
  const hash =
    method?.name === 'ip_hash'
      ? exchange.remote
          .split('.')
          .slice(0, 3)
          .reduce((sum, byte) => (sum * 113 + Number(byte)) % 6271, 89)
      : (crc32(key) >>> 16) & 0x7fff;
  const { turns: counts } = exchange.traffic;
  const count = counts.get(host) ?? 0;
  counts.set(host, count + 1);
  const first = method === undefined ? count : hash;
  const at = first % Math.max(1, turns.length);
  const backups = servers.filter(({ isBackup }) => isBackup).map(({ address }) => address);
  return [...new Set([...turns.slice(at), ...turns.slice(0, at), ...backups])];
}

/** Connects to an address. @returns undefined if nothing accepts there */
function connected({ context, upstream }: Exchange, address: string): Promise<Duplex | undefined> {
  upstream?.tried.push(address);
  const [, name = '', port = '80'] = /^(.*?)(?::(\d+))?$/.exec(address) ?? [];
  return new Promise((resolve) => {
    try {
      const connection = context.connect(name, Number(port));
      connection.once('error', () => resolve(undefined));
      // Connections between containers are open at once; those of a machine say when.
      if ('connecting' in connection && connection.connecting === true)
        connection.once('connect', () => resolve(connection));
      else resolve(connection);
    } catch {
      resolve(undefined);
    }
  });
}

/** Sends the request, and passes the response. @returns the status of a failure before there was one */
function send(exchange: Exchange, connection: Duplex, path: string, target: string): Promise<number | undefined> {
  const { context, response, upstream, upgrade } = exchange;
  const method = exchange.value(exchange.argument('proxy_method') ?? exchange.method);
  const isBodiless = exchange.argument('proxy_pass_request_body') === 'off';
  const set = exchange.argument('proxy_set_body');
  const body = set !== undefined ? Buffer.from(exchange.value(set)) : isBodiless ? undefined : exchange.body;
  const headers = headersFor(exchange);
  if (
    body !== undefined &&
    !headers.some((each) => /^content-length$/i.test(each)) &&
    (body.length > 0 || method === 'POST')
  )
    headers.push('Content-Length', String(body.length));
  const started = context.now();
  return new Promise((resolve) => {
    const options = { createConnection: () => connection as never, method, path, headers, setHost: false };
    const outgoing: ClientRequest = httpRequest(options);
    const limit = (durationOf(exchange.argument('proxy_read_timeout') ?? '60s') ?? 60) * 1000;
    let isEnded = false;
    const end = (status?: number, isJoined = false): void => {
      clearTimeout(timer);
      // To destroy a connection is an error of its request, which has ended by then.
      if (isEnded) return;
      isEnded = true;
      if (status !== undefined && response.headersSent) response.destroy();
      if (!isJoined) connection.destroy();
      resolve(status);
    };
    const expire = (): void => end(504);
    let timer = setTimeout(expire, limit);
    outgoing.once('error', () => end(502));
    response.once('close', () => end());
    outgoing.once('upgrade', (incoming: IncomingMessage, peer: Duplex, head: Buffer) => {
      if (upgrade === undefined) return end(502);
      join(exchange, upgrade, incoming, peer, head);
      end(undefined, true);
    });
    outgoing.once('response', (incoming: IncomingMessage) => {
      if (upstream !== undefined)
        [upstream.status, upstream.responded] = [incoming.statusCode ?? 0, context.now() - started];
      incoming.on('data', () => {
        clearTimeout(timer);
        timer = setTimeout(expire, limit);
      });
      incoming.once('error', () => end(502));
      incoming.once('end', () => end());
      if (!isIntercepted(exchange, incoming.statusCode ?? 502)) return sendOn(exchange, incoming, target);
      const challenge = incoming.headersDistinct['www-authenticate'];
      if (challenge !== undefined) response.setHeader('WWW-Authenticate', challenge);
      end(incoming.statusCode);
    });
    outgoing.end(body);
  });
}

/** The headers of a passed request, in the order of nginx: those of directives, its own, those of the client. */
function headersFor(exchange: Exchange): string[] {
  const { rawHeaders } = exchange.request;
  const isOn = (name: string, usual: string): boolean => (exchange.argument(name) ?? usual) === 'on';
  const own = exchange
    .all('proxy_set_header')
    .map(({ args: [name = '', value = ''] }) => [name, exchange.value(value)] as const);
  const isOwn = (name: string): boolean => own.some(([each]) => each.toLowerCase() === name.toLowerCase());
  const usual = [
    ['Host', exchange.upstream?.host ?? ''],
    ['Connection', 'close'],
  ] as const;
  const headers: (readonly [string, string])[] = [
    ...own.filter(([, value]) => value !== ''),
    ...usual.filter(([name]) => !isOwn(name)),
  ];
  const hasOwnBody = exchange.argument('proxy_set_body') !== undefined || !isOn('proxy_pass_request_body', 'on');
  const left = ['host', ...hopByHop, 'expect', ...(hasOwnBody ? ['content-length'] : [])];
  const others = isOn('ignore_invalid_headers', 'on') ? (isOn('underscores_in_headers', 'off') ? '_' : '') : '!-~';
  const valid = new RegExp(`^[A-Za-z\\d${others}-]+$`);
  if (isOn('proxy_pass_request_headers', 'on'))
    for (let index = 0; index < rawHeaders.length; index += 2) {
      const [name = '', value = ''] = rawHeaders.slice(index, index + 2);
      if (valid.test(name) && !left.includes(name.toLowerCase()) && !isOwn(name)) headers.push([name, value]);
    }
  return headers.flat();
}

/** Sends a response on, with the headers that directives change. */
function sendOn(exchange: Exchange, incoming: IncomingMessage, target: string): void {
  const { response, failure } = exchange;
  const { 'content-type': type = '', 'content-length': length, 'content-encoding': encoding } = incoming.headers;
  const status = failure?.status ?? incoming.statusCode ?? 502;
  const hidden = [
    ...hopByHop,
    'server',
    ...exchange.all('proxy_hide_header').map(({ args }) => (args[0] ?? '').toLowerCase()),
  ];
  const { rawHeaders } = incoming;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2);
    if (hidden.includes(name.toLowerCase())) continue;
    const shown = /^(location|refresh)$/i.test(name) ? redirected(exchange, value, target) : value;
    response.appendHeader(name, shown);
  }
  const [plain = ''] = type.split(';');
  const mediaType = prepare(exchange, status, type);
  if (type !== '') response.setHeader('Content-Type', mediaType);
  if (failure === undefined && incoming.statusMessage) response.statusMessage = incoming.statusMessage;
  const size = length === undefined ? undefined : Number(length);
  const { isCompressed, vary } = compression(exchange, status, plain, size);
  if (!isCompressed || encoding !== undefined) {
    response.writeHead(status, vary);
    return void incoming.pipe(response);
  }
  const etag = response.getHeader('etag');
  if (typeof etag === 'string' && !etag.startsWith('W/')) response.setHeader('ETag', `W/${etag}`);
  for (const name of ['Content-Length', 'Accept-Ranges']) response.removeHeader(name);
  response.writeHead(status, { ...vary, 'Content-Encoding': 'gzip' });
  incoming.pipe(createGzip({ flush: constants.Z_SYNC_FLUSH })).pipe(response);
}

/** Joins the connections of a client and a server that have agreed on another protocol. */
function join(exchange: Exchange, client: Duplex, incoming: IncomingMessage, peer: Duplex, head: Buffer): void {
  const { rawHeaders, statusCode = 101, statusMessage = '' } = incoming;
  const lines = [`HTTP/1.1 ${statusCode} ${statusMessage}`, `Server: ${exchange.version}`];
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (!/^(server|keep-alive)$/i.test(rawHeaders[index] ?? ''))
      lines.push(`${rawHeaders[index]}: ${rawHeaders[index + 1]}`);
  client.write(`${lines.join('\r\n')}\r\n\r\n`);
  if (head.length > 0) client.write(head);
  client.pipe(peer).pipe(client);
  for (const [one, other] of [
    [client, peer],
    [peer, client],
  ] as const) {
    one.on('error', () => other.destroy());
    one.on('close', () => other.destroy());
  }
}

/** Reads a body. @returns undefined if it is longer than the limit */
async function bodyOf(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function isIntercepted(exchange: Exchange, status: number): boolean {
  return exchange.argument('proxy_intercept_errors') === 'on' && exchange.pageFor(status) !== undefined;
}

/** Returns a `Location` or `Refresh` of the other server as clients reach it. */
function redirected(exchange: Exchange, value: string, target: string): string {
  const rules = exchange.all('proxy_redirect').map(({ args }) => args);
  if (rules.some(([first]) => first === 'off')) return value;
  const usual = [target, exchange.location?.path ?? '/'];
  const [, before = '', address = value] = /^(\d+;\s*url=)(.*)$/i.exec(value) ?? [];
  for (const rule of rules.length === 0 ? [usual] : rules) {
    const [from = '', to = ''] = rule[0] === 'default' ? usual : rule;
    const moved = replacedStart(exchange, address, from, to);
    if (moved !== undefined) return before === '' ? absolute(exchange, moved) : before + moved;
  }
  return value;
}

function replacedStart(exchange: Exchange, address: string, from: string, to: string): string | undefined {
  if (from.startsWith('~'))
    return exchange.matches(from.replace(/^~\*?/, ''), address, from[1] === '*' ? 'i' : '')
      ? exchange.value(to)
      : undefined;
  const start = exchange.value(from);
  return address.startsWith(start) ? exchange.value(to) + address.slice(start.length) : undefined;
}
