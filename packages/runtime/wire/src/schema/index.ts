export * from './combinators.js';
export { sentence, type ObjectRuleKind, type RuleValue, type SchemaRule } from './rule.js';
export type * from './schema.js';
