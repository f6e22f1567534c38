/** The servers and locations of a configuration, and the choice among them for a request. */
import { ConfigError, type Directive } from './parse-config.js';

export interface Site {
  readonly ports: readonly number[];
  readonly names: readonly string[];
  readonly isDefault: boolean;
  readonly locations: readonly Location[];
  /** The directives of `http` and of the server, which locations inherit. */
  readonly levels: readonly (readonly Directive[])[];
}

export interface Location {
  readonly modifier: '' | '=' | '^~' | '~' | '~*' | '@';
  readonly path: string;
  readonly directives: readonly Directive[];
  /** The directives around it, and its own. */
  readonly levels: readonly (readonly Directive[])[];
  readonly locations: readonly Location[];
  /** The `alias` in whose place a part of the path is: that of a location around it, unless it has a `root`. */
  readonly alias: Alias | undefined;
}

export interface Alias {
  readonly pattern: string;
  /** What the location has matched; undefined for an expression, whose alias is a whole path. */
  readonly prefix: string | undefined;
}

export interface UpstreamServer {
  readonly address: string;
  readonly weight: number;
  readonly isBackup: boolean;
}

export interface Upstream {
  readonly servers: readonly UpstreamServer[];
  /** `ip_hash`, `hash` and others choose a server by a value. */
  readonly method: Directive | undefined;
}

export interface WebConfig {
  readonly sites: readonly Site[];
  readonly upstreams: ReadonlyMap<string, Upstream>;
  /** What a `map` makes of its source, by variable. */
  readonly maps: ReadonlyMap<string, { readonly source: string; readonly entries: readonly Directive[] }>;
  /** The formats of logs, by name. */
  readonly formats: ReadonlyMap<string, string>;
  /** What has no effect here: directives and variables. */
  readonly ignored: readonly string[];
}

/** The directives that have an effect, and those that change nothing that a client sees. */
const understood = new Set(
  `listen server_name root alias index try_files return proxy_pass proxy_set_header proxy_hide_header proxy_redirect
  proxy_intercept_errors proxy_method proxy_set_body proxy_pass_request_headers proxy_pass_request_body add_header error_page
  default_type location server autoindex upstream ip_hash hash types rewrite set if break map internal stub_status deny allow
  satisfy limit_except auth_basic auth_basic_user_file client_max_body_size log_format access_log charset charset_types
  expires etag max_ranges underscores_in_headers ignore_invalid_headers server_tokens absolute_redirect
  server_name_in_redirect port_in_redirect gzip gzip_types gzip_min_length gzip_vary merge_slashes error_log sendfile
  tcp_nopush tcp_nodelay keepalive_timeout keepalive_requests keepalive proxy_http_version proxy_buffering proxy_buffer_size
  proxy_buffers proxy_busy_buffers_size proxy_request_buffering proxy_read_timeout proxy_connect_timeout proxy_send_timeout
  proxy_cache_bypass client_body_buffer_size client_body_timeout client_header_timeout client_header_buffer_size
  large_client_header_buffers send_timeout types_hash_max_size types_hash_bucket_size server_names_hash_bucket_size
  map_hash_bucket_size map_hash_max_size resolver log_not_found open_file_cache gzip_proxied gzip_comp_level gzip_http_version
  gzip_buffers gzip_disable reset_timedout_connection`.split(/\s+/),
);

/** The blocks whose content is data. */
const tables = new Set(['types', 'map']);

/** The variables that `set`, `map` and the groups of expressions name. */
function namesIn(all: readonly Directive[]): string[] {
  return all.flatMap(({ name, args, block = [] }) => [
    ...(name === 'set' ? [args[0]?.slice(1) ?? ''] : name === 'map' ? [args[1]?.slice(1) ?? ''] : []),
    ...args.flatMap((each) => [...each.matchAll(/\(\?P?<(\w+)>/g)].map(([, group = '']) => group)),
    ...namesIn(block),
  ]);
}

/** The expression after an operator such as `~*`, which is a word of its own. */
function regexIn(args: readonly string[]): string | undefined {
  const at = args.findIndex((each) => /^!?~\*?$/.test(each));
  return at < 0 ? undefined : args[at + 1]?.replace(/\)$/, (end) => (args[0]?.startsWith('(') === true ? '' : end));
}

