/** Responds to a request as the directives of its server and location say. */
import { STATUS_CODES } from 'node:http';
import { posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sendFile } from '../serve/static-file.js';
import { exceptionOf, isTooLarge, refusalOf } from './access.js';
import type { Exchange } from './exchange.js';
import { listOf, statusText, typeOf } from './pages.js';
import { passOn } from './proxy.js';
import { runDirectives, type Ending } from './rewrite.js';
import { locationFor, type Location } from './site.js';

export async function respond(exchange: Exchange): Promise<void> {
  const [, raw = '/', search = ''] = /^(?:https?:\/\/[^/]*)?([^?#]*)(\?[^#]*)?/.exec(exchange.request.url ?? '/') ?? [];
  const path = plainPath(raw, exchange.argument('merge_slashes') !== 'off');
  if (path === undefined) return sendError(exchange, 400);
  [exchange.path, exchange.search] = [path, search];
  for (const name of exchange.site.names)
    if (name.startsWith('~')) exchange.matches(name.slice(1), exchange.variable('host'));
  const ending = runDirectives(exchange, exchange.site.levels[1] ?? []);
  if ((await end(exchange, ending)) === undefined) await serve(exchange);
}

/** Decodes a path and removes its dots. @returns undefined for one that leaves the root, or cannot be decoded */
function plainPath(raw: string, mergesSlashes: boolean): string | undefined {
  try {
    const path = decodeURIComponent(raw);
    const parts = path.split('/');
    let depth = 0;
    for (const part of parts) {
      depth += part === '..' ? -1 : part === '' || part === '.' ? 0 : 1;
      if (depth < 0) return undefined;
    }
    return parts.includes('..') || parts.includes('.') || (mergesSlashes && path.includes('//'))
      ? posix.normalize(path)
      : path;
  } catch {
    return undefined;
  }
}

/** Sends a request to the location of its path. */
async function serve(exchange: Exchange): Promise<void> {
  const { site, path, search } = exchange;
  const found = locationFor(site.locations, path);
  const folder = site.locations.find((each) => each.path === `${path}/` && each.modifier === '');
  if (found?.location.modifier !== '=' && folder?.directives.some(({ name }) => name === 'proxy_pass') === true) {
    [exchange.location, exchange.levels] = [folder, folder.levels];
    return redirect(exchange, 301, `${path}/${search}`);
  }
  return serveAt(exchange, found?.location, found?.match);
}

async function serveAt(exchange: Exchange, location: Location | undefined, match?: RegExpExecArray): Promise<void> {
  exchange.redirects += 1;
  if (exchange.redirects > 10) return sendError(exchange, 500);
  exchange.location = location;
  exchange.levels = location?.levels ?? exchange.site.levels;
  if (match !== undefined) exchange.capture(match);
  // Requests that nginx itself has sent there may reach internal locations.
  const isInternal = exchange.redirects > 1 || exchange.failure !== undefined;
  if (location?.directives.some(({ name }) => name === 'internal') === true && !isInternal)
    return sendError(exchange, 404);
  const before = exchange.path;
  if (isTooLarge(exchange)) return sendError(exchange, 413);
  const excepted = exceptionOf(exchange);
  if (excepted !== undefined) exchange.levels = [...exchange.levels, excepted];
  const ending = runDirectives(exchange, excepted ?? location?.directives ?? []);
  const isEnded = ending !== undefined && ending.kind !== 'break' && ending.kind !== 'last';
  if (isEnded) return void (await end(exchange, ending));
  if (ending?.kind !== 'break' && exchange.path !== before) return serve(exchange);
  const refusal = refusalOf(exchange);
  if (refusal !== undefined) return sendError(exchange, refusal);
  if (exchange.own('stub_status') !== undefined) {
    const text =
      'Active connections: 1 \nserver accepts handled requests\n 1 1 1 \nReading: 0 Writing: 1 Waiting: 0 \n';
    return send(exchange, 200, text, 'text/plain');
  }
  const tried = exchange.own('try_files');
  if (tried !== undefined && !tryFiles(exchange, tried)) return sendTried(exchange, tried.at(-1) ?? '');
  const target = exchange.own('proxy_pass')?.[0];
  if (target === undefined) return sendPath(exchange);
  return passOn(exchange, target, {
    fail: (status) => sendError(exchange, status),
    prepare: (status) => prepare(exchange, status),
  });
}

/** Sends what a directive has ended with. @returns undefined if it has not ended */
async function end(exchange: Exchange, ending: Ending | undefined): Promise<true | undefined> {
  if (ending?.kind === 'redirect') await redirect(exchange, ending.status, ending.target);
  else if (ending?.kind === 'return') await sendReturn(exchange, ending.args);
  else return undefined;
  return true;
}

async function sendReturn(exchange: Exchange, [first = '', second]: readonly string[]): Promise<void> {
  const isStatus = /^\d+$/.test(first);
  const status = isStatus ? Number(first) : 302;
  const text = second ?? (isStatus ? undefined : first);
  if (status === 444) return void exchange.response.destroy();
  if ([301, 302, 303, 307, 308].includes(status) && text !== undefined)
    return redirect(exchange, status, exchange.value(text));
  if (text === undefined && status >= 300) return sendError(exchange, status);
  return send(exchange, status, exchange.value(text ?? ''), typeOf(exchange, exchange.path));
}

/** Looks for the first file of `try_files`, but for its last argument. @returns whether there is one */
function tryFiles(exchange: Exchange, tried: readonly string[]): boolean {
  for (const pattern of tried.slice(0, -1)) {
    const value = exchange.value(pattern);
    const wanted = value.endsWith('/') ? 'folder' : 'file';
    if (exchange.context.files.kindOf(exchange.fileOf(value)) !== wanted) continue;
    exchange.path = wanted === 'folder' && !exchange.path.endsWith('/') ? value.slice(0, -1) : value;
    return true;
  }
  return false;
}

async function sendTried(exchange: Exchange, last: string): Promise<void> {
  const value = exchange.value(last);
  if (value.startsWith('=')) return sendError(exchange, Number(value.slice(1)));
  return sendTo(exchange, value);
}

/** Sends a request to another path, or to a location with a name. */
async function sendTo(exchange: Exchange, target: string): Promise<void> {
  if (target.startsWith('@'))
    return serveAt(
      exchange,
      exchange.site.locations.find(({ path }) => path === target),
    );
  const [path = '', query] = target.split('?');
  exchange.path = path;
  if (query !== undefined) exchange.search = query === '' ? '' : `?${query}`;
  return serve(exchange);
}

async function sendPath(exchange: Exchange): Promise<void> {
  const { context, path, search } = exchange;
  const { files } = context;
  const file = exchange.fileOf(path);
  if (files.kindOf(file) === 'folder') {
    if (!path.endsWith('/')) return redirect(exchange, 301, `${encodeURI(path)}/${search}`);
    for (const each of exchange.args('index') ?? ['index.html']) {
      const name = exchange.value(each);
      if (files.kindOf(posix.join(file, name)) === 'file')
        return sendTo(exchange, name.startsWith('/') ? name : path + name);
    }
    if (exchange.argument('autoindex') === 'on') return send(exchange, 200, listOf(exchange, file), 'text/html');
    return sendError(exchange, 403);
  }
  if (files.kindOf(file) !== 'file' || path.endsWith('/')) return sendError(exchange, 404);
  if (exchange.method !== 'GET' && exchange.method !== 'HEAD') return sendError(exchange, 405);
  const status = exchange.failure?.status ?? 200;
  const { content, headers } = compressed(exchange, files.read(file) ?? Buffer.alloc(0), typeOf(exchange, path));
  const mediaType = prepare(exchange, status, typeOf(exchange, path));
  if (exchange.argument('etag') !== 'off')
    return sendFile(exchange.request, exchange.response, { content, mediaType, status, headers });
  exchange.response.writeHead(status, { ...headers, 'Content-Type': mediaType, 'Content-Length': content.length });
  exchange.response.end(exchange.method === 'HEAD' ? undefined : content);
}

/** Compresses what `gzip` names, for a client that accepts it. */
function compressed(exchange: Exchange, content: Buffer, type: string) {
  const types = ['text/html', ...(exchange.args('gzip_types') ?? [])];
  const isChosen =
    exchange.argument('gzip') === 'on' &&
    content.length >= Number(exchange.argument('gzip_min_length') ?? 20) &&
    (types.includes(type) || types.includes('*'));
  const vary = isChosen && exchange.argument('gzip_vary') === 'on' ? { Vary: 'Accept-Encoding' } : {};
  if (!isChosen || !/\bgzip\b/.test(String(exchange.request.headers['accept-encoding'] ?? '')))
    return { content, headers: vary };
  return { content: gzipSync(content), headers: { 'Content-Encoding': 'gzip', ...vary } };
}

/** Sets the headers that directives add. @returns the media type with its charset */
function prepare(exchange: Exchange, status: number, type = ''): string {
  const { response } = exchange;
  if (status !== 200) response.statusMessage = statusText(status);
  const isUsual = [200, 201, 204, 206, 301, 302, 303, 304, 307, 308].includes(status);
  for (const {
    args: [name = '', value = '', always],
  } of exchange.all('add_header')) {
    const text = exchange.value(value);
    if (text !== '' && (isUsual || always === 'always')) response.appendHeader(name, text);
  }
  const expires = exchange.args('expires');
  if (expires !== undefined && isUsual) setExpiry(exchange, exchange.value(expires.at(-1) ?? 'off'));
  const charset = status >= 300 && status < 400 ? 'off' : (exchange.argument('charset') ?? 'off');
  const types = [
    'text/html',
    ...(exchange.args('charset_types') ?? [
      'text/xml',
      'text/plain',
      'text/vnd.wap.wml',
      'application/javascript',
      'application/rss+xml',
    ]),
  ];
  return charset === 'off' || !types.includes(type) ? type : `${type}; charset=${charset}`;
}

function setExpiry({ context, response }: Exchange, value: string): void {
  if (value === 'off') return;
  const units: Readonly<Record<string, number>> = {
    s: 1,
    m: 60,
    h: 3600,
    d: 86_400,
    w: 604_800,
    M: 2_592_000,
    y: 31_536_000,
  };
  const seconds = [...value.matchAll(/(\d+)([smhdwMy]?)/g)].reduce(
    (sum, [, count, unit = '']) => sum + Number(count) * (units[unit || 's'] ?? 1),
    0,
  );
  const isPast = value === 'epoch' || value.startsWith('-');
  const moment =
    value === 'max'
      ? Date.UTC(2037, 11, 31, 23, 55, 55)
      : value === 'epoch'
        ? 1000
        : context.now() + (isPast ? -seconds : seconds) * 1000;
  response.setHeader('Expires', new Date(moment).toUTCString());
  response.setHeader('Cache-Control', isPast ? 'no-cache' : `max-age=${value === 'max' ? 315_360_000 : seconds}`);
}

async function send(exchange: Exchange, wanted: number, text: string | Buffer, type: string): Promise<void> {
  const { response } = exchange;
  const status = exchange.failure?.status ?? wanted;
  const { content, headers } = compressed(exchange, Buffer.from(text), type);
  const mediaType = prepare(exchange, status, type);
  const isEmpty = status === 204;
  const described = type === '' ? {} : { 'Content-Type': mediaType };
  response.writeHead(status, isEmpty ? {} : { ...headers, ...described, 'Content-Length': content.length });
  response.end(exchange.method === 'HEAD' || isEmpty ? undefined : content);
}

/** Sends the page of a status, or what `error_page` names for it. */
async function sendError(exchange: Exchange, status: number): Promise<void> {
  const { context, response } = exchange;
  const page = exchange.all('error_page').find(({ args }) => args.slice(0, -1).includes(String(status)))?.args;
  if (page !== undefined && exchange.failure === undefined) {
    const target = exchange.value(page.at(-1) ?? '');
    const replaced = page.find((each) => each.startsWith('='))?.slice(1);
    if (/^https?:/.test(target)) return redirect(exchange, Number(replaced) || 302, target);
    exchange.failure = { status: replaced === undefined ? status : replaced === '' ? undefined : Number(replaced) };
    if (exchange.method !== 'HEAD' && !target.startsWith('@')) exchange.method = 'GET';
    return sendTo(exchange, target);
  }
  if (status === 400) response.setHeader('Connection', 'close');
  if (context.signal.aborted) return void response.destroy();
  exchange.failure = { status };
  const title = `${status} ${status === 401 ? 'Authorization Required' : statusText(status)}`;
  if (statusText(status) === '') return send(exchange, status, '', '');
  return send(exchange, status, htmlOf(exchange, title), 'text/html');
}

async function redirect(exchange: Exchange, status: number, target: string): Promise<void> {
  const { request, response } = exchange;
  const isRelative = !target.startsWith('/') || exchange.argument('absolute_redirect') === 'off';
  response.setHeader('Location', isRelative ? target : `http://${request.headers.host ?? 'localhost'}${target}`);
  exchange.failure = undefined;
  return send(exchange, status, htmlOf(exchange, `${status} ${STATUS_CODES[status] ?? ''}`), 'text/html');
}

function htmlOf({ version }: Exchange, title: string): string {
  return `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n<hr><center>${version}</center>\r\n</body>\r\n</html>\r\n`;
}
