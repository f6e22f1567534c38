/** All rules of the step between two versions, by operation and direction, in the order in which they act. */
import {
  conversionDirections,
  type OperationRules,
  type PlacedRule,
  type VersionStep,
  type ConversionDirection,
  type ConversionRule,
} from '../ir/index.js';
import { assertDecided, derivedRules, sitesOf, undecidedIn, type Undecided } from './derive-rules.js';
import { operationsOfOne } from './operations-of-one.js';
import { indexedStep } from './indexed-step.js';
import { writtenRules } from './place-rules.js';

/** Operations without a rule are the same in both versions, and left out. @throws OVERLAY_UNDECIDED */
export function rulesByOperation(step: VersionStep): readonly OperationRules[] {
  const { version, older, newer, rules } = indexedStep(step);
  const written = writtenRules(rules, older, newer);
  const sites = sitesOf(older, newer);
  assertDecided(sites, written, version);
  const derived = [...derivedRules(sites, written, step), ...operationsOfOne(older, newer, written)];
  const ids = new Set([...newer.operations, ...older.operations].map(({ id }) => id));
  return [...ids].flatMap((id) => {
    const of = (direction: ConversionDirection) => {
      const here = (rule: PlacedRule) => rule.operation === id && rule.direction === direction;
      const [own, followed] = [written.filter(here), derived.filter(here)];
      // What an older client means nothing by must not mislead the rules; all else goes when they are done with it.
      return direction === 'request.up' ? [...followed, ...own] : [...own, ...followed];
    };
    const all: OperationRules['rules'] = {
      'request.up': of('request.up'),
      'request.down': of('request.down'),
      'response.up': of('response.up'),
      'response.down': of('response.down'),
    };
    return conversionDirections.some((direction) => all[direction].length > 0) ? [{ id, rules: all }] : [];
  });
}

/** The operations that a rule acts on. */
export function operationsOfRule(rule: ConversionRule, step: VersionStep): readonly string[] {
  const { older, newer } = indexedStep(step);
  return [...new Set(writtenRules([rule], older, newer).map(({ operation }) => operation))];
}

/** Everything that a person has to decide before {@link rulesByOperation} succeeds. */
export function undecidedOf(step: VersionStep): readonly Undecided[] {
  const { older, newer, rules } = indexedStep(step);
  return undecidedIn(sitesOf(older, newer), writtenRules(rules, older, newer));
}
