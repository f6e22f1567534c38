/** Searches a registry for images. */
import { BadRequest } from '@lading/server';
import type { ImageSearchQuery, ImageSearchResponseItem } from '@lading/types-v1.44';
import type { Registry, RegistryCredentials } from '../ports/registry.js';

/** The number of results, if the request names none. */
const defaultLimit = 25;

/** @throws BadRequest for an invalid limit or filter; ServerError if the registry cannot be reached */
export async function searchImages(
  registry: Registry,
  publicHost: string,
  { term, limit = defaultLimit, filters = {} }: ImageSearchQuery,
  credentials: RegistryCredentials | undefined,
): Promise<ImageSearchResponseItem[]> {
  if (limit < 0 || limit > 100) throw new BadRequest(`limit ${limit} is outside the range of [1, 100]`);
  const minimum = starsOf(filters.stars);
  const isOfficial = flagOf('is-official', filters['is-official']);
  const isAutomated = flagOf('is-automated', filters['is-automated']);
  // No registry of today builds images itself.
  if (isAutomated === true) return [];
  const [first = '', ...rest] = term.split('/');
  const hasHost = rest.length > 0 && (/[.:]/.test(first) || first === 'localhost');
  const [host, words] = hasHost ? [first, rest.join('/')] : [publicHost, term];
  const results = await registry.search(host, words, limit === 0 ? defaultLimit : limit, credentials);
  return results
    .filter((result) => result.stars >= minimum && (isOfficial === undefined || result.isOfficial === isOfficial))
    .map(({ name, description, stars, isOfficial: is_official }) => ({
      ...{ star_count: stars, is_official, name: hasHost ? `${host}/${name}` : name, is_automated: false, description },
    }));
}

function starsOf(values: readonly string[] | undefined): number {
  const numbers = (values ?? []).map((value) => {
    if (!/^\d+$/.test(value)) throw new BadRequest(`invalid filter 'stars=${value}'`);
    return Number(value);
  });
  return Math.max(0, ...numbers);
}

function flagOf(name: string, values: readonly string[] | undefined): boolean | undefined {
  const [value] = values ?? [];
  if (value === undefined) return undefined;
  if (!['true', 'false', '1', '0'].includes(value)) throw new BadRequest(`invalid filter '${name}=${value}'`);
  return value === 'true' || value === '1';
}
