/** Evaluates a parsed JSONPath (RFC 9535) node by node within a budget, without lists of nodes. */
import { get, isArray, isObject, type Json } from '../../document/index.js';
import type { Location } from '../document-draft.js';
import type { Budget } from './budget.js';
import { holds } from './filter.js';
import type { LinearExpressions } from './linear-expression.js';
import type { Query, PathSegment, PathSelector } from './syntax.js';

/** What all parts of an evaluation share. */
export interface Evaluation {
  readonly root: Json;
  readonly budget: Budget;
  readonly expressions: LinearExpressions;
  /** Filters contain queries. */
  readonly visitQuery: typeof visitQuery;
}

/** A node, and how it was reached. */
export interface VisitedNode {
  readonly value: Json;
  readonly parent?: VisitedNode;
  readonly key?: string | number;
}

/** Receives a node. @returns whether to end the evaluation */
type Visit = (node: VisitedNode) => boolean;

/** Visits the nodes that a query selects, in the order of the RFC. @returns whether a visit ended it */
export function visitQuery(evaluation: Evaluation, start: Json, query: Query, visit: Visit): boolean {
  const segments: readonly PathSegment[] = query.segments;
  const from = (index: number, node: VisitedNode): boolean => {
    evaluation.budget.spend(1);
    const segment = segments[index];
    if (segment === undefined) return visit(node);
    const next = (child: VisitedNode) => from(index + 1, child);
    return segment.type === 'DescendantSegment'
      ? visitDescendants(evaluation, node, segment, next)
      : visitSelected(evaluation, node, segment.node, next);
  };
  return from(0, { value: start });
}

/** Returns where a node is in the document. */
export function locationOf(node: VisitedNode): Location {
  const keys: (string | number)[] = [];
  for (let at: VisitedNode | undefined = node; at?.key !== undefined; at = at.parent) keys.push(at.key);
  return keys.reverse();
}

function visitDescendants(evaluation: Evaluation, node: VisitedNode, segment: PathSegment, visit: Visit): boolean {
  evaluation.budget.spend(1);
  if (visitSelected(evaluation, node, segment.node, visit)) return true;
  return visitChildren(node, (child) => visitDescendants(evaluation, child, segment, visit));
}

function visitSelected(
  evaluation: Evaluation,
  node: VisitedNode,
  selector: PathSegment['node'] | PathSelector,
  visit: Visit,
): boolean {
  evaluation.budget.spend(1);
  switch (selector.type) {
    case 'BracketedSelection':
      return selector.selectors.some((each) => visitSelected(evaluation, node, each, visit));
    case 'WildcardSelector':
      return visitChildren(node, visit);
    case 'NameSelector':
    case 'MemberNameShorthand':
      return isObject(node.value) && visitChild(node, selector.value, get(node.value, selector.value), visit);
    case 'IndexSelector': {
      if (!isArray(node.value)) return false;
      const index = selector.value < 0 ? node.value.length + selector.value : selector.value;
      return visitChild(node, index, node.value[index], visit);
    }
    case 'SliceSelector':
      return isArray(node.value) && visitSlice(node, node.value, selector, visit);
    default:
      return visitChildren(node, (child) => {
        evaluation.budget.spend(1);
        return holds(evaluation, child.value, selector.value) && visit(child);
      });
  }
}

function visitChild(parent: VisitedNode, key: string | number, value: Json | undefined, visit: Visit): boolean {
  return value !== undefined && visit({ value, parent, key });
}

function visitChildren(node: VisitedNode, visit: Visit): boolean {
  const { value } = node;
  if (isArray(value)) return value.some((entry, index) => visit({ value: entry, parent: node, key: index }));
  if (!isObject(value)) return false;
  return Object.keys(value).some((key) => visitChild(node, key, get(value, key), visit));
}

type Slice = Extract<PathSelector, { readonly type: 'SliceSelector' }>;

function visitSlice(node: VisitedNode, values: readonly Json[], { start, end, step }: Slice, visit: Visit): boolean {
  const by = step ?? 1;
  if (by === 0) return false;
  const { length } = values;
  const bounded = (index: number, lowest: number, highest: number) =>
    Math.min(Math.max(index < 0 ? index + length : index, lowest), highest);
  if (by > 0) {
    const last = end === null ? length : bounded(end, 0, length);
    for (let index = start === null ? 0 : bounded(start, 0, length); index < last; index += by)
      if (visitChild(node, index, values[index], visit)) return true;
    return false;
  }
  const last = end === null ? -1 : bounded(end, -1, length - 1);
  for (let index = start === null ? length - 1 : bounded(start, -1, length - 1); index > last; index += by)
    if (visitChild(node, index, values[index], visit)) return true;
  return false;
}
