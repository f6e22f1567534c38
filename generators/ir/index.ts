export type { Api, Group, StateSet, Transition } from './api.js';
export type { OperationRules, PlacedRule, PlainPlace, VersionStep } from './conversion.js';
export { changeKinds, type Change, type ChangeKind, type ChangeSubject, type Direction } from './change.js';
export type { Difference } from './difference.js';
export { isJsonContent } from './json-content.js';
export { isInt64, containsInt64 } from './int64.js';
export { reportsFailure } from './reports-failure.js';
export type { Deprecation, Extensions, Notes, Rule, RuleValue } from './notes.js';
export {
  streamKinds,
  type Response,
  type Body,
  type Content,
  type Encoding,
  type Method,
  type Operation,
  type Parameter,
  type Stream,
  type StreamKind,
} from './operation.js';
export { ownRules } from './own-rules.js';
export { requestBody, type RequestBody } from './request-body.js';
export { successResponses, type ResponseKind, type SuccessResponse } from './success-response.js';
export { innerTypes, referencesOf, typesOf } from './references.js';
export type { Field, Schema } from './schema.js';
export type { Timeline, TimelineVersion } from './timeline.js';
export type {
  AnyType,
  BooleanType,
  BytesType,
  Discriminator,
  DiscriminatorValue,
  EnumType,
  EnumValue,
  IntegerType,
  IntersectionType,
  ArrayType,
  LiteralValue,
  MapType,
  NeverType,
  NumberType,
  PropertyPattern,
  RecordType,
  ReferenceType,
  StringType,
  Type,
  UnionType,
} from './type.js';
export {
  fillMethods,
  conversionDirections,
  conversionPath,
  conversionRuleKinds,
  conversionStates,
  type BodyPlace,
  type DefaultRule,
  type DropRule,
  type FillMethod,
  type FillRule,
  type HeaderPlace,
  type OperationPlace,
  type QueryPlace,
  type RefuseRule,
  type ReplaceRule,
  type SetRule,
  type SchemaPlace,
  type HookRule,
  type WarnRule,
  type ConversionCondition,
  type ConversionDirection,
  type ConversionPlace,
  type ConversionRule,
  type ConversionRuleKind,
  type ConversionState,
  type ConversionValue,
} from './conversion-rule.js';
export { irFormat, irSchema } from './json-schema.js';