/** The expression that is a word with `~` or `~*`. */
const regexAfterTilde = (word: string): string | undefined => /^~\*?(.*)$/s.exec(word)?.[1];

/** Returns the parameters of servers and addresses that have no effect. */
function parametersOf(name: string, args: readonly string[]): readonly string[] {
  const effective = { listen: /^(default_server|reuseport|backlog=.*)$/, server: /^(weight=\d+|backup|down)$/ };
  const pattern = Object.hasOwn(effective, name) ? effective[name as keyof typeof effective] : undefined;
  return pattern === undefined ? [] : args.slice(1).filter((each) => !pattern.test(each));
}

/** @param variables those that have a value without the configuration */
export function webConfigOf(directives: readonly Directive[], variables: readonly string[]): WebConfig {
  const http = directives.filter(({ name }) => name === 'http').flatMap(({ block = [] }) => block);
  const ignored = new Set<string>();
  const given = new Set([...variables, ...namesIn(http)]);
  const isVariable = (name: string): boolean =>
    given.has(name) || /^(arg|cookie|http|sent_http|upstream_http)_/.test(name);
  const note = (all: readonly Directive[]): void => {
    for (const { name, args, block } of all) {
      if (!understood.has(name)) ignored.add(`the directive "${name}"`);
      for (const variable of args.flatMap((each) => [...each.matchAll(/\$\{?([a-z]\w*)/g)]))
        if (!isVariable(variable[1] ?? '')) ignored.add(`the variable "$${variable[1]}"`);
      for (const parameter of parametersOf(name, args)) ignored.add(`the parameter "${parameter}"`);
      if (name === 'proxy_pass' && args[0]?.startsWith('https:') === true) ignored.add(`TLS of "${args[0]}"`);
      const patterns = [
        name === 'rewrite' ? args[0] : name === 'if' || name === 'location' ? regexIn(args) : undefined,
      ];
      if (name === 'server_name' || name === 'proxy_redirect') patterns.push(...args.map(regexAfterTilde));
      if (name === 'map') patterns.push(...(block ?? []).map((entry) => regexAfterTilde(entry.name)));
      for (const pattern of patterns) if (pattern !== undefined) expressionOf(pattern);
      if (block !== undefined && !tables.has(name)) note(block);
    }
  };
  note(http);
  const blocksOf = (name: string): readonly Directive[] => http.filter((each) => each.name === name);
  const inherited = http.filter(({ name }) => name !== 'server');
  const sites = blocksOf('server').map(({ block = [] }): Site => {
    const listens = block.filter(({ name }) => name === 'listen');
    const ports = listens.map(({ args: [address = '80'] }) => Number(/(?:^|:)(\d+)$/.exec(address)?.[1] ?? 80));
    const levels = [inherited, block.filter(({ name }) => name !== 'location')];
    return {
      ports: ports.length === 0 ? [80] : [...new Set(ports)],
      names: block.filter(({ name }) => name === 'server_name').flatMap(({ args }) => args),
      isDefault: listens.some(({ args }) => args.includes('default_server')),
      locations: locationsOf(block, levels),
      levels,
    };
  });
  const upstreams = blocksOf('upstream').map(({ args: [name = ''], block = [] }): [string, Upstream] => [
    name,
    {
      servers: block.filter((each) => each.name === 'server' && !each.args.includes('down')).map(upstreamServerOf),
      method: block.find((each) => each.name === 'ip_hash' || each.name === 'hash'),
    },
  ]);
  const maps = blocksOf('map').map(
    ({ args: [source = '', target = ''], block: entries = [] }) => [target.slice(1), { source, entries }] as const,
  );
  const formats = blocksOf('log_format').map(({ args: [name = '', ...parts] }): [string, string] => [
    name,
    parts.filter((each, index) => index > 0 || !each.startsWith('escape=')).join(''),
  ]);
  return {
    sites,
    upstreams: new Map(upstreams),
    maps: new Map(maps),
    formats: new Map(formats),
    ignored: [...ignored],
  };
}

function upstreamServerOf({ args: [address = '', ...options] }: Directive): UpstreamServer {
  const weight = options.find((each) => each.startsWith('weight='))?.slice(7);
  return { address, weight: Number(weight ?? 1), isBackup: options.includes('backup') };
}

function locationsOf(block: readonly Directive[], around: Location['levels'], outer?: Alias): Location[] {
  return block
    .filter(({ name }) => name === 'location')
    .map(({ args: [first = '', second], block: inner = [] }): Location => {
      const modifier = (first.startsWith('@') ? '@' : second === undefined ? '' : first) as Location['modifier'];
      const path = second ?? first;
      const directives = inner.filter(({ name }) => name !== 'location');
      const levels = [...around, directives];
      const own = directives.findLast(({ name }) => name === 'alias')?.args[0];
      const isRooted = directives.some(({ name }) => name === 'root');
      const prefix = modifier.startsWith('~') ? undefined : path;
      const alias = own !== undefined ? { pattern: own, prefix } : isRooted ? undefined : outer;
      return { modifier, path, directives, levels, alias, locations: locationsOf(inner, levels, alias) };
    });
}

/** Returns an expression in the syntax of PCRE. @throws ConfigError */
export function expressionOf(pattern: string, flags = ''): RegExp {
  const insensitive = pattern.startsWith('(?i)');
  const source = pattern
    .slice(insensitive ? 4 : 0)
    .replaceAll('(?P<', '(?<')
    .replaceAll(/\\Q(.*?)(?:\\E|$)/gs, (_, text: string) => text.replaceAll(/[^\w\s]/g, String.raw`\$&`));
  const all = `${insensitive ? 'i' : flags}${source.includes('\\p{') ? 'u' : ''}`;
  try {
    return new RegExp(source, all);
  } catch {
    throw new ConfigError(`pcre2_compile() failed: error in "${pattern}"`);
  }
}

export function siteFor(sites: readonly Site[], port: number, host: string): Site | undefined {
  const candidates = sites.filter(({ ports }) => ports.includes(port));
  const name = hostIn(
    candidates.flatMap(({ names }) => names),
    host,
  );
  return (
    candidates.find(({ names }) => name !== undefined && names.includes(name)) ??
    candidates.find(({ isDefault }) => isDefault) ??
    candidates[0]
  );
}

/** Chooses the name of a host: the equal one, the longest with a `*` before, the longest with one after, an expression. */
export function hostIn(names: readonly string[], host: string): string | undefined {
  const longest = (found: readonly string[]): string | undefined =>
    [...found].sort((one, other) => other.length - one.length)[0];
  const lower = names.map((name) => [name, name.toLowerCase()] as const);
  const those = (holds: (name: string) => boolean): string[] =>
    lower.filter(([, name]) => holds(name)).map(([name]) => name);
  return (
    those((name) => name === host || name === `.${host}`)[0] ??
    longest(those((name) => /^(\*|)\./.test(name) && host.endsWith(name.replace('*', '')))) ??
    longest(those((name) => name.endsWith('.*') && host.startsWith(name.slice(0, -1)))) ??
    names.find((name) => name.startsWith('~') && expressionOf(name.replace(/^~\*?/, ''), 'i').test(host))
  );
}

/** Chooses as nginx does: the equal path, the longest prefix with `^~`, the first expression, the longest prefix. */
export function locationFor(
  locations: readonly Location[],
  path: string,
): { readonly location: Location; readonly match?: RegExpExecArray } | undefined {
  const equal = locations.find((each) => each.modifier === '=' && each.path === path);
  if (equal !== undefined) return { location: equal };
  const [longest] = locations
    .filter(({ modifier, path: prefix }) => (modifier === '' || modifier === '^~') && path.startsWith(prefix))
    .sort((one, other) => other.path.length - one.path.length);
  const inner = longest === undefined ? undefined : locationFor(longest.locations, path);
  if (
    inner !== undefined &&
    (inner.match !== undefined || longest?.modifier === '^~' || inner.location.modifier === '=')
  )
    return inner;
  const prefix = inner ?? (longest === undefined ? undefined : { location: longest });
  if (prefix?.location.modifier === '^~') return prefix;
  for (const location of locations) {
    if (!location.modifier.startsWith('~')) continue;
    const match = expressionOf(location.path, location.modifier === '~*' ? 'i' : '').exec(path);
    if (match !== null) return locationFor(location.locations, path) ?? { location, match };
  }
  return prefix;
}
