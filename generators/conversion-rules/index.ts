export { assertRulesFit } from './assert-rules-fit.js';
export type { Undecided } from './derive-rules.js';
export { withHooksForUndecided } from './hooks-for-undecided.js';
export { conversionRulesOf } from './parse-rules.js';
export { operationsOfRule, rulesByOperation, undecidedOf } from './rules-by-operation.js';
export { rulesOfSelection, type SelectedApi } from './rules-of-selection.js';
