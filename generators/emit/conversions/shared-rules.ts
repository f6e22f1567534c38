/** Rules that several operations have in common → constants, so that what many messages contain is written once. */
import {
  constant,
  uniqueName,
  type Code,
  type CodeModule,
  type CodeSymbol,
  type Declaration,
  conversionDirections,
  type ConversionDirection,
  type PlacedRule,
} from '../../emitter/index.js';
import type { ConversionNames } from './names.js';
import type { Differing } from './rules-modules.js';
import { runtime } from './runtime.js';

/** Fewer rules are written where they apply, which is easier to read. */
const least = 30;

interface SharedList {
  readonly symbol: CodeSymbol;
  readonly direction: ConversionDirection;
  readonly rules: readonly PlacedRule[];
}

export class SharedRules {
  readonly #names: ConversionNames;
  readonly #lists: ReadonlyMap<string, SharedList>;

  constructor(operations: readonly Differing[], names: ConversionNames) {
    this.#names = names;
    const uses = new Map<string, (Omit<SharedList, 'symbol'> & { readonly name: string })[]>();
    for (const { id, rules } of operations) {
      for (const direction of conversionDirections) {
        const list = rules[direction];
        if (list.length < least) continue;
        const name = `${names.rules(id).name}-${direction}`.replace(/[-.](\w)/g, (_, letter: string) =>
          letter.toUpperCase(),
        );
        const key = keyOf(list);
        uses.set(key, [...(uses.get(key) ?? []), { name, direction, rules: list }]);
      }
    }
    const taken = new Set<string>();
    this.#lists = new Map(
      [...uses].flatMap(([key, [first, ...others]]) => {
        if (first === undefined || others.length === 0) return [];
        const { name, ...list } = first;
        return [[key, { ...list, symbol: names.value(uniqueName(name, taken), 'shared-rules') }] as const];
      }),
    );
  }

  /** Returns the constant with these rules, if several operations have them. */
  of(rules: readonly PlacedRule[]): CodeSymbol | undefined {
    return rules.length < least ? undefined : this.#lists.get(keyOf(rules))?.symbol;
  }

  /** Returns the module of the constants; none if nothing is shared. @param code returns the code of rules */
  modules(code: (rules: readonly PlacedRule[]) => Code): readonly CodeModule[] {
    if (this.#lists.size === 0) return [];
    const declarations = [...this.#lists.values()].map(({ symbol, direction, rules }): Declaration => {
      const [kind = '', way = ''] = direction.split('.');
      const type = `${runtime('OperationConversion')}['${kind}']['${way}']`;
      return { symbols: [symbol], statements: [constant({ name: symbol.name, type, value: code(rules) })] };
    });
    const about = 'The rules that several operations have in common.';
    return [{ ...this.#names.module('shared-rules'), about, declarations, reexports: [] }];
  }
}

function keyOf(rules: readonly PlacedRule[]): string {
  return JSON.stringify(rules.map(({ operation: _operation, direction: _direction, ...rule }) => rule));
}
