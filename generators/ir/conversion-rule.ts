/** Conversion rules: how values are converted between two versions where schemas alone do not determine it. */
import type { Type } from './type.js';

/**
 * The kinds of rules. Each rule acts on one place of a message that is converted from one version to another:
 *
 * - `default` sets a value if there is none
 * - `set` sets a value in any case
 * - `fill` computes a value from other parts of the message
 * - `replace` replaces one value by another
 * - `drop` removes a value
 * - `warn` forwards a value and warns the caller
 * - `refuse` responds with an error instead
 * - `rename` moves a value to its name in the other version, or replaces a value of an enum by that of the other version
 * - `convert` calls a function of a conversion hook with the value
 * - `hook` calls a conversion hook around the operation
 */
export const conversionRuleKinds = [
  'default',
  'set',
  'fill',
  'replace',
  'drop',
  'warn',
  'refuse',
  'rename',
  'convert',
  'hook',
] as const;
export type ConversionRuleKind = (typeof conversionRuleKinds)[number];

/** `upgrade` converts from the older version to the newer one, `downgrade` from the newer to the older. */
export const conversionDirections = [
  'request.upgrade',
  'request.downgrade',
  'response.upgrade',
  'response.downgrade',
] as const;
export type ConversionDirection = (typeof conversionDirections)[number];

/** How `fill` computes a value: a copy, the sum of all values, the first item of an array (or none), an array of the value (or of none). */
export const fillMethods = ['copy', 'sum', 'first', 'list'] as const;
export type FillMethod = (typeof fillMethods)[number];

export type ConversionRule =
  | DefaultRule
  | SetRule
  | FillRule
  | ReplaceRule
  | DropRule
  | WarnRule
  | RefuseRule
  | RenameRule
  | ConvertRule
  | HookRule;

interface ConversionRuleBase {
  /** The difference that the rule belongs to: `pets-delete-all`. */
  readonly difference: string;
  readonly direction: ConversionDirection;
  readonly at: ConversionPlace;
  /** The conditions of the rule, all of which must hold. */
  readonly when: readonly ConversionCondition[];
  /** A description of the rule in one sentence. */
  readonly description: string;
}

export interface DefaultRule extends ConversionRuleBase {
  readonly rule: 'default';
  readonly value: ConversionValue;
}

export interface SetRule extends ConversionRuleBase {
  readonly rule: 'set';
  readonly value: ConversionValue;
}

export interface FillRule extends ConversionRuleBase {
  readonly rule: 'fill';
  readonly by: FillMethod;
  /** The path of the source. Brackets that it shares with the path of the place mean the same items; further ones collect all items. */
  readonly from: string;
}

export interface ReplaceRule extends ConversionRuleBase {
  readonly rule: 'replace';
  /** The value to replace. An object matches if it has these properties. */
  readonly from: ConversionValue;
  readonly value: ConversionValue;
}

export interface DropRule extends ConversionRuleBase {
  readonly rule: 'drop';
  /** The warning that is added to `Warnings` of the response, so that no setting is lost silently. */
  readonly warning?: string;
}

export interface WarnRule extends ConversionRuleBase {
  readonly rule: 'warn';
  /** The warning that is added to `Warnings` of the response. */
  readonly warning: string;
}

export interface RefuseRule extends ConversionRuleBase {
  readonly rule: 'refuse';
  readonly status: number;
  readonly message: string;
}

/** One line of an overlay makes a rule of this kind for each direction. The place has the name of the newer version in all of them. */
export interface RenameRule extends ConversionRuleBase {
  readonly rule: 'rename';
  /** The name in the older version, or a value of its enum. */
  readonly from: ConversionValue;
  /** The value of the enum in the newer version; without it, the place itself has the name. */
  readonly to?: ConversionValue;
}

export interface ConvertRule extends ConversionRuleBase {
  readonly rule: 'convert';
  /** The name of the conversion hook, a pair of functions: one for requests, one for responses. */
  readonly hook: string;
  /** The question that the function decides. */
  readonly question: string;
  /** The places, if they were found by comparing the versions instead of by the place of the rule. */
  readonly sites?: readonly ConvertedSite[];
  /** The types at these places. */
  readonly value?: ConvertedValue;
}

/** The values that a function takes and returns. */
export interface ConvertedValue {
  /** The types in both versions; undefined in a version that does not have the value. */
  readonly types: readonly [older: Type | undefined, newer: Type | undefined];
  /** The names of the schemas of which it is a property, in both versions. */
  readonly owners: readonly (readonly [older: string, newer: string])[];
  /** Whether the function is also called where there is no value. */
  readonly absent: boolean;
}

/** A place of an operation at which a function converts values. */
export interface ConvertedSite {
  readonly operation: string;
  readonly at: { readonly body?: string; readonly query?: string; readonly path?: string; readonly header?: string };
  /** The variant of a union at the place. */
  readonly when: readonly { readonly of: string; readonly is: readonly ConversionValue[] }[];
}

export interface HookRule extends ConversionRuleBase {
  readonly rule: 'hook';
  /** The name of the conversion hook: `unnamed-pets`. Rules with the same name call the same hook. */
  readonly hook: string;
  /** The question that the hook decides. */
  readonly question: string;
  /** Whether no rule acts outside of the hook: it receives requests as the client sent them. */
  readonly isOutermost?: true;
}

/** The place of a rule. In a path such as `Owner.Pets[].Kind`, `[]` means each item of an array and `{}` each value of a map; `''` is the whole value. */
export type ConversionPlace =
  BodyPlace | QueryPlace | HeaderPlace | SchemaPlace | OperationPlace | OnlyPlace | PathsPlace;

/** A place in the JSON body of the request or of the successful response. */
export interface BodyPlace {
  readonly in: 'body';
  readonly operations: readonly string[];
  readonly path: string;
}

/** A query parameter, or a part of its value if that is JSON. */
export interface QueryPlace {
  readonly in: 'query';
  readonly operations: readonly string[];
  readonly name: string;
  readonly path: string;
}

/** A header of the request or the response. */
export interface HeaderPlace {
  readonly in: 'header';
  readonly operations: readonly string[];
  readonly name: string;
}

/** A place in a schema, wherever a body contains it; if operations are given, only in their bodies. */
export interface SchemaPlace {
  readonly in: 'schema';
  readonly operations: readonly string[];
  readonly schema: string;
  readonly path: string;
}

/** The request or the response as a whole. */
export interface OperationPlace {
  readonly in: 'operation';
  readonly operations: readonly string[];
}

/** Every place of requests that only one of the versions has, and that no other rule decides. */
export interface OnlyPlace {
  readonly in: 'only';
  /** All operations, if there are none. */
  readonly operations: readonly string[];
  readonly side: 'older' | 'newer';
}

/** The beginning of the paths of operations in the newer version, which only the rule `rename` has. */
export interface PathsPlace {
  readonly in: 'paths';
  /** None: the paths tell them. */
  readonly operations: readonly string[];
  readonly path: string;
}

/**
 * A condition of a rule. `of` is the path of a property beside the place (or of a property of the item, if the place ends in
 * brackets); `''` is the place itself.
 */
export interface ConversionCondition {
  readonly of: string;
  readonly is: readonly ConversionValue[] | ConversionState;
}

/** `unknown` is a value outside of the enum, `several` an array or map with more than one entry. */
export const conversionStates = ['present', 'absent', 'unknown', 'several'] as const;
export type ConversionState = (typeof conversionStates)[number];

/** Any JSON value. */
export type ConversionValue =
  null | boolean | number | string | readonly ConversionValue[] | { readonly [key: string]: ConversionValue };
