export { assertRulesFit } from './assert-rules-fit.js';
export { itemsOf } from './assert-decided.js';
export { convertedValueOf } from './converted-value.js';
export type { Decision } from './decisions.js';
export { decidedDifferences, type DecidedDifference } from './decided-differences.js';
export { withHooksForUndecided } from './hooks-for-undecided.js';
export { conversionRulesOf } from './parse-rules.js';
export { operationsOfRule, rulesByOperation, undecidedOf } from './rules-by-operation.js';
export { rulesOfSelection, type SelectedApi } from './rules-of-selection.js';
