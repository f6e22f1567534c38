/** Lists every difference between the messages of two versions with the rule that decides it. */
import type { ConversionDirection, PlacedRule, VersionStep } from '../ir/index.js';
import { decisionsOf, type Decision } from './decisions.js';
import { derivedRules } from './derive-rules.js';
import { sitesOf, type DivergenceSite } from './divergence-sites.js';
import { indexedStep, placedRules } from './rules-by-operation.js';
import { placeKey } from './place-contains.js';
import { renameRules } from './place-rules.js';
import { refusalsOfRemovedOperations } from './removed-operations.js';
import { RulesByPlace } from './rules-by-place.js';
import { undecidedIn } from './undecided.js';

/** A difference of one property, parameter, header or message in one direction, wherever messages contain it. */
export interface DecidedDifference extends Pick<Decision, 'name' | 'direction' | 'places' | 'operations' | 'sites'> {
  /** The kind of the rule; `undecided` without one. */
  readonly rule: string;
  /** Whether the rule follows from the schemas. */
  readonly derived: boolean;
}

/** Returns the differences in the order in which operations have them; renamed values, and operations of one version, at the end. */
export function decidedDifferences(step: VersionStep): readonly DecidedDifference[] {
  const indexed = indexedStep(step);
  const { older, newer, rules, differences, ignoresUnknown = false } = indexed;
  const versions = { older, newer };
  const sites = sitesOf(older, newer);
  const placed = placedRules(indexed, sites);
  const written = new RulesByPlace(placed);
  const derived = derivedRules(sites, written, { ...versions, differences, ignoresUnknown });
  const open = undecidedIn(sites, written, versions);
  const derivedAt = new RulesByPlace(derived);
  const groups = new Map<string, { site: DivergenceSite; direction: ConversionDirection; question: string }[]>();
  const add = (label: string, site: DivergenceSite, direction: ConversionDirection) =>
    groups.set(label, [...(groups.get(label) ?? []), { site, direction, question: label }]);
  const wholes = new Set<PlacedRule>();
  for (const site of sites) {
    for (const direction of [`${site.messageKind}.upgrade`, `${site.messageKind}.downgrade`] as const) {
      const rule = written.deciding(direction, site);
      const derivedRule = derivedAt.at(direction, site);
      if (rule !== undefined && placeKey(rule.at) === placeKey(site.at)) add(rule.rule, site, direction);
      // What one rule decides as a whole is one difference.
      else if (rule !== undefined) wholes.add(rule);
      else if (open.some((each) => each.site === site && each.direction === direction))
        add('undecided', site, direction);
      else if (derivedRule !== undefined) add(`derived ${derivedRule.rule}`, site, direction);
    }
  }
  const found = [...groups].flatMap(([label, group]) =>
    decisionsOf(group, sites, versions).map((decision) => shown(decision, label)),
  );
  const others = [...renameRules(rules, older, newer), ...refusalsOfRemovedOperations(older, newer, placed)];
  return [...found, ...byLine([...wholes, ...others])];
}

function shown({ name, direction, places, operations, sites }: Decision, label: string): DecidedDifference {
  const [rule = ''] = label.split(' ').slice(-1);
  return { name, direction, places, operations, sites, rule, derived: label.startsWith('derived ') };
}

/** Joins the places of each line of an overlay, by direction. */
function byLine(rules: readonly PlacedRule[]): readonly DecidedDifference[] {
  const lines = new Map<string, PlacedRule[]>();
  for (const rule of rules) {
    const key = [rule.direction, rule.rule, rule.description, JSON.stringify(rule.parts), rule.operation].join(' ');
    const line = rule.rule === 'refuse' ? key : key.slice(0, -rule.operation.length);
    lines.set(line, [...(lines.get(line) ?? []), rule]);
  }
  return [...lines.values()].flatMap((line): readonly DecidedDifference[] => {
    const [first] = line;
    if (first === undefined) return [];
    const { direction, derived = false } = first;
    // A value of an enum is renamed by replacing it.
    const rule = first.rule === 'replace' ? 'rename' : first.rule;
    const sites = line.map(({ operation, at }) => ({ operation, at, when: [] }));
    const operations = [...new Set(line.map(({ operation }) => operation))];
    const name = Object.values(first.at)[0] ?? first.operation;
    return [{ name, direction, places: [name], operations, sites, rule, derived }];
  });
}
