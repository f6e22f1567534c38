/** Responds to a request as the directives of its server and location say. */
import { STATUS_CODES } from 'node:http';
import { posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sendFile } from '../serve/static-file.js';
import { targetOf } from '../serve/target.js';
import { bodyLimitOf, exceptionOf, refusalOf } from './access.js';
import { absolute, encodedPath } from './address.js';
import type { Exchange } from './exchange.js';
import { compression, prepare } from './headers.js';
import { listOf, statusText, typeOf } from './pages.js';
import { passOn } from './proxy.js';
import { runDirectives, type Ending } from './rewrite.js';
import { locationFor, type Location } from './site.js';

export async function respond(exchange: Exchange): Promise<void> {
  const { path, search } = targetOf(exchange.request, exchange.argument('merge_slashes') !== 'off');
  if (path === undefined || exchange.hasInvalidHost) return sendError(exchange, 400);
  if (exchange.request.method === 'TRACE') return sendError(exchange, 405);
  [exchange.path, exchange.search] = [path, search];
  for (const name of exchange.site.names)
    if (name.startsWith('~')) exchange.matches(name.replace(/^~\*?/, ''), exchange.host, 'i');
  const ending = runDirectives(exchange, exchange.site.levels[1] ?? []);
  if ((await end(exchange, ending)) === undefined) await serve(exchange);
}

/** Sends a request to the location of its path. */
async function serve(exchange: Exchange): Promise<void> {
  const { site, path, search } = exchange;
  const found = locationFor(site.locations, path);
  const folder = site.locations.find((each) => each.path === `${path}/` && each.modifier === '');
  if (found?.location.modifier !== '=' && folder?.directives.some(({ name }) => name === 'proxy_pass') === true) {
    [exchange.location, exchange.levels] = [folder, folder.levels];
    return redirect(exchange, 301, `${encodedPath(path)}/${search}`);
  }
  return serveAt(exchange, found?.location, found?.match);
}

