/** Evaluates the conditions of filters: tests, comparisons and functions of RFC 9535. */
import { isArray, isObject, type Json } from '../../document/index.js';
import type { Evaluation } from './query.js';
import type { Argument, FilterOperand, FilterComparison, Condition, FunctionCall, Query } from './syntax.js';

/** Whether the condition of a filter holds for a node. */
export function holds(evaluation: Evaluation, current: Json, condition: Condition): boolean {
  switch (condition.type) {
    case 'LogicalOrExpr':
      return holds(evaluation, current, condition.left) || holds(evaluation, current, condition.right);
    case 'LogicalAndExpr':
      return holds(evaluation, current, condition.left) && holds(evaluation, current, condition.right);
    case 'LogicalNotExpr':
      return !holds(evaluation, current, condition.expression);
    case 'ComparisonExpr':
      return compare(evaluation, current, condition);
    default: {
      const { expression } = condition;
      return expression.type === 'FunctionExpr'
        ? call(evaluation, current, expression) === true
        : evaluation.visitQuery(evaluation, ...queried(evaluation, current, expression.value), () => true);
    }
  }
}

/** Returns where a query starts, and the query. */
function queried(
  { root }: Evaluation,
  current: Json,
  query: Query & { readonly type: string },
): readonly [Json, Query] {
  return [query.type.startsWith('Rel') ? current : root, query];
}

/** Returns the value, or undefined for the special result Nothing. */
function valueOf(evaluation: Evaluation, current: Json, operand: FilterOperand | Argument): Json | undefined {
  switch (operand.type) {
    case 'Literal':
      return operand.value;
    case 'FunctionExpr':
      return call(evaluation, current, operand);
    case 'FilterQuery':
      return only(nodesOf(evaluation, current, operand.value));
    case 'RelSingularQuery':
    case 'AbsSingularQuery':
      // A segment of such a query is a selector without brackets, which the evaluation accepts everywhere.
      return only(nodesOf(evaluation, current, operand as Query & typeof operand));
    default:
      return undefined;
  }
}

interface Nodes {
  readonly count: number;
  readonly first?: Json | undefined;
}

function nodesOf(evaluation: Evaluation, current: Json, query: Query & { readonly type: string }): Nodes {
  let nodes: Nodes = { count: 0 };
  evaluation.visitQuery(evaluation, ...queried(evaluation, current, query), ({ value }) => {
    nodes = { count: nodes.count + 1, first: nodes.count === 0 ? value : nodes.first };
    return false;
  });
  return nodes;
}

function only({ count, first }: Nodes): Json | undefined {
  return count === 1 ? first : undefined;
}

/** Returns the result of a function, or undefined for Nothing. */
function call(evaluation: Evaluation, current: Json, { name, arguments: given }: FunctionCall): Json | undefined {
  const [first, second, third] = given;
  if (first === undefined || third !== undefined) return undefined;
  if (name === 'match' || name === 'search') {
    const text = valueOf(evaluation, current, first);
    const pattern = second && valueOf(evaluation, current, second);
    if (typeof text !== 'string' || typeof pattern !== 'string') return false;
    return evaluation.expressions.matches(pattern, text, name === 'search');
  }
  if (second !== undefined) return undefined;
  if (name === 'length') return lengthOf(evaluation, valueOf(evaluation, current, first));
  if (first.type !== 'FilterQuery') return undefined;
  const nodes = nodesOf(evaluation, current, first.value);
  if (name === 'count') return nodes.count;
  return name === 'value' ? only(nodes) : undefined;
}

function lengthOf({ budget }: Evaluation, value: Json | undefined): number | undefined {
  if (typeof value === 'string') {
    budget.spend(value.length / 10);
    // A pair of surrogates is one character.
    return value.length - (value.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
  }
  if (isArray(value)) return value.length;
  if (!isObject(value)) return undefined;
  const { length } = Object.keys(value);
  budget.spend(length / 10);
  return length;
}

function compare(evaluation: Evaluation, current: Json, { left, right, op }: FilterComparison): boolean {
  const one = valueOf(evaluation, current, left);
  const other = valueOf(evaluation, current, right);
  switch (op) {
    case '==':
      return isEqual(evaluation, one, other);
    case '!=':
      return !isEqual(evaluation, one, other);
    case '<':
      return isLess(one, other);
    case '>':
      return isLess(other, one);
    case '<=':
      return isLess(one, other) || isEqual(evaluation, one, other);
    default:
      return isLess(other, one) || isEqual(evaluation, one, other);
  }
}

function isLess(one: Json | undefined, other: Json | undefined): boolean {
  if (typeof one === 'number' && typeof other === 'number') return one < other;
  return typeof one === 'string' && typeof other === 'string' && one < other;
}

function isEqual(evaluation: Evaluation, one: Json | undefined, other: Json | undefined): boolean {
  evaluation.budget.spend(1);
  if (one === other) return true;
  if (isArray(one)) {
    if (!isArray(other) || one.length !== other.length) return false;
    return one.every((entry, index) => isEqual(evaluation, entry, other[index]));
  }
  if (!isObject(one) || !isObject(other)) return false;
  const [keys, otherKeys] = [Object.keys(one), Object.keys(other)];
  evaluation.budget.spend(keys.length + otherKeys.length);
  if (keys.length !== otherKeys.length) return false;
  return keys.every((key) => Object.hasOwn(other, key) && isEqual(evaluation, one[key], other[key]));
}
