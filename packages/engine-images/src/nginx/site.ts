/** The servers and locations of a configuration, and the choice among them for a request. */
import type { Directive } from './parse-config.js';

export interface Site {
  readonly ports: readonly number[];
  readonly names: readonly string[];
  readonly isDefault: boolean;
  readonly locations: readonly Location[];
  /** The directives of the server, which locations inherit. */
  readonly directives: readonly Directive[];
}

export interface Location {
  readonly modifier: '' | '=' | '^~' | '~' | '~*' | '@';
  readonly path: string;
  readonly directives: readonly Directive[];
}

export interface WebConfig {
  readonly sites: readonly Site[];
  /** The addresses of upstreams, by name. */
  readonly upstreams: ReadonlyMap<string, readonly string[]>;
  /** The names of directives that have no effect here. */
  readonly ignored: readonly string[];
}

/** The directives that have an effect, and those that change nothing that a client sees. */
const understood = new Set(
  [
    'listen',
    'server_name',
    'root',
    'alias',
    'index',
    'try_files',
    'return',
    'proxy_pass',
    'proxy_set_header',
    'add_header',
    'error_page',
    'default_type',
    'location',
    'server',
    'autoindex',
    'upstream',
    'types',
    'rewrite',
    'set',
    'internal',
    'stub_status',
    'deny',
    'allow',
    'client_max_body_size',
  ].concat([
    'access_log',
    'error_log',
    'sendfile',
    'tcp_nopush',
    'tcp_nodelay',
    'keepalive_timeout',
    'log_format',
    'charset',
    'etag',
    'server_tokens',
    'proxy_http_version',
    'proxy_buffering',
    'proxy_read_timeout',
    'proxy_connect_timeout',
    'proxy_send_timeout',
    'proxy_redirect',
    'proxy_cache_bypass',
    'expires',
    'client_body_buffer_size',
    'types_hash_max_size',
    'resolver',
    'log_not_found',
    'keepalive_requests',
    'open_file_cache',
    'gzip',
    'gzip_types',
    'gzip_vary',
    'gzip_proxied',
    'gzip_min_length',
    'gzip_comp_level',
    'gzip_http_version',
    'absolute_redirect',
    'port_in_redirect',
    'keepalive',
  ]),
);

export function webConfigOf(directives: readonly Directive[]): WebConfig {
  const http = directives.filter(({ name }) => name === 'http').flatMap(({ block = [] }) => block);
  const ignored = new Set<string>();
  const note = (all: readonly Directive[]): void => {
    for (const { name, block } of all) {
      if (!understood.has(name)) ignored.add(name);
      if (block !== undefined && name !== 'types' && name !== 'upstream') note(block);
    }
  };
  note(http);
  const inherited = http.filter(({ block }) => block === undefined);
  const sites = http
    .filter(({ name }) => name === 'server')
    .map(({ block = [] }): Site => {
      const listens = block.filter(({ name }) => name === 'listen');
      const ports = listens.map(({ args: [address = '80'] }) => Number(/(?:^|:)(\d+)$/.exec(address)?.[1] ?? 80));
      const own = [...inherited, ...block.filter(({ name }) => name !== 'location')];
      return {
        ports: ports.length === 0 ? [80] : [...new Set(ports)],
        names: block.filter(({ name }) => name === 'server_name').flatMap(({ args }) => args),
        isDefault: listens.some(({ args }) => args.includes('default_server')),
        locations: locationsOf(block),
        directives: own,
      };
    });
  const upstreams = http
    .filter(({ name }) => name === 'upstream')
    .map(({ args: [name = ''], block = [] }): [string, string[]] => [
      name,
      block.filter((each) => each.name === 'server').map(({ args: [address = ''] }) => address),
    ]);
  return { sites, upstreams: new Map(upstreams), ignored: [...ignored] };
}

function locationsOf(block: readonly Directive[]): Location[] {
  return block
    .filter(({ name }) => name === 'location')
    .flatMap(({ args, block: inner = [] }): Location[] => {
      const [first = '', second] = args;
      const isNamed = first.startsWith('@');
      const modifier = (isNamed ? '@' : second === undefined ? '' : first) as Location['modifier'];
      return [{ modifier, path: second ?? first, directives: inner }, ...locationsOf(inner)];
    });
}

export function siteFor(sites: readonly Site[], port: number, host: string): Site | undefined {
  const candidates = sites.filter(({ ports }) => ports.includes(port));
  const name = host.replace(/:\d+$/, '').toLowerCase();
  return (
    candidates.find(({ names }) => names.includes(name)) ??
    candidates.find(({ names }) => names.some((each) => matchesName(each, name))) ??
    candidates.find(({ isDefault }) => isDefault) ??
    candidates[0]
  );
}

function matchesName(pattern: string, name: string): boolean {
  if (pattern.startsWith('*.')) return name.endsWith(pattern.slice(1));
  if (pattern.endsWith('.*')) return name.startsWith(pattern.slice(0, -1));
  return false;
}

/** Chooses as nginx does: the equal path, the longest prefix with `^~`, the first expression, the longest prefix. */
export function locationFor(locations: readonly Location[], path: string): Location | undefined {
  const equal = locations.find((each) => each.modifier === '=' && each.path === path);
  if (equal !== undefined) return equal;
  const prefixes = locations
    .filter(({ modifier, path: prefix }) => (modifier === '' || modifier === '^~') && path.startsWith(prefix))
    .sort((one, other) => other.path.length - one.path.length);
  const [longest] = prefixes;
  if (longest?.modifier === '^~') return longest;
  const expression = locations.find(
    ({ modifier, path: pattern }) =>
      (modifier === '~' || modifier === '~*') && new RegExp(pattern, modifier === '~*' ? 'i' : '').test(path),
  );
  return expression ?? longest;
}

/** Returns the arguments of the innermost directive of a name. */
export function argsOf(site: Site, location: Location | undefined, name: string): readonly string[] | undefined {
  const last = (all: readonly Directive[] = []) => all.findLast((each) => each.name === name)?.args;
  return last(location?.directives) ?? last(site.directives);
}
