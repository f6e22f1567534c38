/** All rules, in the order in which findings are shown. */
import type { LintRule } from './rule.js';
import {
  operationIdDuplicate,
  operationsAlike,
  pathWithQuery,
  pathWithoutSlash,
  operationWithoutSuccess,
  contentNeverSent,
  operationWithoutId,
  operationWithoutTag,
  operationWithoutSummary,
} from './rules/operations.js';
import {
  headerNameInvalid,
  parameterDuplicate,
  parametersAlike,
  parameterWithoutName,
  pathParameterUndeclared,
  pathParameterUnused,
} from './rules/parameters.js';
import { securityUndeclared } from './rules/security-undeclared.js';
import { keyUnknown } from './rules/key-unknown.js';
import { valueMistyped } from './rules/value-mistyped.js';
import { keywordIgnored } from './rules/keyword-ignored.js';
import { referenceMissing, referenceWithSiblings, constraintBesideReference } from './rules/references.js';
import { schemaWithoutValues } from './rules/schema-without-values.js';
import {
  arrayWithoutItems,
  typeUnknown,
  typesContradictory,
  formatMisspelled,
  nullableForeign,
} from './rules/types.js';
import {
  enumDuplicate,
  boundsReversed,
  numberImpossible,
  defaultOutside,
  exampleOutside,
  integerRounded,
} from './rules/values.js';
import { constraintUnchecked } from './rules/constraint-unchecked.js';
import { similarSchemas, schemaUnreferenced, requiredWithoutProperty } from './rules/schemas.js';
import { descriptionMissing } from './rules/description-missing.js';

export const rules: readonly LintRule[] = [
  operationIdDuplicate,
  operationsAlike,
  pathWithQuery,
  pathWithoutSlash,
  operationWithoutSuccess,
  contentNeverSent,
  pathParameterUndeclared,
  pathParameterUnused,
  parameterDuplicate,
  parametersAlike,
  parameterWithoutName,
  headerNameInvalid,
  securityUndeclared,
  keyUnknown,
  valueMistyped,
  keywordIgnored,
  referenceMissing,
  requiredWithoutProperty,
  typeUnknown,
  typesContradictory,
  schemaWithoutValues,
  arrayWithoutItems,
  enumDuplicate,
  boundsReversed,
  numberImpossible,
  defaultOutside,
  exampleOutside,
  integerRounded,
  constraintBesideReference,
  referenceWithSiblings,
  nullableForeign,
  formatMisspelled,
  constraintUnchecked,
  similarSchemas,
  schemaUnreferenced,
  operationWithoutId,
  operationWithoutSummary,
  operationWithoutTag,
  descriptionMissing,
];

/** The rules about what `generate` ignores. */
export const ignoredRules: readonly LintRule[] = [
  typeUnknown,
  typesContradictory,
  schemaWithoutValues,
  boundsReversed,
  numberImpossible,
  operationIdDuplicate,
  operationsAlike,
  pathWithQuery,
  pathWithoutSlash,
  contentNeverSent,
  pathParameterUndeclared,
  pathParameterUnused,
  parameterDuplicate,
  parametersAlike,
  parameterWithoutName,
  headerNameInvalid,
  securityUndeclared,
  keyUnknown,
  valueMistyped,
  keywordIgnored,
  constraintBesideReference,
  integerRounded,
];

/** The rules about what generated servers and validators do not check. */
export const uncheckedRules: readonly LintRule[] = [constraintUnchecked];

/** The rules about documentation that is missing: they find many places, and nothing that is wrong. */
export const documentationRules: readonly LintRule[] = [
  operationWithoutSummary,
  operationWithoutTag,
  descriptionMissing,
];
