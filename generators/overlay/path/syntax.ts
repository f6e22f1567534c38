/** The parts of a parsed JSONPath. The parser exports the type of the whole only. */
import type { JsonPathQuery } from 'jsonpath-rfc9535/parser';

export type PathSegment = JsonPathQuery['segments'][number];
export type PathSelector = Extract<PathSegment['node'], { type: 'BracketedSelection' }>['selectors'][number];

/** The condition of a filter. */
export type Condition = Extract<PathSelector, { type: 'FilterSelector' }>['value'];
export type FilterComparison = Extract<Condition, { type: 'ComparisonExpr' }>;
export type FilterOperand = FilterComparison['left'];
export type FunctionCall = Extract<FilterOperand, { type: 'FunctionExpr' }>;
export type Argument = FunctionCall['arguments'][number];

/** A query of the document, or in a filter. */
export interface Query {
  readonly segments: JsonPathQuery['segments'];
}
