/** The named state sets → one constant, for programs that show or check states. */
import {
  comment,
  commentBlock,
  literal,
  propertyKey,
  wrapped,
  type CodeSymbol,
  type Declaration,
  type ModuleId,
} from '../../code/index.js';
import type { StateSet } from '../../ir/index.js';
import { listText, unionText } from './layout.js';

export function stateSetsDeclaration(sets: readonly StateSet[], home: ModuleId): Declaration {
  const symbol: CodeSymbol = { name: 'stateSets', home, value: true };
  const body = sets.map((set) => `${docs(set)}  ${propertyKey(set.name)}: {\n${members(set)}  },\n`).join('');
  const about =
    'Every set of states that the interface names: the fields that hold one, its values, and how one becomes another.';
  // Typed by hand, not `as const`: the compiler makes a tuple type for every list, in every program.
  const one = [
    'interface NamedStates {',
    '  readonly fields: readonly string[];',
    '  readonly values: readonly string[];',
    '  /** Without `from` it did not exist before, without `to` it is gone after. */',
    '  readonly transitions: readonly { readonly from?: string; readonly to?: string; readonly on?: string }[];',
    '}',
  ].join('\n');
  const type = unionText(
    'export type StateSetName = ',
    sets.map(({ name }) => literal(name)),
  ).replace(/\n/g, '\n  ');
  const name = `/** The names of {@link ${symbol.name}}. */\nexport type StateSetName =${type.startsWith('\n') ? '' : ' '}${type};`;
  const keys = sets.map(({ name: key }) => `  readonly ${propertyKey(key)}: NamedStates;\n`).join('');
  const value = `${commentBlock(about)}export const ${symbol.name}: {\n${keys}} = {\n${body}};`;
  return { symbols: [symbol, { name: 'StateSetName', home }], statements: [one, name, value] };
}

function docs({ description, rules }: StateSet): string {
  return commentBlock(wrapped(comment([description, ...rules]), 112)).replace(/^(?=.)/gm, '  ');
}

function members({ fields, values, transitions }: StateSet): string {
  const steps = transitions.map((step) => object(Object.entries(step)));
  return [
    `    fields: ${listText('fields: ', fields.map(literal), ',', '    ')},\n`,
    `    values: ${listText(
      'values: ',
      values.map(({ value }) => literal(value)),
      ',',
      '    ',
    )},\n`,
    `    transitions: ${steps.length === 0 ? '[]' : `[\n${steps.map((step) => `      ${step},\n`).join('')}    ]`},\n`,
  ].join('');
}

function object(entries: readonly (readonly [string, string])[]): string {
  const line = `{ ${entries.map(([key, value]) => `${key}: ${literal(value)}`).join(', ')} }`;
  return line.length + 7 <= 120
    ? line
    : `{\n${entries.map(([key, value]) => `        ${key}: ${literal(value)},\n`).join('')}      }`;
}
