/** The rules that convert between a version and the one that it extends. */
import type { ConversionHooks, ConvertedStep } from '../../emit/overlay/index.js';
import type { ServerDialectName } from '../../emit/server/index.js';
import {
  convertedValueOf,
  operationsOfRule,
  rulesByOperation,
  withHooksForUndecided,
} from '../../conversion-rules/index.js';
import { compareVersions, type Api, type ConvertRule, type HookRule, type TimelineVersion } from '../../ir/index.js';

export interface ConversionOptions {
  /** The package of the default conversion hooks. */
  readonly conversionHooks?: ConversionHooks | undefined;
  /** The dialect of the servers: engines ignore properties that they do not know. */
  readonly serverDialect: ServerDialectName;
}

/** @param base the version that it extends */
export function convertedStep(
  { version, api, rules, differences }: TimelineVersion,
  base: Api,
  { conversionHooks, serverDialect }: ConversionOptions,
): ConvertedStep {
  const [older, newer] = compareVersions(api.version, base.version) < 0 ? [api, base] : [base, api];
  const pair = { version, older, newer, ignoresUnknown: serverDialect === 'engine' };
  // Only an overlay has conversion rules. What two documents do not decide, hooks decide.
  const isDerived = rules === undefined || differences === undefined;
  const step = isDerived ? withHooksForUndecided(pair) : { ...pair, rules, differences };
  return {
    ...step,
    ...(conversionHooks && { hooks: conversionHooks }),
    operations: rulesByOperation(step),
    operationsOf: (rule: HookRule | ConvertRule) => operationsOfRule(rule, step),
    convertedBy: (rule: ConvertRule) => convertedValueOf(rule, older, newer),
  };
}
