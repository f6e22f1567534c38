/** Finds the operation for a method and a path, for path templates of any form. */
import type { Contract, OperationContract } from '@lading/runtime-wire';
import { decodePath, type Match, type RouteFinder } from '../../../route/match.js';
import { unwrapSchema } from '../../../schema/index.js';
import { cookiePairs } from '../wire-pairs.js';
import { requestConditions, type RequestConditions } from './request-conditions.js';
import {
  bySpecificity,
  isSamePattern,
  matchSegment,
  segmentPattern,
  withoutNeedlessEscapes,
  type SegmentPattern,
} from './segment-pattern.js';

/** A node of the tree of path segments. */
interface Node<Route> {
  /** The next nodes by literal segment, decoded. */
  readonly literals: Map<string, Node<Route>>;
  /** The next nodes by segment with parameters; the most specific ones first. */
  readonly patterns: { readonly pattern: SegmentPattern; readonly node: Node<Route> }[];
  /** The routes whose template ends here, by method. */
  readonly routes: Map<string, readonly End<Route>[]>;
}

/** A route at the end of its template. */
interface End<Route> {
  readonly route: Route;
  /** The names of the parameters in the path. */
  readonly names: readonly string[];
  readonly conditions: RequestConditions;
}

/**
 * A tree of path segments. A path is split before it is decoded, so that a parameter may contain encoded slashes. A
 * literal segment has precedence over one with parameters, and the first segments count first. Of several operations with
 * a method and a path, as documents tell them apart by the query or a fragment, the one is found whose conditions the
 * request satisfies.
 */
export class TemplateRouter<Route> implements RouteFinder<Route> {
  readonly #root: Node<Route> = emptyNode();
  readonly #methods = new Set<string>();

  constructor({ operations }: Contract, routeOf: (operation: OperationContract) => Route) {
    for (const operation of Object.values(operations)) {
      const names: string[] = [];
      const { method } = operation;
      this.#methods.add(method);
      const segments = segmentsOf(operation.path.replace(/\?.*/, ''));
      const withSlashes = operation.slashes === true ? segments.findLastIndex((text) => text.includes('{')) : -1;
      let node = this.#root;
      for (const [index, text] of segments.entries()) {
        node = nextNode(node, text, index === withSlashes, names, (name) => valuesOf(operation, name));
      }
      const end = { route: routeOf(operation), names, conditions: requestConditions(operation) };
      node.routes.set(method, [...(node.routes.get(method) ?? []), end]);
    }
  }

  find(
    method: string,
    path: string,
    query = '',
    headers: Readonly<Record<string, string | undefined>> = {},
  ): Match<Route> | undefined {
    const place = this.#search(method, path);
    if (place === undefined) return undefined;
    const found = { ...endFor(place.ends, query, headers), texts: place.texts };
    // A name may be a property of Object.prototype.
    const parameters = Object.create(null) as Record<string, string | undefined>;
    const encodedPath = Object.create(null) as Record<string, string>;
    for (const [index, name] of found.names.entries()) {
      const text = found.texts[index] ?? '';
      encodedPath[name] = text;
      parameters[name] = decodePath(text);
    }
    return { route: found.route, path: parameters, encodedPath };
  }

