/** A request that nginx serves: what its directives have made of it, and the values of variables. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { posix } from 'node:path';
import type { Duplex } from 'node:stream';
import type { ProgramContext } from '@lading/engine';
import { gatewayOf } from '../serve/until-stopped.js';
import type { Directive } from './parse-config.js';
import { expressionOf, hostIn, type Location, type Site, type WebConfig } from './site.js';

/** The connections and requests of a server. */
export interface Traffic {
  accepted: number;
  requests: number;
  /** How many requests are being responded to. */
  busy: number;
  /** How many requests were passed on, by upstream. */
  readonly turns: Map<string, number>;
  readonly open: Set<unknown>;
}

/** Where a request comes from. */
export interface Arrival {
  readonly site: Site;
  /** The port that it has reached. */
  readonly port: number;
  /** The host that it names, without its port; empty if it names none, undefined if what it names is no host. */
  readonly host: string | undefined;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The connection, if its client wants another protocol on it. */
  readonly upgrade?: Duplex | undefined;
}

/** What a request is passed on to. */
export interface PassedOn {
  readonly host: string;
  /** The addresses that were tried, in their order. */
  readonly tried: string[];
  status?: number;
  /** The milliseconds until the head of the response. */
  responded?: number;
}

export class Exchange {
  readonly context: ProgramContext;
  readonly config: WebConfig;
  readonly traffic: Traffic;
  readonly site: Site;
  readonly port: number;
  readonly host: string;
  /** Whether what the request names as its host is none. */
  readonly hasInvalidHost: boolean;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly upgrade: Duplex | undefined;
  readonly started: number;
  path = '/';
  search = '';
  method: string;
  /** The body of the request, once it was read. */
  body: Buffer | undefined;
  location: Location | undefined;
  /** The blocks in which the request is, from `http` to the innermost one. */
  levels: readonly (readonly Directive[])[];
  /** How often it was sent to another location. */
  redirects = 0;
  isRewritten = false;
  /** Whether the directives of its location have changed its path. */
  isMoved = false;
  /** Whether `try_files` found a path behind the `alias` of an expression. */
  isBehindAlias = false;
  /** The status for which a page is sent, and the one that it has; undefined for that of the page. */
  failure: { readonly status: number | undefined } | undefined;
  upstream: PassedOn | undefined;
  readonly variables = new Map<string, string>();
  captures: readonly string[] = [];
  readonly id = randomBytes(16).toString('hex');
  readonly #builtIn: Readonly<Record<string, (exchange: Exchange) => string>>;

  constructor(
    context: ProgramContext,
    config: WebConfig,
    builtIn: Readonly<Record<string, (exchange: Exchange) => string>>,
    traffic: Traffic,
    arrival: Arrival,
  ) {
    [this.context, this.config, this.traffic, this.started] = [context, config, traffic, context.now()];
    this.#builtIn = builtIn;
    ({ site: this.site, port: this.port, request: this.request, response: this.response } = arrival);
    [this.host, this.hasInvalidHost, this.upgrade] = [arrival.host ?? '', arrival.host === undefined, arrival.upgrade];
    this.levels = this.site.levels;
    this.method = this.request.method ?? 'GET';
  }

  /** What the header `Server` and pages say. */
  get version(): string {
    const version = `nginx/${this.context.env['NGINX_VERSION'] ?? '1.29.3'}`;
    return this.argument('server_tokens') === 'off' ? 'nginx' : version;
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

  /** The arguments of the `error_page` of a status, unless the request has been sent to one already. */
  pageFor(status: number): readonly string[] | undefined {
    if (this.failure !== undefined) return undefined;
    return this.all('error_page').find(({ args }) => args.slice(0, -1).includes(String(status)))?.args;
  }

  /** Returns the file of the container at a path. */
  fileOf(path: string): string {
    const alias = this.location?.alias;
    if (alias === undefined) return posix.join(this.root, path);
    const target = this.value(alias.pattern);
    if (alias.prefix === undefined) return this.isBehindAlias ? target + path : target;
    return target + (path.startsWith(alias.prefix) ? path.slice(alias.prefix.length) : path);
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

  /** Replaces the variables of a text. @param encode for groups of the last expression */
  value(text: string, encode = (group: string) => group): string {
    return text.replaceAll(/\$\{(\w+)\}|\$([1-9]|[a-zA-Z_]\w*)/g, (_, braced?: string, plain?: string) => {
      const name = braced ?? plain ?? '';
      return /^[1-9]$/.test(name) ? encode(this.captures[Number(name)] ?? '') : this.variable(name);
    });
  }

  /** All values of a header of the request. */
  header(name: string): string {
    const wanted = name.replaceAll('_', '-');
    const values = this.request.headersDistinct[wanted] ?? [];
    return values.join(wanted === 'cookie' ? '; ' : ', ');
  }

  variable(name: string): string {
    const set = this.variables.get(name);
    if (set !== undefined) return set;
    const map = this.config.maps.get(name);
    if (map !== undefined) return this.#mapped(map);
    const [, kind, rest = ''] = /^(arg|cookie|http|sent_http|upstream_http)_(.+)$/.exec(name) ?? [];
    if (kind === 'http') return this.header(rest);
    if (kind === 'sent_http' || kind === 'upstream_http')
      return [this.response.getHeader(rest.replaceAll('_', '-')) ?? ''].flat().join(', ');
    if (kind === 'arg') return new RegExp(`[?&]${rest}=([^&]*)`, 'i').exec(this.search)?.[1] ?? '';
    if (kind === 'cookie') return new RegExp(`(?:^|;\\s*)${rest}=([^;]*)`, 'i').exec(this.header('cookie'))?.[1] ?? '';
    return Object.hasOwn(this.#builtIn, name) ? (this.#builtIn[name]?.(this) ?? '') : '';
  }

  #mapped({ source, entries }: { readonly source: string; readonly entries: readonly Directive[] }): string {
    const text = this.value(source);
    const lower = text.toLowerCase();
    const isKey = (name: string): boolean => name.toLowerCase() === lower || name.toLowerCase() === `\\${lower}`;
    const names = entries.some(({ name }) => name === 'hostnames') ? entries.map(({ name }) => name) : [];
    const host = hostIn(
      names.filter((name) => !name.startsWith('~')),
      lower.replace(/\.$/, ''),
    );
    const found =
      entries.find(({ name, args }) => args.length > 0 && (host === undefined ? isKey(name) : name === host)) ??
      entries.find(
        ({ name }) => name.startsWith('~') && this.matches(name.replace(/^~\*?/, ''), text, name[1] === '*' ? 'i' : ''),
      ) ??
      entries.find(({ name }) => name === 'default');
    return this.value(found?.args[0] ?? '');
  }
}
