/** Responds to a request as the directives of its server and location say. */
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { posix } from 'node:path';
import type { ProgramContext } from '@lading/engine';
import { gatewayOf } from '../serve/until-stopped.js';
import { mediaTypeOf, sendFile } from '../serve/static-file.js';
import { argsOf, locationFor, type Location, type Site, type WebConfig } from './site.js';

export interface Exchange {
  readonly context: ProgramContext;
  readonly config: WebConfig;
  readonly site: Site;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly version: string;
}

const titles: Readonly<Record<number, string>> = {
  301: 'Moved Permanently',
  302: 'Found',
  307: 'Temporary Redirect',
  308: 'Permanent Redirect',
  400: 'Bad Request',
  401: 'Authorization Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Not Allowed',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Temporarily Unavailable',
  504: 'Gateway Time-out',
};

export async function respond(exchange: Exchange): Promise<void> {
  const url = new URL(exchange.request.url ?? '/', 'http://localhost');
  await serve(exchange, decodeURIComponent(url.pathname), url.search, 0);
}

async function serve(exchange: Exchange, path: string, search: string, depth: number): Promise<void> {
  const { site } = exchange;
  if (depth > 10) return sendError(exchange, undefined, 500);
  const rewritten = rewrite(exchange, site.directives, path, search);
  if (rewritten?.redirect !== undefined) return redirect(exchange, rewritten.status, rewritten.redirect);
  const current = rewritten?.path ?? path;
  const location = locationFor(site.locations, current);
  return serveAt(exchange, location, current, rewritten?.search ?? search, depth);
}

async function serveAt(
  exchange: Exchange,
  location: Location | undefined,
  path: string,
  search: string,
  depth: number,
): Promise<void> {
  const { context, site, request, response } = exchange;
  const { files } = context;
  const valueOf = (text: string): string => expand(exchange, text, path, search);
  for (const { args } of [...site.directives, ...(location?.directives ?? [])].filter(
    ({ name }) => name === 'add_header',
  ))
    response.setHeader(args[0] ?? '', valueOf(args[1] ?? ''));
  const own = rewrite(exchange, location?.directives ?? [], path, search);
  if (own?.redirect !== undefined) return redirect(exchange, own.status, own.redirect);
  if (own !== undefined && own.isLast) return serve(exchange, own.path, own.search, depth + 1);
  const current = own?.path ?? path;
  if (location?.directives.some(({ name, args }) => name === 'deny' && args[0] === 'all'))
    return sendError(exchange, location, 403);
  const returned =
    location?.directives.find(({ name }) => name === 'return')?.args ??
    site.directives.find(({ name }) => name === 'return')?.args;
  if (returned !== undefined) {
    const [first = '', second] = returned;
    const status = /^\d+$/.test(first) ? Number(first) : 302;
    const text = second ?? (/^\d+$/.test(first) ? undefined : first);
    if (status >= 300 && status < 400 && text !== undefined) return redirect(exchange, status, valueOf(text));
    if (text === undefined && status >= 300) return sendError(exchange, location, status);
    const type = argsOf(site, location, 'default_type')?.[0] ?? 'text/plain';
    const body = Buffer.from(valueOf(text ?? ''));
    if (!response.hasHeader('content-type')) response.setHeader('content-type', type);
    response.writeHead(status, { 'content-length': body.length });
    return void response.end(request.method === 'HEAD' ? undefined : body);
  }
  const target = location?.directives.find(({ name }) => name === 'proxy_pass')?.args[0];
  if (target !== undefined) return passOn(exchange, location, valueOf(target), current, search);

  const alias = location?.directives.findLast(({ name }) => name === 'alias')?.args[0];
  const root = argsOf(site, location, 'root')?.[0] ?? '/etc/nginx/html';
  const fileOf = (each: string): string =>
    alias === undefined ? posix.join(root, each) : posix.join(alias, each.slice(location?.path.length ?? 0));
  const indexes = argsOf(site, location, 'index') ?? ['index.html'];
  const tried = argsOf(site, location, 'try_files');
  if (tried !== undefined) {
    for (const [index, pattern] of tried.entries()) {
      const value = valueOf(pattern);
      if (index === tried.length - 1) {
        if (/^=\d+$/.test(value)) return sendError(exchange, location, Number(value.slice(1)));
        const named = site.locations.find((each) => each.modifier === '@' && each.path === value);
        if (named !== undefined) return serveAt(exchange, named, current, search, depth + 1);
        const [next = '', query = ''] = value.split('?');
        return serve(exchange, next, query === '' ? '' : `?${query}`, depth + 1);
      }
      const wanted = value.endsWith('/') ? 'folder' : 'file';
      const found = fileOf(value);
      if (files.kindOf(found) !== wanted) continue;
      if (wanted === 'file') return send(exchange, location, found);
      const index_ = indexes.map((each) => posix.join(found, each)).find((each) => files.kindOf(each) === 'file');
      return index_ === undefined ? sendError(exchange, location, 403) : send(exchange, location, index_);
    }
  }
  const file = fileOf(current);
  if (files.kindOf(file) === 'folder') {
    if (!current.endsWith('/'))
      return redirect(exchange, 301, `http://${request.headers.host ?? 'localhost'}${current}/${search}`);
    const index = indexes.map((each) => posix.join(file, each)).find((each) => files.kindOf(each) === 'file');
    if (index !== undefined) return send(exchange, location, index);
    if (argsOf(site, location, 'autoindex')?.[0] === 'on') {
      const links = files
        .list(file)
        .map((each) => `<a href="${encodeURIComponent(each)}">${each.replaceAll('<', '&lt;')}</a>`);
      const title = `Index of ${current.replaceAll('<', '&lt;')}`;
      const content = `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<h1>${title}</h1><hr><pre><a href="../">../</a>\r\n${links.join('\r\n')}\r\n</pre><hr></body>\r\n</html>\r\n`;
      return sendFile(request, response, { content: Buffer.from(content), mediaType: 'text/html' });
    }
    return sendError(exchange, location, 403);
  }
  if (files.kindOf(file) !== 'file') return sendError(exchange, location, 404, depth);
  return send(exchange, location, file);
}

