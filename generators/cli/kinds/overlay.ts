/** The conversions between a version and the version that it extends. */
import { compareVersions } from '../../overlay/index.js';
import { overlayPackage, type OverlayPackage } from '../../emit/overlay/index.js';
import { operationsOfRule, rulesByOperation, withHooksForUndecided } from '../../conversion-rules/index.js';
import type { HookRule } from '../../ir/index.js';
import type { Kind } from './kind.js';
import { typesOf, types } from './types.js';

export const overlay: Kind<OverlayPackage> = {
  name: 'overlay',
  needs: [types],
  needsOfBase: [types],
  isCode: true,
  isPure: true,
  make: (version) => {
    const { described, baseApi: other, naming, conversionHooks } = version;
    const { api, changes, rules, differences } = described;
    if (other === undefined) return undefined;
    const [older, newer] = compareVersions(api.version, other.version) < 0 ? [api, other] : [other, api];
    const contextOf = (one: string) => typesOf(version, one).plain;
    const contexts = { older: contextOf(older.version), newer: contextOf(newer.version) };
    const pair = { version: described.version, older, newer };
    // Only an overlay has conversion rules. What two documents do not decide, hooks decide.
    const isDerived = rules === undefined || differences === undefined;
    const step = isDerived ? withHooksForUndecided(pair) : { ...pair, rules, differences };
    const operations = rulesByOperation(step);
    const operationsOf = (rule: HookRule) => operationsOfRule(rule, step);
    const hooks = conversionHooks && { hooks: conversionHooks };
    return overlayPackage({ ...step, ...hooks, operations, operationsOf, changes, types: contexts }, { naming });
  },
};