async function serveAt(exchange: Exchange, location: Location | undefined, match?: RegExpExecArray): Promise<void> {
  exchange.redirects += 1;
  if (exchange.redirects > 10) return sendError(exchange, 500);
  [exchange.location, exchange.isBehindAlias] = [location, false];
  exchange.levels = location?.levels ?? exchange.site.levels;
  if (match !== undefined) exchange.capture(match);
  // Requests that nginx itself has sent there may reach internal locations.
  const isInternal = exchange.redirects > 1 || exchange.failure !== undefined;
  if (location?.directives.some(({ name }) => name === 'internal') === true && !isInternal)
    return sendError(exchange, 404);
  const before = exchange.path;
  if (Number(exchange.request.headers['content-length'] ?? 0) > bodyLimitOf(exchange)) return sendError(exchange, 413);
  const excepted = exceptionOf(exchange);
  if (excepted !== undefined) exchange.levels = [...exchange.levels, excepted];
  const ending = runDirectives(exchange, excepted ?? location?.directives ?? []);
  const isEnded = ending !== undefined && ending.kind !== 'break' && ending.kind !== 'last';
  if (isEnded) return void (await end(exchange, ending));
  exchange.isMoved = exchange.path !== before;
  if (ending?.kind !== 'break' && exchange.isMoved) return serve(exchange);
  const refusal = refusalOf(exchange);
  if (refusal !== undefined) return sendError(exchange, refusal);
  if (exchange.own('stub_status') !== undefined) {
    if (exchange.method !== 'GET' && exchange.method !== 'HEAD') return sendError(exchange, 405);
    const { accepted, requests, busy, open } = exchange.traffic;
    const counts = `${accepted} ${accepted} ${requests} \nReading: 0 Writing: ${busy} Waiting: ${open.size - busy}`;
    const text = `Active connections: ${open.size} \nserver accepts handled requests\n ${counts} \n`;
    return send(exchange, 200, text, 'text/plain');
  }
  const tried = exchange.own('try_files');
  if (tried !== undefined && !tryFiles(exchange, tried)) return sendTried(exchange, tried.at(-1) ?? '');
  const target = exchange.own('proxy_pass')?.[0];
  if (target === undefined) return sendPath(exchange);
  return passOn(exchange, target, (status) => sendError(exchange, status));
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
  exchange.isBehindAlias = true;
  for (const pattern of tried.slice(0, -1)) {
    const isFolder = pattern.endsWith('/');
    const value = exchange.value(isFolder ? pattern.slice(0, -1) : pattern);
    if (exchange.context.files.kindOf(exchange.fileOf(value)) !== (isFolder ? 'folder' : 'file')) continue;
    exchange.path = value;
    return true;
  }
  exchange.isBehindAlias = false;
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
  const kind = files.kindOf(file);
  if (path.endsWith('/')) {
    for (const each of exchange.args('index') ?? ['index.html']) {
      const name = exchange.value(each);
      if (name.startsWith('/')) return sendTo(exchange, name);
      if (files.kindOf(posix.join(file, name)) === 'file') return sendTo(exchange, path + name);
    }
    if (kind !== 'folder') return sendError(exchange, 404);
    if (exchange.argument('autoindex') === 'on') return send(exchange, 200, listOf(exchange, file), 'text/html');
    return sendError(exchange, 403);
  }
  if (kind === 'folder') return redirect(exchange, 301, `${encodedPath(path)}/${search}`);
  if (kind === undefined) return sendError(exchange, 404);
  if (exchange.method !== 'GET' && exchange.method !== 'HEAD') return sendError(exchange, 405);
  const type = typeOf(exchange, path);
  const status = exchange.failure?.status ?? 200;
  const content = files.read(file) ?? Buffer.alloc(0);
  const { isCompressed, vary: headers } = compression(exchange, status, type, content.length);
  const mediaType = prepare(exchange, status, type);
  const modified = files.modifiedAt(file) ?? 0;
  const hasTag = exchange.argument('etag') !== 'off' && !exchange.response.hasHeader('ETag');
  const maxRanges = Number(exchange.argument('max_ranges') ?? Number.POSITIVE_INFINITY);
  const sent = { content, mediaType, status, headers, modified, hasTag, maxRanges, isCompressed };
  return new Promise((resolve, reject) => {
    exchange.response.once('finish', resolve);
    sendFile(exchange.request, exchange.response, sent, (refused) => {
      // A range is refused after the headers of directives were added, which are added again.
      if (refused === 412) for (const name of exchange.response.getHeaderNames()) exchange.response.removeHeader(name);
      sendError(exchange, refused).then(resolve, reject);
    });
  });
}

async function send(exchange: Exchange, wanted: number, text: string, type: string): Promise<void> {
  const { response } = exchange;
  const status = exchange.failure?.status ?? wanted;
  const plain = Buffer.from(text);
  const { isCompressed, vary } = compression(exchange, status, type, plain.length);
  const content = isCompressed ? gzipSync(plain) : plain;
  const mediaType = prepare(exchange, status, type);
  const described = type === '' ? {} : { 'Content-Type': mediaType };
  const encoded = isCompressed ? { 'Content-Encoding': 'gzip' } : {};
  const isEmpty = status === 204;
  const headers = { ...described, ...encoded, ...vary, 'Content-Length': content.length };
  response.writeHead(status, isEmpty ? {} : headers);
  response.end(exchange.method === 'HEAD' || isEmpty ? undefined : content);
}

/** Sends the page of a status, or what `error_page` names for it. */
async function sendError(exchange: Exchange, status: number): Promise<void> {
  const { context, response } = exchange;
  const page = exchange.pageFor(status);
  if (page !== undefined) {
    const target = exchange.value(page.at(-1) ?? '');
    const replaced = page.find((each) => each.startsWith('='))?.slice(1);
    if (/^https?:/.test(target)) {
      exchange.failure = { status: undefined };
      return redirect(exchange, Number(replaced) || 302, target);
    }
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
  exchange.response.setHeader('Location', absolute(exchange, target));
  if (exchange.pageFor(status) !== undefined) return sendError(exchange, status);
  exchange.failure = undefined;
  return send(exchange, status, htmlOf(exchange, `${status} ${STATUS_CODES[status] ?? ''}`), 'text/html');
}

function htmlOf({ version }: Exchange, title: string): string {
  return `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n<hr><center>${version}</center>\r\n</body>\r\n</html>\r\n`;
}
