/**
 * Properties and parameters without a description. There is one finding for each schema or operation, to limit their
 * number.
 */
import { get } from '../../document/index.js';
import { textOf } from '../keys.js';
import { groupBy } from '../group-by.js';
import type { Remark, LintRule } from '../rule.js';
import type { DocumentSite } from '../site.js';

const SHOWN = 5;

export const descriptionMissing: LintRule = {
  name: 'description-missing',
  severity: 'warning',
  check: ({ schemas, operations, namedSchemas, follow }) => {
    const properties = schemas.filter(({ path }) => path.at(-2) === 'properties');
    const byOwner = groupBy(properties, ({ owner }) => owner);
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
  kind: string,
  sites: readonly DocumentSite[],
  follow: (site: DocumentSite) => DocumentSite | undefined,
): readonly Remark[] {
  const undescribed = sites.filter((site) => !describes(site) && !describes(follow(site)));
  if (undescribed.length === 0) return [];
  const names = undescribed.slice(0, SHOWN).map((site) => textOf(get(site.value, 'name')) ?? site.path.at(-1) ?? '');
  const more = undescribed.length > SHOWN ? ` and ${undescribed.length - SHOWN} more` : '';
  const sentence = `${owner}: ${undescribed.length} of ${sites.length} ${kind} have no description: ${names.join(', ')}${more}.`;
  return [{ path, sentence }];
}

function describes(site: DocumentSite | undefined): boolean {
  return site !== undefined && Boolean(get(site.value, 'description') ?? get(site.value, 'title'));
}
