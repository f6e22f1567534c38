/** A request that nginx serves: what its directives have made of it, and the values of variables. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { posix } from 'node:path';
import type { ProgramContext } from '@lading/engine';
import { accessTime } from '../serve/log-time.js';
import { gatewayOf } from '../serve/until-stopped.js';
import type { Directive } from './parse-config.js';
import { expressionOf, type Location, type Site, type WebConfig } from './site.js';

export class Exchange {
  readonly context: ProgramContext;
  readonly config: WebConfig;
  readonly site: Site;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly version: string;
  path = '/';
  search = '';
  method: string;
  location: Location | undefined;
  /** The blocks in which the request is, from `http` to the innermost one. */
  levels: readonly (readonly Directive[])[];
  /** How often it was sent to another location. */
  redirects = 0;
  isRewritten = false;
  /** The status for which a page is sent, and the one that it has; undefined for that of the page. */
  failure: { readonly status: number | undefined } | undefined;
  user = '';
  readonly variables = new Map<string, string>();
  captures: readonly string[] = [];
  readonly #id = randomBytes(16).toString('hex');

  constructor(
    context: ProgramContext,
    config: WebConfig,
    site: Site,
    request: IncomingMessage,
    response: ServerResponse,
    version: string,
  ) {
    [this.context, this.config, this.site, this.request, this.response] = [context, config, site, request, response];
    this.levels = site.levels;
    this.method = request.method ?? 'GET';
    this.version = this.argument('server_tokens') === 'off' ? 'nginx' : version;
  }

  get remote(): string {
    return gatewayOf(this.context);
  }

  get root(): string {
    return this.value(this.argument('root') ?? '/etc/nginx/html');
  }

  /** The directives of a name in the innermost block that has one. */
  all(name: string): readonly Directive[] {
    return (
      this.levels.map((level) => level.filter((each) => each.name === name)).findLast((found) => found.length > 0) ?? []
    );
  }

  /** The arguments of the last directive of a name. */
  args(name: string): readonly string[] | undefined {
    return this.all(name).at(-1)?.args;
  }

  argument(name: string): string | undefined {
    return this.args(name)?.[0];
  }

  /** The arguments of a directive that inner blocks do not inherit. */
  own(name: string): readonly string[] | undefined {
    const outer = (this.location?.levels ?? this.site.levels).length - 1;
    return this.levels
      .slice(outer)
      .flat()
      .findLast((each) => each.name === name)?.args;
  }

  /** Returns the file of the container at a path. */
  fileOf(path: string): string {
    const alias = this.own('alias')?.[0];
    if (alias === undefined) return posix.join(this.root, path);
    const { modifier = '', path: prefix = '' } = this.location ?? {};
    return modifier.startsWith('~') ? this.value(alias) : this.value(alias) + path.slice(prefix.length);
  }

  /** Whether an expression matches; its groups become variables. */
  matches(pattern: string, text: string, flags = ''): boolean {
    const match = expressionOf(pattern, flags).exec(text);
    if (match === null) return false;
    this.capture(match);
    return true;
  }

  capture(match: RegExpExecArray): void {
    this.captures = match;
    for (const [name, value] of Object.entries(match.groups ?? {})) this.variables.set(name, value ?? '');
  }

  /** Replaces the variables of a text. */
  value(text: string): string {
    return text.replaceAll(/\$\{(\w+)\}|\$(\w+)/g, (_, braced: string | undefined, plain: string | undefined) =>
      this.variable(braced ?? plain ?? ''),
    );
  }

  variable(name: string): string {
    const { request, response, context, site, search } = this;
    if (/^[1-9]$/.test(name)) return this.captures[Number(name)] ?? '';
    const set = this.variables.get(name);
    if (set !== undefined) return set;
    const map = this.config.maps.get(name);
    if (map !== undefined) return this.#mapped(map);
    const header = (each: string): string => String(request.headers[each.replaceAll('_', '-')] ?? '');
    if (name.startsWith('http_')) return header(name.slice(5));
    if (name.startsWith('sent_http_')) return String(response.getHeader(name.slice(10).replaceAll('_', '-')) ?? '');
    if (name.startsWith('arg_')) return new URLSearchParams(search).get(name.slice(4)) ?? '';
    if (name.startsWith('cookie_'))
      return new RegExp(`(?:^|;\\s*)${name.slice(7)}=([^;]*)`).exec(request.headers.cookie ?? '')?.[1] ?? '';
    const host = (request.headers.host ?? site.names[0] ?? 'localhost').replace(/:\d+$/, '').toLowerCase();
    const now = new Date(context.now());
    const values: Readonly<Record<string, () => string>> = {
      uri: () => this.path,
      document_uri: () => this.path,
      request_uri: () => request.url ?? '',
      request: () => `${request.method} ${request.url} HTTP/${request.httpVersion}`,
      args: () => search.slice(1),
      query_string: () => search.slice(1),
      is_args: () => (search === '' ? '' : '?'),
      host: () => host,
      hostname: () => context.hostname,
      scheme: () => 'http',
      remote_addr: () => this.remote,
      remote_user: () => this.user,
      remote_port: () => String(request.socket.remotePort ?? 40_000),
      proxy_add_x_forwarded_for: () => [header('x_forwarded_for'), this.remote].filter(Boolean).join(', '),
      request_method: () => request.method ?? '',
      request_id: () => this.#id,
      content_type: () => header('content_type'),
      content_length: () => header('content_length'),
      server_name: () => site.names[0] ?? '',
      server_port: () => String(site.ports[0]),
      server_addr: () => context.addresses[0] ?? '127.0.0.1',
      server_protocol: () => `HTTP/${request.httpVersion}`,
      document_root: () => this.root,
      realpath_root: () => this.root,
      request_filename: () => this.fileOf(this.path),
      nginx_version: () => context.env['NGINX_VERSION'] ?? '',
      status: () => String(response.statusCode),
      body_bytes_sent: () => String(response.getHeader('content-length') ?? 0),
      time_local: () => accessTime(context.now()),
      time_iso8601: () => now.toISOString().replace(/\.\d+Z$/, '+00:00'),
      msec: () => (now.getTime() / 1000).toFixed(3),
    };
    return Object.hasOwn(values, name) ? (values[name]?.() ?? '') : '';
  }

  #mapped({ source, entries }: { readonly source: string; readonly entries: readonly Directive[] }): string {
    const text = this.value(source);
    const equal = entries.find(({ name }) => name === text || name === `\\${text}`);
    const found =
      equal ??
      entries.find(
        ({ name }) => name.startsWith('~') && this.matches(name.replace(/^~\*?/, ''), text, name[1] === '*' ? 'i' : ''),
      ) ??
      entries.find(({ name }) => name === 'default');
    return this.value(found?.args[0] ?? '');
  }
}
