/** All rules, in the order in which findings are shown. */
import type { LintRule } from './rule.js';
import { operationIdDuplicate } from './rules/operation-id-duplicate.js';
import { operationsAlike } from './rules/operations-alike.js';
import { contentNeverSent } from './rules/content-never-sent.js';
import { operationWithoutSuccess } from './rules/operation-without-success.js';
import { pathParameterUndeclared } from './rules/path-parameter-undeclared.js';
import { pathParameterUnused } from './rules/path-parameter-unused.js';
import { parameterDuplicate } from './rules/parameter-duplicate.js';
import { parameterWithoutName } from './rules/parameter-without-name.js';
import { keywordIgnored } from './rules/keyword-ignored.js';
import { referenceMissing } from './rules/reference-missing.js';
import { requiredWithoutProperty } from './rules/required-without-property.js';
import { typeUnknown } from './rules/type-unknown.js';
import { typesContradictory } from './rules/types-contradictory.js';
import { schemaWithoutValues } from './rules/schema-without-values.js';
import { arrayWithoutItems } from './rules/array-without-items.js';
import { enumDuplicate } from './rules/enum-duplicate.js';
import { boundsReversed } from './rules/bounds-reversed.js';
import { defaultOutside } from './rules/default-outside.js';
import { integerRounded } from './rules/integer-rounded.js';
import { exampleOutside } from './rules/example-outside.js';
import { constraintBesideReference } from './rules/constraint-beside-reference.js';
import { referenceWithSiblings } from './rules/reference-with-siblings.js';
import { nullableForeign } from './rules/nullable-foreign.js';
import { formatMisspelled } from './rules/format-misspelled.js';
import { constraintUnchecked } from './rules/constraint-unchecked.js';
import { similarSchemas } from './rules/similar-schemas.js';
import { schemaUnreferenced } from './rules/schema-unreferenced.js';
import { operationWithoutId } from './rules/operation-without-id.js';
import { operationWithoutSummary } from './rules/operation-without-summary.js';
import { operationWithoutTag } from './rules/operation-without-tag.js';
import { descriptionMissing } from './rules/description-missing.js';

export const rules: readonly LintRule[] = [
  operationIdDuplicate,
  operationsAlike,
  operationWithoutSuccess,
  contentNeverSent,
  pathParameterUndeclared,
  pathParameterUnused,
  parameterDuplicate,
  parameterWithoutName,
  keywordIgnored,
  referenceMissing,
  requiredWithoutProperty,
  typeUnknown,
  typesContradictory,
  schemaWithoutValues,
  arrayWithoutItems,
  enumDuplicate,
  boundsReversed,
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
  operationsAlike,
  contentNeverSent,
  parameterWithoutName,
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
