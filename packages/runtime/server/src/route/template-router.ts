/** Finds the operation for a method and a path, for path templates of any form. */
import type { Contract, OperationContract } from '@lading/runtime-wire';
import type { Match, RouteFinder } from './match.js';

/** A node of the tree of path segments. */
interface Node<Route> {
  /** The next nodes by literal segment, decoded. */
  readonly literals: Map<string, Node<Route>>;
  /** The next nodes by segment with parameters; the most specific ones first. */
  readonly patterns: { readonly pattern: SegmentPattern; readonly node: Node<Route> }[];
  /** The routes whose template ends here, by method, each with the names of its parameters. */
  readonly routes: Map<string, { readonly route: Route; readonly names: readonly string[] }>;
}

/** A segment of a template with parameters: `{id}`, `{name}.json`, `{from}-{to}`. */
interface SegmentPattern {
  /** What precedes, separates and follows the parameters: `''`, `.json`. */
  readonly literals: readonly string[];
  /** The number of literal characters: a segment with more of them is more specific. */
  readonly literalLength: number;
}

/**
 * A tree of path segments. A path is split before it is decoded, so that a parameter may contain encoded slashes. A
 * literal segment has precedence over one with parameters, and the first segments count first.
 */
export class TemplateRouter<Route> implements RouteFinder<Route> {
  readonly #root: Node<Route> = emptyNode();
  readonly #methods = new Set<string>();

  constructor({ operations }: Contract, routeOf: (operation: OperationContract) => Route) {
    for (const operation of Object.values(operations)) {
      const names: string[] = [];
      this.#methods.add(operation.method);
      let node = this.#root;
      for (const segment of segmentsOf(operation.path)) node = nextNode(node, segment, names);
      if (!node.routes.has(operation.method)) node.routes.set(operation.method, { route: routeOf(operation), names });
    }
  }

  find(method: string, path: string): Match<Route> | undefined {
    const found = search(this.#root, method, segmentsOf(path));
    if (found === undefined) return undefined;
    // A name may be a property of Object.prototype.
    const parameters = Object.create(null) as Record<string, string | undefined>;
    const encodedPath = Object.create(null) as Record<string, string>;
    for (const [index, name] of found.names.entries()) {
      const text = found.texts[index] ?? '';
      encodedPath[name] = text;
      parameters[name] = decodeSegment(text);
    }
    return { route: found.route, path: parameters, encodedPath };
  }

  methodsOf(path: string): readonly string[] {
    return [...this.#methods].filter((method) => search(this.#root, method, segmentsOf(path)) !== undefined);
  }
}

function emptyNode<Route>(): Node<Route> {
  return { literals: new Map(), patterns: [], routes: new Map() };
}

function segmentsOf(path: string): readonly string[] {
  return path.slice(path.startsWith('/') ? 1 : 0).split('/');
}

/** Returns the node of a segment of a template, and adds the names of its parameters. */
function nextNode<Route>(node: Node<Route>, segment: string, names: string[]): Node<Route> {
  const parts = segment.split(/\{([^{}]*)\}/);
  const [first = ''] = parts;
  if (parts.length === 1) return getOrAdd(node.literals, decodeSegment(first) ?? first);
  names.push(...parts.filter((_part, index) => index % 2 === 1));
  const literals = parts.filter((_part, index) => index % 2 === 0);
  // Templates that differ only in the names of parameters share their nodes.
  const existing = node.patterns.find(({ pattern }) => pattern.literals.join('{}') === literals.join('{}'));
  if (existing !== undefined) return existing.node;
  const next = emptyNode<Route>();
  node.patterns.push({ pattern: { literals, literalLength: literals.join('').length }, node: next });
  node.patterns.sort((a, b) => b.pattern.literalLength - a.pattern.literalLength);
  return next;
}

/**
 * Returns the texts of the parameters, each of at least one character and as short as possible; undefined if the
 * segment does not match.
 */
function matchSegment({ literals }: SegmentPattern, segment: string): readonly string[] | undefined {
  const [prefix = '', ...rest] = literals;
  const suffix = rest.pop() ?? '';
  if (!segment.startsWith(prefix) || !segment.endsWith(suffix)) return undefined;
  const texts: string[] = [];
  const end = segment.length - suffix.length;
  let at = prefix.length;
  for (const literal of rest) {
    const to = segment.indexOf(literal, at + 1);
    if (to < 0) return undefined;
    texts.push(segment.slice(at, to));
    at = to + literal.length;
  }
  return at < end ? [...texts, segment.slice(at, end)] : undefined;
}

function getOrAdd<Route>(nodes: Map<string, Node<Route>>, key: string): Node<Route> {
  let node = nodes.get(key);
  if (node === undefined) nodes.set(key, (node = emptyNode()));
  return node;
}

interface Found<Route> {
  readonly route: Route;
  readonly names: readonly string[];
  /** The texts of the parameters, not decoded. */
  readonly texts: readonly string[];
}

/** Returns the first route in the order of precedence. The depth of the recursion is at most that of the tree. */
function search<Route>(
  node: Node<Route>,
  method: string,
  [segment, ...rest]: readonly string[],
  texts: readonly string[] = [],
): Found<Route> | undefined {
  if (segment === undefined) {
    const end = node.routes.get(method);
    return end && { ...end, texts };
  }
  const literal = node.literals.get(decodeSegment(segment) ?? segment);
  const found = literal && search(literal, method, rest, texts);
  if (found !== undefined) return found;
  for (const { pattern, node: next } of node.patterns) {
    const match = matchSegment(pattern, segment);
    const after = match && search(next, method, rest, [...texts, ...match]);
    if (after !== undefined) return after;
  }
  return undefined;
}

/** Returns undefined if the escapes are malformed. */
function decodeSegment(text: string): string | undefined {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
