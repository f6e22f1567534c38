/** All rules of the step between two versions, by operation and direction, in the order in which they act. */
import { wireDirections, type WireDirection } from '../../ir/index.js';
import { assertDecided, derivedRules, sitesOf, undecidedIn, type Undecided } from './derived-rules.js';
import { operationsOfOne } from './operations-of-one.js';
import type { PlacedRule } from './placed-rule.js';
import { indexedStep, type StepBetween } from './step-between.js';
import { writtenRules } from './written-rules.js';

export interface OperationRules {
  readonly id: string;
  readonly rules: Readonly<Record<WireDirection, readonly PlacedRule[]>>;
}

/** Operations without a rule are the same in both versions, and left out. @throws OVERLAY_UNDECIDED */
export function rulesOf(step: StepBetween): readonly OperationRules[] {
  const { version, older, newer, rules } = indexedStep(step);
  const written = writtenRules(rules, older, newer);
  const sites = sitesOf(older, newer);
  assertDecided(sites, written, version);
  const derived = [...derivedRules(sites, written, step), ...operationsOfOne(older, newer, written)];
  const ids = new Set([...newer.operations, ...older.operations].map(({ id }) => id));
  return [...ids].flatMap((id) => {
    const of = (direction: WireDirection) => {
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
    return wireDirections.some((direction) => all[direction].length > 0) ? [{ id, rules: all }] : [];
  });
}

/** Everything that a person has to decide before {@link rulesOf} succeeds. */
export function undecidedOf(step: StepBetween): readonly Undecided[] {
  const { older, newer, rules } = indexedStep(step);
  return undecidedIn(sitesOf(older, newer), writtenRules(rules, older, newer));
}
