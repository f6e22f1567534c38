export type { Api, Contact, Group, License, StateSet, Transition } from './api.js';
export { parametersOf, pathForm, renamedPath, sentPath, type PathRename } from './path-rename.js';
export type { OperationRules, PlacedRule, PlainPlace, Recursion, VersionStep, Difference } from './conversion.js';
export { changeKinds, type Change, type ChangeKind, type ChangeSubject, type Direction } from './change.js';
export { areAdjacent, compareVersions } from './compare-versions.js';
export { contentForm, wireMediaType, type ContentForm, isJsonContent, preferredContent } from './content-form.js';
export { isInt64, containsInt64 } from './int64.js';
export { features, featuresOf, type Feature, type FeatureUse, type UnsupportedFeatures } from './features.js';
export {
  reportsFailure,
  errorResponses,
  hasNoBody,
  narrowerStatuses,
  rangeResponses,
  successResponses,
  type RangeResponse,
  type ResponseKind,
  type SuccessResponse,
  schemaNamed,
} from './success-response.js';
export type { Deprecation, Extensions, ExternalDocs, NamedExample, Notes, Rule, RuleValue } from './notes.js';
export {
  encodingOfStyle,
  encodingText,
  namedEncodings,
  parameterStyles,
  styleOfEncoding,
  type EncodedStructure,
  type Encoding,
  type MediaTypeEncoding,
  type NamedEncoding,
  type ParameterStyle,
  type StyleEncoding,
} from './encoding.js';
export {
  methods,
  streamKinds,
  type Response,
  type Body,
  type Callback,
  type Content,
  type Header,
  type ResponseLink,
  type Method,
  type Operation,
  type Parameter,
  type BodyPart,
  type Stream,
  type StreamKind,
} from './operation.js';
export { withDocumentNames } from './document-names.js';
export {
  arrayProperties,
  pageItemType,
  paginationKinds,
  typeAt,
  type NamedTypes,
  type Pagination,
  type PaginationKind,
} from './pagination.js';
export { ownRules } from './own-rules.js';
export { requestBody, type RequestBody } from './request-body.js';
export { constrainingTypes, everyOperation, innerTypes, referencesOf, typesOf } from './references.js';
export type { Field, Schema } from './schema.js';
export { operationsByNoun } from './operations-by-noun.js';
export {
  oauth2FlowKinds,
  type ApiKeyScheme,
  type HttpScheme,
  type MutualTlsScheme,
  type OAuth2Flow,
  type OAuth2FlowKind,
  type OAuth2Scheme,
  type OpenIdConnectScheme,
  type RequiredScheme,
  type SecurityRequirement,
  type SecurityScheme,
} from './security.js';
export { basePathOf, defaultUrl, absoluteUrl, originOf, type Server, type ServerVariable } from './server.js';
export { combinedConstraints, hasConditions } from './object-constraints.js';
export type { Timeline, TimelineVersion } from './timeline.js';
export type {
  AnyType,
  BooleanType,
  BytesType,
  ConditionType,
  ContainedItems,
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
  ObjectConstraints,
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
  nameInPath,
  conversionRuleKinds,
  conversionStates,
  type BodyPlace,
  type DefaultRule,
  type DropRule,
  type FillMethod,
  type FillRule,
  type HeaderPlace,
  type OperationPlace,
  type PathsPlace,
  type QueryPlace,
  type RefuseRule,
  type RenameRule,
  type ReplaceRule,
  type SetRule,
  type SchemaPlace,
  type ConvertedSite,
  type ConvertedValue,
  type ConvertRule,
  type HookRule,
  type WarnRule,
  type ConversionCondition,
  type ConversionDirection,
  type ConversionPlace,
  type OnlyPlace,
  type ConversionRule,
  type ConversionRuleKind,
  type ConversionState,
  type ConversionValue,
} from './conversion-rule.js';
export { irFormat, irSchema } from './json-schema.js';
