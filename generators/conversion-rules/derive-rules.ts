/** Derives conversion rules from the schemas of two versions. */
import type { ConversionDirection, PlacedRule, VersionStep } from '../ir/index.js';
import type { DivergenceSite } from './divergence-sites.js';
import type { IndexedPair } from './message-types.js';
import type { RulesByPlace } from './rules-by-place.js';
import { directionOfDefault, isNullEntry, isNullWhereAbsent } from './undecided.js';

/** The versions of a step, whose schemas are indexed, and its differences. */
interface DerivedFrom extends IndexedPair, Pick<VersionStep, 'differences' | 'ignoresUnknown'> {}

/**
 * Returns the rules that need not be written: for properties that the other version does not have, for null if it has none, and
 * for absence where it has null. None acts at a place where a written rule acts in its stead.
 */
export function derivedRules(
  sites: readonly DivergenceSite[],
  written: RulesByPlace,
  versions: DerivedFrom,
): readonly PlacedRule[] {
  const { differences } = versions;
  const changing = new Map<string, number>();
  for (const [position, { properties }] of differences.entries())
    for (const property of properties) if (!changing.has(property)) changing.set(property, position);
  // The first difference that changes the property, unless a rule at its place belongs to one.
  const differenceOf = (site: DivergenceSite) => {
    const positions = site.properties.flatMap((property) => changing.get(property) ?? []);
    return written.atAny(site)?.difference ?? differences[Math.min(...positions)]?.id;
  };
  return sites.filter(isAddressed).flatMap((site) => {
    const difference = differenceOf(site);
    const drafts = [...ruleDraftsAt(site, written, versions), ...defaultAt(site, written, versions)];
    return drafts
      .filter(({ direction }) => !written.isInConverted(direction, site))
      .map((draft): PlacedRule => ({
        operation: site.operation,
        ...(difference !== undefined && { difference }),
        at: site.at,
        rule: 'drop',
        parts: {},
        derived: true,
        ...draft,
        ...(site.recursion !== undefined && { recursion: site.recursion }),
        when: [...(draft.when ?? []), ...site.when],
      }));
  });
}

type RuleDraft = Pick<PlacedRule, 'direction' | 'description'> &
  Partial<Pick<PlacedRule, 'rule' | 'parts' | 'when' | 'isLast'>>;

function ruleDraftsAt(site: DivergenceSite, rules: RulesByPlace, versions: DerivedFrom): readonly RuleDraft[] {
  const [before, after] = [versions.older.version, versions.newer.version];
  const isNewer = site.side === 'newer';
  const [fromIt, toIt] = isNewer ? (['downgrade', 'upgrade'] as const) : (['upgrade', 'downgrade'] as const);
  const [own, other] = isNewer ? [after, before] : [before, after];
  const isDecided = (direction: ConversionDirection) => rules.deciding(direction, site) !== undefined;
  const decidedAt = (direction: ConversionDirection) => rules.at(direction, site);
  if (isNullWhereAbsent(site, versions)) {
    const direction = `response.${toIt}` as const;
    const filled: RuleDraft = {
      direction,
      description: `Version ${own} sends null where version ${other} sends nothing.`,
      rule: 'default',
      parts: { value: null },
    };
    const dropped: RuleDraft = { direction: `response.${fromIt}`, description: `Version ${other} does not send it.` };
    const isDropped = site.kind === 'only' && decidedAt(dropped.direction)?.rule !== 'drop';
    return [...(isDecided(direction) ? [] : [filled]), ...(isDropped ? [dropped] : [])];
  }
  if (site.kind === 'null' && site.messageKind === 'response' && (!site.required || isNullEntry(site))) {
    const direction = `response.${fromIt}` as const;
    if (site.required && isDecided(direction)) return [];
    return [{ direction, description: `Version ${other} does not send null.`, when: [{ of: '', is: [null] }] }];
  }
  if (site.kind !== 'only') return [];
  if (site.messageKind === 'response') {
    const direction = `response.${fromIt}` as const;
    // A written rule says when to drop it.
    return decidedAt(direction)?.rule === 'drop'
      ? []
      : [{ direction, description: `Version ${other} does not send it.` }];
  }
  // What the client requested is not lost silently, unless a rule or hook has decided it, or moved it.
  const dropRequested = (direction: ConversionDirection, version: string): RuleDraft => {
    const description = `Version ${version} does not have it.`;
    const isReported =
      versions.ignoresUnknown !== true && decidedAt(direction) === undefined && !rules.isMoved(direction, site);
    return { direction, description, ...(isReported && { parts: { loss: description } }) };
  };
  if (!isNewer) {
    const isKept =
      versions.ignoresUnknown === true ||
      ['drop', 'warn', 'convert'].includes(decidedAt('request.upgrade')?.rule ?? '');
    return isKept ? [] : [{ ...dropRequested('request.upgrade', after), isLast: true }];
  }
  return [
    ...(decidedAt('request.upgrade') === undefined
      ? [{ direction: 'request.upgrade', description: `Version ${before} ignores it.` } as const]
      : []),
    ...(decidedAt('request.downgrade')?.rule === 'convert' ? [] : [dropRequested('request.downgrade', before)]),
  ];
}

/** Requests get the documented default of what the version that they are converted to requires. */
function defaultAt(site: DivergenceSite, rules: RulesByPlace, { older, newer }: DerivedFrom): readonly RuleDraft[] {
  const [direction, value] = [directionOfDefault(site), site.default];
  if (direction === undefined || value === undefined || rules.deciding(direction, site) !== undefined) return [];
  const { version } = site.side === 'newer' ? newer : older;
  const description = `Version ${version} requires it, and documents this default.`;
  return [{ direction, description, rule: 'default', parts: { value } }];
}

/** Whether rules can name the place. Parts of the path and cookies are only visible to conversion hooks. */
function isAddressed({ at }: DivergenceSite): boolean {
  return Object.keys(at).length > 0;
}
