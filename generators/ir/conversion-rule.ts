/** What a difference between two versions means for bytes, where shapes alone cannot decide a conversion. */

/**
 * A closed vocabulary. Each rule works on one place of a message on its way from one version to the other:
 *
 * `default` writes a value where none is; `set` writes it whatever was there; `fill` makes it of other parts of the message;
 * `replace` writes it for one other value; `drop` leaves a value out; `warn` lets it through and tells the caller;
 * `refuse` answers with an error instead; `step` is decided by code that someone must supply.
 */
export const conversionRuleKinds = ['default', 'set', 'fill', 'replace', 'drop', 'warn', 'refuse', 'step'] as const;
export type ConversionRuleKind = (typeof conversionRuleKinds)[number];

/** Up is from the shape of the older version to that of the newer, down the other way. */
export const conversionDirections = ['request.up', 'request.down', 'response.up', 'response.down'] as const;
export type ConversionDirection = (typeof conversionDirections)[number];

/** How `fill` makes a value: the same one, the sum of all, the first of a list (or none), a list of the one (or of none). */
export const fillMethods = ['copy', 'sum', 'first', 'list'] as const;
export type FillMethod = (typeof fillMethods)[number];

export type ConversionRule =
  DefaultRule | SetRule | FillRule | ReplaceRule | DropRule | WarnRule | RefuseRule | StepRule;

interface Rule {
  /** The difference it belongs to: `pets-delete-all`. */
  readonly difference: string;
  readonly direction: ConversionDirection;
  readonly at: ConversionPlace;
  /** All of these must hold for the rule to act. */
  readonly when: readonly ConversionCondition[];
  /** The rule as one sentence. */
  readonly says: string;
}

export interface DefaultRule extends Rule {
  readonly rule: 'default';
  readonly value: ConversionValue;
}

export interface SetRule extends Rule {
  readonly rule: 'set';
  readonly value: ConversionValue;
}

export interface FillRule extends Rule {
  readonly rule: 'fill';
  readonly by: FillMethod;
  /** A path as that of the place; brackets that both share stand for the same entries, further ones collect all. */
  readonly from: string;
}

export interface ReplaceRule extends Rule {
  readonly rule: 'replace';
  /** Of a record, its members suffice. */
  readonly from: ConversionValue;
  readonly value: ConversionValue;
}

export interface DropRule extends Rule {
  readonly rule: 'drop';
  /** Added to the `Warnings` of the answer, so that nobody loses a setting without being told. */
  readonly warning?: string;
}

export interface WarnRule extends Rule {
  readonly rule: 'warn';
  /** Added to the `Warnings` of the answer. */
  readonly warning: string;
}

export interface RefuseRule extends Rule {
  readonly rule: 'refuse';
  readonly status: number;
  readonly message: string;
}

export interface StepRule extends Rule {
  readonly rule: 'step';
  /** What the code is called: `unnamed-pets`. Rules of one name are decided by the same code. */
  readonly step: string;
  /** What it has to find out, as a question. */
  readonly asks: string;
}

/** Where a rule acts. A path reads `Owner.Pets[].Kind`: `[]` each entry of a list, `{}` each of a map, `''` the whole. */
export type ConversionPlace = BodyPlace | QueryPlace | HeaderPlace | SchemaPlace | OperationPlace;

/** In the JSON body of the request, or of the answer that tells success. */
export interface BodyPlace {
  readonly in: 'body';
  readonly operations: readonly string[];
  readonly path: string;
}

/** A query parameter, or a part of the JSON that one carries. */
export interface QueryPlace {
  readonly in: 'query';
  readonly operations: readonly string[];
  readonly name: string;
  readonly path: string;
}

export interface HeaderPlace {
  readonly in: 'header';
  readonly operations: readonly string[];
  readonly name: string;
}

/** Wherever a body holds the shape; with operations, in their bodies only. */
export interface SchemaPlace {
  readonly in: 'schema';
  readonly operations: readonly string[];
  readonly schema: string;
  readonly path: string;
}

/** The request or the answer as a whole. */
export interface OperationPlace {
  readonly in: 'operation';
  readonly operations: readonly string[];
}

/**
 * What must hold. `of` is the path of a member beside the place (of a member of the entry, where the place ends in
 * brackets); `''` is the place itself.
 */
export interface ConversionCondition {
  readonly of: string;
  readonly is: readonly ConversionValue[] | ConversionState;
}

/** `unknown` is a value outside of the enumeration, `several` a list or map of more than one entry. */
export const conversionStates = ['present', 'absent', 'unknown', 'several'] as const;
export type ConversionState = (typeof conversionStates)[number];

/** Any JSON value. */
export type ConversionValue =
  null | boolean | number | string | readonly ConversionValue[] | { readonly [key: string]: ConversionValue };

/** `Owner.Pets[].Kind` → `Owner`, `Pets`, `[]`, `Kind`. */
export function conversionPath(path: string): readonly string[] {
  return path.split(/\.|(?=\[\]|\{\})/).filter((segment) => segment !== '');
}
