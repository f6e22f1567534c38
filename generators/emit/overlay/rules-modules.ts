/** The rules of operations → a module for each group, a constant for each operation, a comment for each rule. */
import {
  comment,
  commentBlock,
  mention,
  wrapped,
  type CodeModule,
  type CodeSymbol,
  type Declaration,
} from '../../code/index.js';
import type { OperationRules, PlacedRule, WireValue } from '../../ir/index.js';
import { dataText, type Data } from './data-text.js';
import type { OverlayNames } from './names.js';
import { runtime } from './runtime.js';

const WIDTH = 112;

/** What is emitted of an operation that differs. */
export interface Differing extends OperationRules {
  readonly group: string;
}

export function rulesModules(operations: readonly Differing[], names: OverlayNames): readonly CodeModule[] {
  const homes = new Map<string, { readonly group: string; readonly declarations: Declaration[] }>();
  for (const operation of operations) {
    const symbol = names.rules(operation.id);
    const module = homes.get(symbol.home.path) ?? { group: operation.group, declarations: [] };
    homes.set(symbol.home.path, module);
    module.declarations.push(declarationOf(operation, symbol));
  }
  return [...homes].map(([path, { group, declarations }]) => ({
    package: names.package,
    path,
    about: `The rules of operations of the group ${group}.`,
    declarations,
    passesOn: [],
  }));
}

/** All rules by operation. */
export function rulesTable(operations: readonly Differing[], names: OverlayNames): Declaration {
  const symbol = names.value('rules', 'rules');
  const entries = operations.map(({ id }) => `  ${dataKey(id)}: ${mention(names.rules(id))},\n`);
  const about = '/** The rules of every operation that differs; all others are the same in both versions. */\n';
  return {
    symbols: [symbol],
    statements: [
      `${about}export const rules = {\n${entries.join('')}} as const satisfies Readonly<Record<string, ${runtime('OperationConversion')}>>;`,
    ],
  };
}

function declarationOf({ id, rules }: Differing, symbol: CodeSymbol): Declaration {
  const way = (up: readonly PlacedRule[], down: readonly PlacedRule[]) =>
    `{\n    up: ${listOf(up)},\n    down: ${listOf(down)},\n  }`;
  const text = [
    `export const ${symbol.name}: ${runtime('OperationConversion')} = {`,
    `  request: ${way(rules['request.up'], rules['request.down'])},`,
    `  response: ${way(rules['response.up'], rules['response.down'])},`,
    '};',
  ].join('\n');
  return { symbols: [symbol], statements: [`${commentBlock(comment([`${id}.`]))}${text}`] };
}

function listOf(rules: readonly PlacedRule[]): string {
  if (rules.length === 0) return '[]';
  return `[\n${rules.map((rule) => `${aboutOf(rule)}      ${dataText(dataOf(rule), '      ', 1)},\n`).join('')}    ]`;
}

function aboutOf({ difference, says }: PlacedRule): string {
  const text = wrapped(comment([difference === undefined ? says : `\`${difference}\`: ${says}`]), WIDTH);
  return commentBlock(text)
    .trimEnd()
    .split('\n')
    .map((line) => `      ${line}\n`)
    .join('');
}

/** As the run time reads it. */
export function dataOf({ rule, difference, at, when, parts }: PlacedRule): Data {
  return {
    rule,
    ...(difference !== undefined && { difference }),
    at: { ...at },
    ...(when.length > 0 && { when: when.map((condition) => plain({ ...condition })) }),
    ...parts,
  };
}

function plain(condition: { readonly of: string; readonly is?: WireValue; readonly not?: readonly WireValue[] }): Data {
  const { of, is, not } = condition;
  return { of, ...(is !== undefined && { is }), ...(not !== undefined && { not }) };
}

function dataKey(id: string): string {
  return dataText({ [id]: 0 }).slice(2, -5);
}
