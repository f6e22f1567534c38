/** Long lists of rules → trees of places, so that what many messages contain is written once. */
import {
  call,
  constant,
  conversionDirections,
  data,
  entryKey,
  identifier,
  joinedPath,
  list,
  mention,
  object,
  pathSegments,
  uniqueName,
  type Code,
  type CodeEntry,
  type CodeModule,
  type CodeSymbol,
  type Declaration,
  type PlacedRule,
} from '../../emitter/index.js';
import type { ConversionNames } from './names.js';
import { aboutOf, effectOf, rulesCode } from './rule-code.js';
import { ruleTree, type RuleTree } from './rule-tree.js';
import type { Differing } from './rules-modules.js';
import { runtime } from './runtime.js';

/** Fewer rules are written where they apply, which is easier to read. */
const least = 30;

/** The rules at a place and inside it, which several places may have in common. */
interface PlacePart {
  readonly number: number;
  readonly effects: readonly CodeSymbol[];
  readonly recursiveAt: readonly string[];
  readonly inside: readonly (readonly [segment: string, part: PlacePart])[];
  /** In how many lists and other parts it is. */
  uses: number;
  symbol?: CodeSymbol;
}

interface LongList {
  readonly rules: readonly PlacedRule[];
  readonly name: string;
  uses: number;
}

export class SharedRules {
  readonly #names: ConversionNames;
  readonly #taken = new Set<string>();
  readonly #symbols = new Map<string, CodeSymbol>();
  readonly #effects = new Map<string, CodeSymbol>();
  readonly #parts = new Map<string, PlacePart>();
  readonly #declarations: {
    readonly effects: Declaration[];
    readonly parts: Declaration[];
    readonly lists: Declaration[];
  } = { effects: [], parts: [], lists: [] };

  constructor(operations: readonly Differing[], names: ConversionNames) {
    this.#names = names;
    const trees = [...longLists(operations, names)].map(([key, found]) => ({
      key,
      ...found,
      tree: ruleTree(found.rules),
    }));
    const shared = trees.filter(({ uses, tree }) => uses > 1 || tree !== undefined);
    for (const { key, name } of shared) this.#symbols.set(key, this.#symbol(name));
    const roots = shared.map(({ key, rules, tree }) => ({ key, rules, root: tree && this.#partOf(tree) }));
    for (const { root } of roots) if (root !== undefined) root.uses += 1;
    for (const { key, rules, root } of roots) {
      const value = root
        ? call(`/* @__PURE__ */ ${runtime('rulesOf')}`, this.#codeOf(root, ''))
        : list(rulesCode(rules));
      const symbol = this.#symbols.get(key) as CodeSymbol;
      this.#declarations.lists.push(declarationOf(symbol, `readonly ${runtime('Rule')}[]`, value));
    }
  }

  /** Returns the constant with these rules, if there is one. */
  of(rules: readonly PlacedRule[]): CodeSymbol | undefined {
    return rules.length < least ? undefined : this.#symbols.get(keyOf(rules));
  }

  /** Returns the module of the constants; none if no list is long. */
  modules(): readonly CodeModule[] {
    const { effects, parts, lists } = this.#declarations;
    if (lists.length === 0) return [];
    const about = 'Long lists of rules: the effect of each, the rules at the places of each schema, and the lists.';
    const module = { ...this.#names.module('shared-rules'), about, reexports: [] };
    return [{ ...module, declarations: [...effects, ...parts, ...lists] }];
  }

  /** Returns the one part that is equal to a tree. */
  #partOf(tree: RuleTree): PlacePart {
    const { recursiveAt } = tree;
    const inside = [...tree.inside].map(([segment, inner]) => [segment, this.#partOf(inner)] as const);
    const effects = tree.rules.map((rule) => this.#effectOf(rule));
    const key = JSON.stringify([effects, recursiveAt, inside.map(([segment, { number }]) => [segment, number])]);
    const part = this.#parts.get(key) ?? { number: this.#parts.size, effects, recursiveAt, inside, uses: 0 };
    if (!this.#parts.has(key)) for (const [, inner] of inside) inner.uses += 1;
    this.#parts.set(key, part);
    return part;
  }

  #effectOf(rule: PlacedRule): CodeSymbol {
    const about = aboutOf(rule);
    const key = JSON.stringify([about, effectOf(rule)]);
    const former = this.#effects.get(key);
    if (former !== undefined) return former;
    const symbol = this.#symbol(`${rule.rule} ${rule.difference ?? ''}`);
    this.#effects.set(key, symbol);
    this.#declarations.effects.push(declarationOf(symbol, runtime('RuleEffect'), data(effectOf(rule)), about));
    return symbol;
  }

  /** Returns the code of a part, or the constant of one that several others contain. @param path where it is in the first of them */
  #codeOf(part: PlacePart, path: string): Code {
    if (part.symbol !== undefined) return mention(part.symbol);
    const entries: CodeEntry[] = [
      ...(part.effects.length > 0 ? [['rules', list(part.effects.map(mention))] as const] : []),
      ...(part.recursiveAt.length > 0 ? [['recursiveAt', data(part.recursiveAt)] as const] : []),
      ...(part.inside.length > 0
        ? [['inside', object(part.inside.map(([segment, inner]) => this.#entryOf(segment, inner)))] as const]
        : []),
    ];
    if (part.uses < 2 || part.inside.length === 0) return object(entries);
    part.symbol = this.#symbol(path === '' ? 'message' : path);
    this.#declarations.parts.push(declarationOf(part.symbol, runtime('RulesInside'), object(entries)));
    return mention(part.symbol);
  }

  /** Returns the entry of an inner part, with the places between that have no rules themselves in its key. */
  #entryOf(path: string, part: PlacePart): CodeEntry {
    const [only, ...others] = part.inside;
    const isBetween = part.effects.length === 0 && part.recursiveAt.length === 0 && part.uses < 2;
    if (!isBetween || only === undefined || others.length > 0)
      return [entryKey(path), this.#codeOf(part, pathSegments(path).at(-1) ?? '')];
    const [segment, inner] = only;
    return this.#entryOf(joinedPath(path, segment), inner);
  }

  #symbol(name: string): CodeSymbol {
    return this.#names.value(uniqueName(identifier(name), this.#taken), 'shared-rules');
  }
}

function longLists(operations: readonly Differing[], names: ConversionNames): ReadonlyMap<string, LongList> {
  const found = new Map<string, LongList>();
  for (const { id, rules } of operations) {
    for (const direction of conversionDirections) {
      if (rules[direction].length < least) continue;
      const key = keyOf(rules[direction]);
      const former = found.get(key) ?? {
        rules: rules[direction],
        name: `${names.rules(id).name} ${direction}`,
        uses: 0,
      };
      former.uses += 1;
      found.set(key, former);
    }
  }
  return found;
}

function declarationOf(symbol: CodeSymbol, type: string, value: Code, about = ''): Declaration {
  return { symbols: [symbol], statements: [constant({ name: symbol.name, type, value, comment: about })] };
}

function keyOf(rules: readonly PlacedRule[]): string {
  return JSON.stringify(rules.map(({ operation: _operation, direction: _direction, ...rule }) => rule));
}
