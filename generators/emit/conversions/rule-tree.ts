/** Rules by place: the properties of a schema have the same rules wherever the schema is, which are written once. */
import { pathSegments, recursionAround, type PlacedRule, type Recursion } from '../../emitter/index.js';

/** The rules at a place and inside it. */
export interface RuleTree {
  readonly rules: readonly PlacedRule[];
  /** The paths inside the place at which its schema is again. */
  readonly recursiveAt: readonly string[];
  /** By the segment of a path. */
  readonly inside: ReadonlyMap<string, RuleTree>;
}

interface Draft extends RuleTree {
  readonly rules: PlacedRule[];
  readonly recursiveAt: string[];
  readonly inside: Map<string, Draft>;
}

/**
 * Returns a tree with these rules, which has them in the order of their places, those at a place before those inside it. Other
 * order than that does not matter, since each rule reads and writes nothing but the value at its own place.
 *
 * @returns undefined if order matters, or if the places do not tell the recursion of each rule
 */
export function ruleTree(rules: readonly PlacedRule[]): RuleTree | undefined {
  const root = emptyTree();
  const recursion = new Map(rules.flatMap((rule) => rule.recursion ?? []).map((each) => [keyOf(each), each]));
  const all = [...recursion.values()];
  const recursionAt = recursionAround(all);
  for (const rule of rules) {
    if (!isLocal(rule)) return undefined;
    const node = nodeAt(root, rule.at.body ?? '');
    const around = recursionAt(rule.at.body ?? '');
    // A rule inside the place came earlier.
    if (node.inside.size > 0 || !isSame(around, rule.recursion ?? [])) return undefined;
    node.rules.push(rule);
  }
  // Neither around nor inside a place at which a schema is again is another rule: it would act there before or after those of the schema.
  for (const { at, like } of all) {
    const around = nodesOn(root, at).slice(pathSegments(like).length);
    if (around.some((node) => node.rules.length > 0)) return undefined;
    if (around.length === pathSegments(at).length - pathSegments(like).length && hasRules(around.at(-1)))
      return undefined;
    nodeAt(root, like).recursiveAt.push(at.slice(like.length).replace(/^\./, ''));
  }
  return isUnambiguous(root) ? root : undefined;
}

/** Kinds of rules that read and write nothing but the value at their place. */
const localKinds = new Set(['default', 'set', 'replace', 'drop', 'warn', 'refuse', 'convert']);

function isLocal({ rule, at, when, parts }: PlacedRule): boolean {
  // `{Type}` in a message is a property beside the place.
  const isPlain = rule !== 'refuse' || !/\{(?!client version\})[^{}]+\}/.test(String(parts['message']));
  return localKinds.has(rule) && at.body !== undefined && when.every(({ of }) => of === '') && isPlain;
}

/** Whether no value is at two places of the tree. */
function isUnambiguous({ inside }: RuleTree): boolean {
  const names = new Set([...inside.keys()].map((name) => name.toLowerCase()));
  const isOne = names.size === inside.size && (inside.size < 2 || !inside.has('{}'));
  return isOne && [...inside.values()].every(isUnambiguous);
}

function nodeAt(root: Draft, path: string): Draft {
  return pathSegments(path).reduce((node, segment) => {
    const inner = node.inside.get(segment) ?? emptyTree();
    node.inside.set(segment, inner);
    return inner;
  }, root);
}

/** Returns the nodes at a path, from the outermost, without the root. */
function nodesOn(root: RuleTree, path: string): readonly RuleTree[] {
  let node: RuleTree | undefined = root;
  return pathSegments(path).flatMap((segment) => {
    node = node?.inside.get(segment);
    return node === undefined ? [] : [node];
  });
}

function hasRules(tree: RuleTree | undefined): boolean {
  return tree !== undefined && (tree.rules.length > 0 || [...tree.inside.values()].some(hasRules));
}

function emptyTree(): Draft {
  return { rules: [], recursiveAt: [], inside: new Map() };
}

function isSame(some: readonly Recursion[], others: readonly Recursion[]): boolean {
  return some.map(keyOf).sort().join('\n') === others.map(keyOf).sort().join('\n');
}

function keyOf({ at, like }: Recursion): string {
  return JSON.stringify([at, like]);
}
