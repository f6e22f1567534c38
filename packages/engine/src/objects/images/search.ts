/** Searches a registry for images. */
import type { ImageSearchQuery, ImageSearchResponseItem } from '@lading/types-v1.44';
import { isTrue } from '../../values/filters.js';
import type { Registry, RegistryCredentials } from '../../ports/registry.js';

/** The number of results, if the request names none. */
const defaultLimit = 25;

/** @throws ServerError if the registry cannot be reached */
export async function searchImages(
  registry: Registry,
  publicHost: string,
  { term, limit = defaultLimit, filters = {} }: ImageSearchQuery,
  credentials: RegistryCredentials | undefined,
): Promise<ImageSearchResponseItem[]> {
  const minimum = Math.max(0, ...(filters.stars ?? []).map(Number));
  const isOfficial = flagOf(filters['is-official']);
  const isAutomated = flagOf(filters['is-automated']);
  // No registry of today builds images itself.
  if (isAutomated === true) return [];
  const [first = '', ...rest] = term.split('/');
  const hasHost = rest.length > 0 && (/[.:]/.test(first) || first === 'localhost');
  const [host, words] = hasHost ? [first, rest.join('/')] : [publicHost, term];
  const results = await registry.search(host, words, limit, credentials);
  return results
    .filter((result) => result.stars >= minimum && (isOfficial === undefined || result.isOfficial === isOfficial))
    .map(({ name, description, stars, isOfficial: is_official }) => ({
      star_count: stars,
      is_official,
      name: hasHost ? `${host}/${name}` : name,
      is_automated: false,
      description,
    }));
}

function flagOf(values: readonly string[] | undefined): boolean | undefined {
  return values === undefined || values.length === 0 ? undefined : isTrue(values);
}
