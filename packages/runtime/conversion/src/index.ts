/** Conversions between two versions: pure functions on messages, and the hooks around them. */
export { bodyScan, type MayChange, type Touch } from './body-scan.js';
export { chain } from './chain.js';
export { conversionRoutes, routeBetween, type ConversionProvider, type FindRoute } from './conversion-routes.js';
export { providersOf, type ConversionStep, type Difference } from './conversion-step.js';
export type { Loss } from './loss.js';
export type * from './conversion.js';
export type { ResponseMessage, RequestLoss, RequestMessage, Streams, Values, AddLoss } from './message.js';
export { pathOf, type Segment } from './path.js';
export { placeText } from './rule.js';
export { Refusal } from './refusal.js';
export type {
  Condition,
  ConvertRule,
  DefaultRule,
  DropRule,
  FillRule,
  OperationConversion,
  Place,
  Recursion,
  RefuseRule,
  RenameRule,
  ReplaceRule,
  Rule,
  RuleValue,
  SetRule,
  HookRule,
  WarnRule,
} from './rule.js';
export { conversionOf, type ConversionParts } from './conversion-of.js';
export { convertersOf, type ConvertResponse, type Converters, type ConvertRequest } from './converters.js';
export { rulesOf, type RuleEffect, type RulesInside } from './rules-of.js';
export { isGiven, isList, isRecord } from './json.js';
export { propertyOf, withProperty } from './property.js';
export { lossHeader, withLosses } from './warnings.js';