  methodsOf(path: string): readonly string[] {
    return [...this.#methods].filter((method) => this.#search(method, path) !== undefined);
  }

  /** Some clients escape what they need not; but an escaped `:` in a value is not the one of `{id}:cancel`, if `{id}` matches too. */
  #search(method: string, path: string): Found<Route> | undefined {
    const plain = withoutNeedlessEscapes(path);
    const found = search(this.#root, method, segmentsOf(path));
    return found ?? (plain === path ? undefined : search(this.#root, method, segmentsOf(plain)));
  }
}

function emptyNode<Route>(): Node<Route> {
  return { literals: new Map(), patterns: [], routes: new Map() };
}

function segmentsOf(path: string): readonly string[] {
  return path.slice(path.startsWith('/') ? 1 : 0).split('/');
}

/**
 * Returns the route of which a request violates the fewest conditions. Of several, it is the one that declares the most of the
 * query and the cookies, then the one with the most conditions.
 */
function endFor<Route>(
  ends: readonly End<Route>[],
  query: string,
  headers: Readonly<Record<string, string | undefined>>,
): End<Route> {
  const [first] = ends as readonly [End<Route>];
  if (ends.length === 1) return first;
  const parameters = new URLSearchParams(query);
  const cookies = cookiePairs(headers['cookie']);
  const rankOf = ({ conditions }: End<Route>) => [
    conditions.unsatisfied(parameters, headers),
    conditions.undeclared(parameters, cookies),
    -conditions.count,
  ];
  return ends
    .map((end) => ({ end, rank: rankOf(end) }))
    .reduce((best, other) => (isLess(other.rank, best.rank) ? other : best)).end;
}

/** Compares lists of numbers by the first ones that differ. */
function isLess(one: readonly number[], other: readonly number[]): boolean {
  const index = one.findIndex((number, at) => number !== other[at]);
  return index >= 0 && (one[index] ?? 0) < (other[index] ?? 0);
}

/** Returns the node of a segment of a template, and adds the names of its parameters. */
function nextNode<Route>(
  node: Node<Route>,
  segment: string,
  slashes: boolean,
  names: string[],
  valuesOfName: (name: string) => readonly string[] | undefined,
): Node<Route> {
  const parts = segment.split(/\{([^{}]*)\}/);
  const [first = ''] = parts;
  if (parts.length === 1) return getOrAdd(node.literals, decodePath(first) ?? first);
  const own = parts.filter((_part, index) => index % 2 === 1);
  names.push(...own);
  const pattern = segmentPattern(
    parts.filter((_part, index) => index % 2 === 0),
    slashes,
    own.map(valuesOfName),
  );
  // Templates that differ only in the names of parameters share their nodes.
  const existing = node.patterns.find((other) => isSamePattern(other.pattern, pattern));
  if (existing !== undefined) return existing.node;
  const next = emptyNode<Route>();
  node.patterns.push({ pattern, node: next });
  node.patterns.sort((a, b) => bySpecificity(a.pattern, b.pattern));
  return next;
}

/** Returns the possible values of a parameter of the path, if it has an enum of strings. */
function valuesOf({ parameters }: OperationContract, name: string): readonly string[] | undefined {
  const parameter = parameters?.path?.[name];
  if (parameter === undefined) return undefined;
  const schema = unwrapSchema(parameter.schema);
  if (schema.kind !== 'enum' || schema.open || !schema.values.every((value) => typeof value === 'string'))
    return undefined;
  return schema.values as readonly string[];
}

function getOrAdd<Route>(nodes: Map<string, Node<Route>>, key: string): Node<Route> {
  let node = nodes.get(key);
  if (node === undefined) nodes.set(key, (node = emptyNode()));
  return node;
}

interface Found<Route> {
  readonly ends: readonly End<Route>[];
  /** The texts of the parameters, not decoded. */
  readonly texts: readonly string[];
}

/** Returns the first routes in the order of precedence. The depth of the recursion is at most that of the tree. */
function search<Route>(
  node: Node<Route>,
  method: string,
  [segment, ...rest]: readonly string[],
  texts: readonly string[] = [],
): Found<Route> | undefined {
  if (segment === undefined) {
    const ends = node.routes.get(method);
    return ends && { ends, texts };
  }
  const literal = node.literals.get(decodePath(segment) ?? segment);
  const found = literal && search(literal, method, rest, texts);
  if (found !== undefined) return found;
  for (const { pattern, node: next } of node.patterns) {
    for (let count = 0; count <= (pattern.slashes ? rest.length : 0); count += 1) {
      const match = matchSegment(pattern, [segment, ...rest.slice(0, count)].join('/'));
      const after = match && search(next, method, rest.slice(count), [...texts, ...match]);
      if (after !== undefined) return after;
    }
  }
  return undefined;
}
