/** The rules of operations → a module for each group, a constant for each operation, a comment for each rule. */
import {
  cast,
  comment,
  constant,
  entryKey,
  generic,
  list,
  mention,
  object,
  type CodeModule,
  type CodeSymbol,
  type Declaration,
  type OperationRules,
  type PlacedRule,
} from '../../emitter/index.js';
import type { ConversionNames } from './names.js';
import { runtime } from './runtime.js';
import { rulesCode } from './rule-code.js';
import { SharedRules } from './shared-rules.js';

/** An operation that differs, with its rules and its group. */
export interface Differing extends OperationRules {
  readonly group: string;
}

export function rulesModules(operations: readonly Differing[], names: ConversionNames): readonly CodeModule[] {
  const shared = new SharedRules(operations, names);
  const homes = new Map<string, { readonly group: string; readonly declarations: Declaration[] }>();
  for (const operation of operations) {
    const symbol = names.rules(operation.id);
    const module = homes.get(symbol.home.path) ?? { group: operation.group, declarations: [] };
    homes.set(symbol.home.path, module);
    module.declarations.push(declarationOf(operation, symbol, shared));
  }
  const modules = [...homes].map(([path, { group, declarations }]) => ({
    package: names.package,
    path,
    about: `The rules of operations of the group ${group}.`,
    declarations,
    reexports: [],
  }));
  return [...modules, ...shared.modules()];
}

/** Returns the table of all rules by operation. */
export function rulesTable(operations: readonly Differing[], names: ConversionNames): Declaration {
  const symbol = names.value('rules', 'clients');
  const entries = operations.map(({ id }) => [entryKey(id), mention(names.rules(id))] as const);
  const type = generic('Readonly', generic('Record', 'string', runtime('OperationConversion')));
  return {
    symbols: [symbol],
    statements: [
      constant({
        name: symbol.name,
        value: cast(cast(object(entries, 'open'), 'as', 'const'), 'satisfies', type),
        comment: 'The rules of every operation that differs; all others are the same in both versions.',
      }),
    ],
  };
}

function declarationOf({ id, rules }: Differing, symbol: CodeSymbol, shared: SharedRules): Declaration {
  const codeOf = (rules: readonly PlacedRule[]) => {
    const constant = shared.of(rules);
    return constant === undefined ? list(rulesCode(rules)) : mention(constant);
  };
  const directions = (up: readonly PlacedRule[], down: readonly PlacedRule[]) =>
    object(
      [
        ['upgrade', codeOf(up)],
        ['downgrade', codeOf(down)],
      ],
      'open',
    );
  const value = object(
    [
      ['request', directions(rules['request.upgrade'], rules['request.downgrade'])],
      ['response', directions(rules['response.upgrade'], rules['response.downgrade'])],
    ],
    'open',
  );
  const type = runtime('OperationConversion');
  return {
    symbols: [symbol],
    statements: [constant({ name: symbol.name, type, value, comment: comment([`${id}.`]) })],
  };
}
