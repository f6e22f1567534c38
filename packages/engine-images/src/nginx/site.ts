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
}

export interface WebConfig {
  readonly sites: readonly Site[];
  /** The addresses of upstreams, by name. */
  readonly upstreams: ReadonlyMap<string, readonly string[]>;
  /** What a `map` makes of its source, by variable. */
  readonly maps: ReadonlyMap<string, { readonly source: string; readonly entries: readonly Directive[] }>;
  /** The formats of logs, by name. */
  readonly formats: ReadonlyMap<string, string>;
  /** The names of directives that have no effect here. */
  readonly ignored: readonly string[];
}

/** The directives that have an effect, and those that change nothing that a client sees. */
const understood = new Set(
  `listen server_name root alias index try_files return proxy_pass proxy_set_header proxy_hide_header proxy_redirect
  proxy_intercept_errors add_header error_page default_type location server autoindex upstream types rewrite set if break map
  internal stub_status deny allow satisfy limit_except auth_basic auth_basic_user_file client_max_body_size log_format access_log
  charset charset_types expires etag server_tokens absolute_redirect gzip gzip_types gzip_min_length gzip_vary merge_slashes
  error_log sendfile tcp_nopush tcp_nodelay keepalive_timeout keepalive_requests keepalive proxy_http_version proxy_buffering
  proxy_buffer_size proxy_buffers proxy_busy_buffers_size proxy_request_buffering proxy_read_timeout proxy_connect_timeout
  proxy_send_timeout proxy_cache_bypass client_body_buffer_size client_body_timeout client_header_timeout
  client_header_buffer_size large_client_header_buffers send_timeout types_hash_max_size types_hash_bucket_size
  server_names_hash_bucket_size map_hash_bucket_size map_hash_max_size resolver log_not_found open_file_cache gzip_proxied
  gzip_comp_level gzip_http_version gzip_buffers gzip_disable reset_timedout_connection`.split(/\s+/),
);

/** The blocks whose content is data. */
const tables = new Set(['types', 'upstream', 'map']);

export function webConfigOf(directives: readonly Directive[]): WebConfig {
  const http = directives.filter(({ name }) => name === 'http').flatMap(({ block = [] }) => block);
  const ignored = new Set<string>();
  const note = (all: readonly Directive[]): void => {
    for (const { name, args, block } of all) {
      if (!understood.has(name)) ignored.add(name);
      if (name === 'rewrite') expressionOf(args[0] ?? '');
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
  const upstreams = blocksOf('upstream').map(({ args: [name = ''], block = [] }): [string, string[]] => [
    name,
    block.filter((each) => each.name === 'server').map(({ args: [address = ''] }) => address),
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

function locationsOf(block: readonly Directive[], around: Location['levels']): Location[] {
  return block
    .filter(({ name }) => name === 'location')
    .map(({ args: [first = '', second], block: inner = [] }): Location => {
      const modifier = (first.startsWith('@') ? '@' : second === undefined ? '' : first) as Location['modifier'];
      const path = second ?? first;
      if (modifier.startsWith('~')) expressionOf(path);
      const directives = inner.filter(({ name }) => name !== 'location');
      const levels = [...around, directives];
      return { modifier, path, directives, levels, locations: locationsOf(inner, levels) };
    });
}

/** Returns an expression in the syntax of PCRE. @throws ConfigError */
export function expressionOf(pattern: string, flags = ''): RegExp {
  const insensitive = pattern.startsWith('(?i)');
  const source = pattern.slice(insensitive ? 4 : 0).replaceAll('(?P<', '(?<');
  try {
    return new RegExp(source, insensitive ? 'i' : flags);
  } catch {
    throw new ConfigError(`pcre2_compile() failed: error in "${pattern}"`);
  }
}

export function siteFor(sites: readonly Site[], port: number, host: string): Site | undefined {
  const candidates = sites.filter(({ ports }) => ports.includes(port));
  const name = host.replace(/:\d+$/, '').toLowerCase();
  return (
    candidates.find(({ names }) => names.includes(name)) ??
    candidates.find(({ names }) => names.some((each) => matchesName(each, name))) ??
    candidates.find(({ names }) =>
      names.some((each) => each.startsWith('~') && expressionOf(each.slice(1)).test(name)),
    ) ??
    candidates.find(({ isDefault }) => isDefault) ??
    candidates[0]
  );
}

function matchesName(pattern: string, name: string): boolean {
  if (pattern.startsWith('.')) return name === pattern.slice(1) || name.endsWith(pattern);
  if (pattern.startsWith('*.')) return name.endsWith(pattern.slice(1));
  if (pattern.endsWith('.*')) return name.startsWith(pattern.slice(0, -1));
  return false;
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
