/** Derives conversion rules from the schemas of two versions. */
import type { ConversionDirection, Difference, PlacedRule, VersionStep } from '../ir/index.js';
import type { DivergenceSite } from './divergence-sites.js';
import type { IndexedPair } from './message-types.js';
import { contains, isAt } from './place-contains.js';
import { decides, directionOfDefault, isNullEntry, isNullWhereAbsent } from './undecided.js';

/** The versions of a step, whose schemas are indexed, and its differences. */
interface DerivedFrom extends IndexedPair, Pick<VersionStep, 'differences' | 'ignoresUnknown'> {}

/**
 * Returns the rules that need not be written: for properties that the other version does not have, for null if it has none, and
 * for absence where it has null. None acts at a place where a written rule acts in its stead.
 */
export function derivedRules(
  sites: readonly DivergenceSite[],
  written: readonly PlacedRule[],
  versions: DerivedFrom,
): readonly PlacedRule[] {
  const byOperation = new Map<string, PlacedRule[]>();
  for (const rule of written) byOperation.set(rule.operation, [...(byOperation.get(rule.operation) ?? []), rule]);
  return sites.filter(isAddressed).flatMap((site) => {
    const rules = byOperation.get(site.operation) ?? [];
    const difference = differenceOf(site, rules, versions.differences);
    const drafts = [...ruleDraftsAt(site, rules, versions), ...defaultAt(site, rules, versions)];
    // The function of a rule `convert` converts everything in its value.
    const isInConverted = ({ direction }: RuleDraft) =>
      rules.some(
        ({ rule, at, ...of }) =>
          rule === 'convert' && of.direction === direction && contains(at, site.at) && !isAt(at, site.at),
      );
    return drafts
      .filter((draft) => !isInConverted(draft))
      .map((draft): PlacedRule => ({
        operation: site.operation,
        ...(difference !== undefined && { difference: difference }),
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

function ruleDraftsAt(site: DivergenceSite, rules: readonly PlacedRule[], versions: DerivedFrom): readonly RuleDraft[] {
  const [before, after] = [versions.older.version, versions.newer.version];
  const isNewer = site.side === 'newer';
  const [fromIt, toIt] = isNewer ? (['downgrade', 'upgrade'] as const) : (['upgrade', 'downgrade'] as const);
  const [own, other] = isNewer ? [after, before] : [before, after];
  const isDecided = (direction: ConversionDirection) =>
    rules.some((rule) => rule.direction === direction && decides(rule, site));
  const decidedAt = (direction: ConversionDirection) =>
    rules.find((rule) => rule.direction === direction && isAt(rule.at, site.at));
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
      versions.ignoresUnknown !== true && decidedAt(direction) === undefined && !isMoved(site, direction, rules);
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
function defaultAt(
  site: DivergenceSite,
  rules: readonly PlacedRule[],
  { older, newer }: DerivedFrom,
): readonly RuleDraft[] {
  const [direction, value] = [directionOfDefault(site), site.default];
  if (
    direction === undefined ||
    value === undefined ||
    rules.some((rule) => rule.direction === direction && decides(rule, site))
  )
    return [];
  const { version } = site.side === 'newer' ? newer : older;
  const description = `Version ${version} requires it, and documents this default.`;
  return [{ direction, description, rule: 'default', parts: { value } }];
}

/** Whether a written rule copies the value to another place. */
export function isMoved(
  { at }: Pick<DivergenceSite, 'at'>,
  direction: ConversionDirection,
  rules: readonly PlacedRule[],
): boolean {
  return rules.some(
    ({ rule, parts, ...of }) => of.direction === direction && rule === 'fill' && parts['from'] === at.body,
  );
}

/** Whether rules can name the place. Parts of the path and cookies are only visible to conversion hooks. */
function isAddressed({ at }: DivergenceSite): boolean {
  return Object.keys(at).length > 0;
}

/** Returns the difference that a site belongs to: that of a rule at the same place, or of an action that changes the property. */
function differenceOf(site: DivergenceSite, rules: readonly PlacedRule[], differences: readonly Difference[]) {
  const rule = rules.find(({ at }) => isAt(at, site.at));
  const touched = differences.find(({ properties }) =>
    site.properties.some((property) => properties.includes(property)),
  );
  return rule?.difference ?? touched?.id;
}