function send(exchange: Exchange, location: Location | undefined, path: string): void {
  const { context, site, request, response } = exchange;
  if (request.method !== 'GET' && request.method !== 'HEAD') return void sendError(exchange, location, 405);
  const content = context.files.read(path) ?? Buffer.alloc(0);
  sendFile(request, response, { content, mediaType: mediaTypeOf(path, argsOf(site, location, 'default_type')?.[0]) });
}

async function sendError(exchange: Exchange, location: Location | undefined, status: number, depth = 0): Promise<void> {
  const { context, site, request, response, version } = exchange;
  const page = [...site.directives, ...(location?.directives ?? [])]
    .filter(({ name, args }) => name === 'error_page' && args.includes(String(status)))
    .at(-1)?.args;
  const target = page?.at(-1);
  if (target?.startsWith('/') === true && depth === 0) {
    const isReplaced = page?.find((each) => each.startsWith('='));
    const inner = locationFor(site.locations, target);
    const root = argsOf(site, inner, 'root')?.[0] ?? '/etc/nginx/html';
    const content = context.files.read(posix.join(root, target));
    if (content !== undefined) {
      const shown = isReplaced === undefined ? status : Number(isReplaced.slice(1)) || 200;
      return sendFile(request, response, { content, mediaType: mediaTypeOf(target), status: shown });
    }
  }
  const title = `${status} ${titles[status] ?? ''}`.trim();
  const body = `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n<hr><center>${version}</center>\r\n</body>\r\n</html>\r\n`;
  response.writeHead(status, { 'content-type': 'text/html', 'content-length': Buffer.byteLength(body) });
  response.end(request.method === 'HEAD' ? undefined : body);
}

