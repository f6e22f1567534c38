/** Finds the version and the path of a request. */
import type { Contract, Server } from '@lading/runtime-wire';
import type { HostRequest } from '../../host/index.js';
import type { Address } from '../dialect.js';
import type { StandardOptions, VersionPlace } from './options.js';

type AddressOf = (request: Pick<HostRequest, 'url' | 'headers'>) => Address;

/** A path before those of the operations, and the version whose server has it; undefined if several have it. */
interface BasePath {
  readonly path: string;
  readonly version: string | undefined;
}

/** @param contracts the contracts of all served versions */
export function addressReader(
  contracts: readonly Contract[],
  { version, basePaths }: Pick<StandardOptions, 'version' | 'basePaths'>,
): AddressOf {
  const bases = basePaths?.map((path): BasePath => ({ path: trimmed(path), version: undefined })) ?? basesOf(contracts);
  return (request) => {
    const { path, query } = splitUrl(request.url);
    const base = bases.find((one) => path.startsWith(`${one.path}/`) || path === one.path);
    const rest = base === undefined ? path : path.slice(base.path.length) || '/';
    if (version === 'path') {
      const [, named, remaining] = /^\/v?(\d[\w.-]*)(\/.*)?$/.exec(rest) ?? [];
      return { version: named, path: named === undefined ? rest : (remaining ?? '/'), query };
    }
    const named = typeof version === 'function' ? version(request) : versionAt(version, request.headers, query);
    return { version: named ?? base?.version, path: rest, ...(base && { fullPath: path }), query };
  };
}

function versionAt(
  place: VersionPlace | undefined,
  headers: HostRequest['headers'],
  query: string,
): string | undefined {
  if (place === undefined || place === 'path') return undefined;
  if ('header' in place) return headers[place.header.toLowerCase()];
  if ('query' in place) return new URLSearchParams(query).get(place.query) ?? undefined;
  const accept = headers['accept'] ?? headers['content-type'] ?? '';
  for (const part of accept.split(/[;,]/)) {
    const [name = '', value = ''] = part.split('=');
    if (name.trim() === place.mediaTypeParameter) return value.trim().replace(/^"(.*)"$/, '$1');
  }
  return undefined;
}

/** Returns the paths of all servers, the longest first. */
function basesOf(contracts: readonly Contract[]): readonly BasePath[] {
  const versions = new Map<string, Set<string>>();
  for (const { version, servers = [], operations } of contracts) {
    const all = [...servers, ...Object.values(operations).flatMap((operation) => operation.servers ?? [])];
    for (const path of all.map(pathOf)) versions.set(path, (versions.get(path) ?? new Set()).add(version));
  }
  return [...versions]
    .filter(([path]) => path !== '')
    .map(([path, of]) => ({ path, version: of.size === 1 && contracts.length > 1 ? [...of][0] : undefined }))
    .sort((a, b) => b.path.length - a.path.length);
}

/** Returns the path of a server with the defaults of its variables, without a slash at the end. */
function pathOf({ url, variables = {} }: Server): string {
  const filled = url.replace(/\{([^{}]+)\}/g, (_, name: string) =>
    Object.hasOwn(variables, name) ? (variables[name]?.default ?? '') : '',
  );
  return trimmed(/^(?:[a-z][a-z\d+.-]*:)?\/\/[^/]*(.*)$/i.exec(filled)?.[1] ?? filled);
}

function trimmed(path: string): string {
  const [plain = ''] = path.split(/[?#]/);
  const text = plain.replace(/\/+$/, '');
  return text === '' || text.startsWith('/') ? text : `/${text}`;
}

/** Splits a URL, whose origin is ignored. */
function splitUrl(url: string): { readonly path: string; readonly query: string } {
  const relative = url.startsWith('/') ? url : url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '');
  const question = relative.indexOf('?');
  return question < 0
    ? { path: relative, query: '' }
    : { path: relative.slice(0, question), query: relative.slice(question + 1) };
}
