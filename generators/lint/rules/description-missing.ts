/** Properties and parameters without a description. Told once per shape or operation, or it would fill the screen. */
import { get } from '../../document/index.js';
import { grouped } from '../grouped.js';
import type { Remark, Rule } from '../rule.js';
import type { Site } from '../site.js';

const SHOWN = 5;

export const descriptionMissing: Rule = {
  name: 'description-missing',
  severity: 'warning',
  check: ({ schemas, operations, namedSchemas, follow }) => {
    const properties = schemas.filter(({ path }) => path.at(-2) === 'properties');
    const byOwner = grouped(properties, ({ owner }) => owner);
    return [
      ...[...byOwner].flatMap(([owner, sites]) =>
        remark(owner, namedSchemas.get(owner)?.path ?? sites[0]?.path ?? [], 'properties', sites, follow),
      ),
      ...operations.flatMap(({ label, path, parameters }) => remark(label, path, 'parameters', parameters, follow)),
    ];
  },
};

function remark(
  owner: string,
  path: readonly string[],
  what: string,
  sites: readonly Site[],
  follow: (site: Site) => Site | undefined,
): readonly Remark[] {
  const silent = sites.filter((site) => !describes(site) && !describes(follow(site)));
  if (silent.length === 0) return [];
  const names = silent.slice(0, SHOWN).map((site) => String(get(site.value, 'name') ?? site.path.at(-1)));
  const more = silent.length > SHOWN ? ` and ${silent.length - SHOWN} more` : '';
  const sentence = `${owner}: ${silent.length} of ${sites.length} ${what} have no description: ${names.join(', ')}${more}.`;
  return [{ path, sentence }];
}

function describes(site: Site | undefined): boolean {
  return site !== undefined && Boolean(get(site.value, 'description') ?? get(site.value, 'title'));
}
