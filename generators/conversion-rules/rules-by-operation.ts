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
import { sitesOf } from './divergence-sites.js';
import { undecidedIn } from './undecided.js';
import { refusalsOfRemovedOperations } from './removed-operations.js';
import { indexedStep } from './indexed-step.js';
import { writtenRules } from './place-rules.js';

/** Returns the rules of each operation. Operations without a rule are equal in both versions, and left out. @throws OVERLAY_UNDECIDED */
export function rulesByOperation(step: VersionStep): readonly OperationRules[] {
  const { version, older, newer, rules, differences, ignoresUnknown = false } = indexedStep(step);
  const written = writtenRules(rules, older, newer);
  const sites = sitesOf(older, newer);
  assertDecided(decisionsOf(undecidedIn(sites, written, { older, newer }), { older, newer }), version);
  const derived = [
    ...derivedRules(sites, written, { older, newer, differences, ignoresUnknown }),
    ...refusalsOfRemovedOperations(older, newer, written),
  ];
  const [writtenIn, derivedIn] = [gathered(written), gathered(derived)];
  const ids = new Set([...newer.operations, ...older.operations].map(({ id }) => id));
  return [...ids].flatMap((id) => {
    const of = (direction: ConversionDirection) => {
      const key = `${direction} ${id}`;
      const [writtenHere, derivedHere] = [writtenIn.get(key) ?? [], derivedIn.get(key) ?? []];
      // Properties that an older version ignores must not influence the written rules. All others are removed after those rules.
      const isFirst = ({ isLast }: PlacedRule) => direction === 'request.upgrade' && isLast !== true;
      return [...derivedHere.filter(isFirst), ...writtenHere, ...derivedHere.filter((rule) => !isFirst(rule))];
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

/** Returns the operations that a rule applies to. */
export function operationsOfRule(rule: ConversionRule, step: VersionStep): readonly string[] {
  const { older, newer } = indexedStep(step);
  return [...new Set(writtenRules([rule], older, newer).map(({ operation }) => operation))];
}

/** Returns all differences that a person has to decide before {@link rulesByOperation} succeeds. */
export function undecidedOf(step: VersionStep): readonly Decision[] {
  const { older, newer, rules } = indexedStep(step);
  const undecided = undecidedIn(sitesOf(older, newer), writtenRules(rules, older, newer), { older, newer });
  return decisionsOf(undecided, { older, newer });
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