function redirect({ request, response, version }: Exchange, status: number, target: string): void {
  const title = `${status} ${titles[status] ?? ''}`;
  const body = `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n<hr><center>${version}</center>\r\n</body>\r\n</html>\r\n`;
  const location = target.startsWith('/') ? `http://${request.headers.host ?? 'localhost'}${target}` : target;
  response.writeHead(status, { location, 'content-type': 'text/html', 'content-length': Buffer.byteLength(body) });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Passes a request on to another container. */
async function passOn(
  exchange: Exchange,
  location: Location | undefined,
  target: string,
  path: string,
  search: string,
): Promise<void> {
  const { context, config, site, request, response } = exchange;
  const [, host = '', uri] = /^https?:\/\/([^/]+)(\/.*)?$/.exec(target) ?? [];
  const [address = host] = config.upstreams.get(host) ?? [];
  const [name = '', port = '80'] = address.split(':');
  // A target with a path replaces the part of the path that the location matched.
  const passed = uri === undefined ? path : uri + path.slice(location?.path.length ?? 0);
  const headers: Record<string, string | string[]> = {};
  for (const [key, value] of Object.entries(request.headers)) if (value !== undefined) headers[key] = value;
  headers['host'] = host;
  headers['connection'] = 'close';
  for (const { args } of [...site.directives, ...(location?.directives ?? [])].filter(
    (each) => each.name === 'proxy_set_header',
  )) {
    const value = expand(exchange, args[1] ?? '', path, search);
    if (!/^(connection|upgrade)$/i.test(args[0] ?? '')) headers[(args[0] ?? '').toLowerCase()] = value;
  }
  await new Promise<void>((resolve) => {
    const fail = (): void => {
      if (response.headersSent) response.destroy();
      else void sendError(exchange, location, 502);
      resolve();
    };
    try {
      const connection = context.connect(name, Number(port));
      const outgoing = httpRequest(
        {
          createConnection: () => connection as never,
          method: request.method,
          path: encodeURI(passed) + search,
          headers,
        },
        (incoming) => {
          const {
            connection: _connection,
            'transfer-encoding': _encoding,
            server: _server,
            ...rest
          } = incoming.headers;
          response.writeHead(incoming.statusCode ?? 502, rest);
          incoming.pipe(response);
          incoming.once('end', resolve);
          incoming.once('error', fail);
        },
      );
      outgoing.once('error', fail);
      request.pipe(outgoing);
    } catch {
      fail();
    }
  });
}

interface Rewrite {
  readonly path: string;
  readonly search: string;
  readonly isLast: boolean;
  readonly redirect?: string;
  readonly status: number;
}

function rewrite(
  exchange: Exchange,
  directives: Location['directives'],
  path: string,
  search: string,
): Rewrite | undefined {
  for (const { args } of directives.filter(({ name }) => name === 'rewrite')) {
    const [pattern = '', replacement = '', flag = ''] = args;
    const match = new RegExp(pattern).exec(path);
    if (match === null) continue;
    const value = expand(
      exchange,
      replacement.replaceAll(/\$(\d)/g, (_, index: string) => match[Number(index)] ?? ''),
      path,
      search,
    );
    const status = flag === 'permanent' ? 301 : 302;
    if (/^https?:/.test(value) || flag === 'permanent' || flag === 'redirect')
      return { path, search, isLast: false, redirect: value, status };
    const [next = '', query] = value.split('?');
    return { path: next, search: query ? `?${query}` : search, isLast: flag !== 'break', status };
  }
  return undefined;
}

/** Replaces the variables of a value. */
function expand({ context, site, request }: Exchange, text: string, path: string, search: string): string {
  const host = request.headers.host ?? 'localhost';
  return text.replaceAll(/\$\{(\w+)\}|\$(\w+)/g, (_, braced: string | undefined, plain: string | undefined) => {
    const name = braced ?? plain ?? '';
    if (name.startsWith('http_')) return String(request.headers[name.slice(5).replaceAll('_', '-')] ?? '');
    if (name.startsWith('arg_')) return new URLSearchParams(search).get(name.slice(4)) ?? '';
    const set = site.directives.find((each) => each.name === 'set' && each.args[0] === `$${name}`)?.args[1];
    const values: Readonly<Record<string, string>> = {
      uri: path,
      document_uri: path,
      request_uri: request.url ?? '',
      args: search.slice(1),
      query_string: search.slice(1),
      is_args: search === '' ? '' : '?',
      host: host.replace(/:\d+$/, ''),
      hostname: context.hostname,
      scheme: 'http',
      remote_addr: gatewayOf(context),
      proxy_add_x_forwarded_for: forwardedFor(request, gatewayOf(context)),
      request_method: request.method ?? '',
      server_name: site.names[0] ?? '',
      server_port: String(site.ports[0]),
      server_addr: context.addresses[0] ?? '127.0.0.1',
    };
    return set ?? values[name] ?? '';
  });
}

function forwardedFor({ headers }: IncomingMessage, remote: string): string {
  const before = headers['x-forwarded-for'];
  return before === undefined ? remote : `${String(before)}, ${remote}`;
}
