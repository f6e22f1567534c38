/** The rules that convert between a version and the one it extends. */
import {
  convertedValueOf,
  operationsOfRules,
  rulesByOperation,
  withHooksForUndecided,
} from '../../conversion-rules/index.js';
import type { ConversionStep } from '../../emitter/index.js';
import { compareVersions, type Api, type ConvertRule, type TimelineVersion } from '../../ir/index.js';

/**
 * @param base the version that it extends
 * @param ignoresUnknown whether servers ignore properties that they do not know
 */
export function conversionStep(
  { version, api, rules, differences }: TimelineVersion,
  base: Api,
  ignoresUnknown: boolean,
): ConversionStep {
  const [older, newer] = compareVersions(api.version, base.version) < 0 ? [api, base] : [base, api];
  const pair = { version, older, newer, ignoresUnknown };
  // Only an overlay has conversion rules. What two documents do not decide, hooks decide.
  const isDerived = rules === undefined || differences === undefined;
  const step = isDerived ? withHooksForUndecided(pair) : { ...pair, rules, differences };
  return {
    ...step,
    operations: rulesByOperation(step),
    operationsOf: operationsOfRules(step),
    convertedBy: (rule: ConvertRule) => convertedValueOf(rule, older, newer),
  };
}
