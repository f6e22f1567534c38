/** Collects all conversion rules between two versions, by operation and direction, in the order of application. */
import {
  conversionDirections,
  type OperationRules,
  type PlacedRule,
  type VersionStep,
  type ConversionDirection,
  type ConversionRule,
} from '../ir/index.js';
import { assertDecided } from './assert-decided.js';
import { decisionsOf, type Decision } from './decisions.js';
import { derivedRules } from './derive-rules.js';
import { onlyRules } from './only-rules.js';
import { sitesOf, type DivergenceSite } from './divergence-sites.js';
import { undecidedIn } from './undecided.js';
import { refusalsOfRemovedOperations } from './removed-operations.js';
import { pathNameRules, withPathNames } from './path-names.js';
import { withNewPaths, withNewNames } from './renamed-api.js';
import { recursiveRules } from './recursion.js';
import { RulesByPlace } from './rules-by-place.js';
import { renameRules, writtenRules } from './place-rules.js';
import { indexed, type IndexedApi } from './message-types.js';

/** Returns the rules of each operation. Operations without a rule are equal in both versions, and left out. @throws OVERLAY_UNDECIDED */
export function rulesByOperation(step: VersionStep): readonly OperationRules[] {
  const indexed = indexedStep(step);
  const { version, older, newer, rules, differences, ignoresUnknown = false } = indexed;
  const sites = sitesOf(older, newer);
  const placed = placedRules(indexed, sites);
  const written = new RulesByPlace(placed);
  assertDecided(decisionsOf(undecidedIn(sites, written, { older, newer }), sites, { older, newer }), version);
  const derived = [
    ...derivedRules(sites, written, { older, newer, differences, ignoresUnknown }),
    ...refusalsOfRemovedOperations(older, newer, placed),
  ];
  const renames = [
    ...renameRules(rules, older, newer),
    ...pathNameRules(withNewPaths(step.older, newer, rules), newer),
  ];
  const [writtenIn, derivedIn, renamesIn] = [
    gathered(recursiveRules(placed, sites).map((rule) => (ignoresUnknown ? rule : withLoss(rule, written)))),
    gathered(derived),
    gathered(renames),
  ];
  const ids = new Set([...newer.operations, ...older.operations].map(({ id }) => id));
  return [...ids].flatMap((id) => {
    const of = (direction: ConversionDirection) => {
      const key = `${direction} ${id}`;
      const [writtenHere, derivedHere] = [writtenIn.get(key) ?? [], derivedIn.get(key) ?? []];
      const renamesHere = renamesIn.get(key) ?? [];
      const outermost = writtenHere.filter(({ isOutermost }) => isOutermost);
      const inside = writtenHere.filter(({ isOutermost }) => isOutermost !== true);
      // Properties that an older version ignores must not influence the written rules. All others are removed after those rules.
      const isFirst = ({ isLast }: PlacedRule) => direction === 'request.upgrade' && isLast !== true;
      const byNewNames = [...derivedHere.filter(isFirst), ...inside, ...derivedHere.filter((rule) => !isFirst(rule))];
      const all = direction.endsWith('.upgrade')
        ? [...renamesHere.flatMap(withNewNameIgnored), ...byNewNames]
        : [...byNewNames, ...renamesHere];
      // Requests pass the hooks outside of all rules first, responses pass them last.
      return direction.startsWith('request.') ? [...outermost, ...all] : [...all, ...outermost];
    };
    const all: OperationRules['rules'] = {
      'request.upgrade': of('request.upgrade'),
      'request.downgrade': of('request.downgrade'),
      'response.upgrade': of('response.upgrade'),
      'response.downgrade': of('response.downgrade'),
    };
    return conversionDirections.some((direction) => all[direction].length > 0) ? [{ id, rules: all }] : [];
  });
}

/** Returns a function that returns the operations that a rule applies to. */
export function operationsOfRules(step: VersionStep): (rule: ConversionRule) => readonly string[] {
  let versions: IndexedStep | undefined;
  return (rule) => {
    const { older, newer } = (versions ??= indexedStep(step));
    return [...new Set(writtenRules([rule], older, newer).map(({ operation }) => operation))];
  };
}

/** Returns all differences that a person has to decide before {@link rulesByOperation} succeeds. */
export function undecidedOf(step: VersionStep): readonly Decision[] {
  const indexed = indexedStep(step);
  const { older, newer } = indexed;
  const sites = sitesOf(older, newer);
  const undecided = undecidedIn(sites, new RulesByPlace(placedRules(indexed, sites)), { older, newer });
  return decisionsOf(undecided, sites, { older, newer });
}

/** Returns the written rules at their places: those of single places, then those of everything that only one version has. */
export function placedRules(
  { rules, older, newer }: ReturnType<typeof indexedStep<VersionStep>>,
  sites: readonly DivergenceSite[],
): readonly PlacedRule[] {
  const written = writtenRules(rules, older, newer);
  return [...written, ...onlyRules(rules, sites, new RulesByPlace(written))];
}

/** What a rule removes from a request is reported, unless it removes stated values, warns, or the value is moved. */
function withLoss(rule: PlacedRule, written: RulesByPlace): PlacedRule {
  const { direction, parts, when, description } = rule;
  const isSilent =
    rule.rule !== 'drop' ||
    direction.startsWith('response.') ||
    parts['warning'] !== undefined ||
    when.some(({ of, is }) => of === '' && Array.isArray(is)) ||
    written.isMoved(direction, rule);
  return isSilent ? rule : { ...rule, parts: { loss: description, ...parts } };
}

/** An older implementation would ignore what its clients send under a newer name. */
function withNewNameIgnored(rename: PlacedRule): readonly PlacedRule[] {
  const { direction, rule, at } = rename;
  if (direction !== 'request.upgrade' || rule !== 'rename' || at.segment !== undefined) return [rename];
  const description = 'The older version ignores it.';
  return [{ ...rename, description, rule: 'drop', parts: {}, derived: true }, rename];
}

function gathered(rules: readonly PlacedRule[]): ReadonlyMap<string, readonly PlacedRule[]> {
  const found = new Map<string, PlacedRule[]>();
  for (const rule of rules) {
    const key = `${rule.direction} ${rule.operation}`;
    const group = found.get(key);
    if (group === undefined) found.set(key, [rule]);
    else group.push(rule);
  }
  return found;
}

interface IndexedStep extends VersionStep {
  readonly older: IndexedApi;
  readonly newer: IndexedApi;
}

/** The older version has the names of the newer one, where rules rename them. */
export function indexedStep<Step extends VersionStep>(step: Step): Step & IndexedStep {
  const newer = indexed(step.newer);
  const renamed = withNewNames(step.older, step.newer, step.rules);
  return { ...step, older: indexed(withPathNames(renamed, newer)), newer };
}
