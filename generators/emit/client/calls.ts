/** The calls of a noun: the interface that people use, and the table of operations behind it. */
import type { MethodSignatureStructure } from 'ts-morph';
import {
  commentBlock,
  literal,
  mention,
  propertyKey,
  saidOf,
  type CodeSymbol,
  type Declaration,
} from '../../code/index.js';
import { StructureKind } from '../../code/structures.js';
import type { Operation } from '../../ir/index.js';
import { readingOf, type Rooms } from './answer.js';
import { inputOf } from './input.js';
import { errorOf, runtime } from './runtime.js';

const WIDTH = 120;

/** What of a noun's interface stands in that of the version it extends. */
export interface Inherited {
  readonly calls: CodeSymbol;
  /** Methods that differ or are gone. */
  readonly without: readonly string[];
  /** Methods that are the same. */
  readonly kept: ReadonlySet<string>;
}

/** @param operations all of the noun's @param same the same table of another entry: of other types, one at run time */
export function callsDeclarations(
  noun: string,
  operations: readonly Operation[],
  rooms: Rooms,
  inherited?: Inherited,
  same?: CodeSymbol,
): readonly Declaration[] {
  const calls = rooms.names.calls(noun);
  const table = rooms.names.table(noun);
  const methods = operations.filter(({ verb }) => inherited?.kept.has(verb) !== true);
  const entries = operations.map(
    (operation) => `  ${propertyKey(operation.verb)}: ${mention(rooms.names.operation(operation))},\n`,
  );
  const value = same === undefined ? `{\n${entries.join('')}}` : `${mention(same)} as never`;
  return [
    {
      symbols: [calls],
      statements: [
        {
          kind: StructureKind.Interface,
          isExported: true,
          name: calls.name,
          docs: [`The calls of \`${table.name}\`.`],
          ...(inherited && { extends: [baseOf(inherited, `export interface ${calls.name} extends `)] }),
          methods: methods.map((operation) => methodOf(operation, rooms)),
        },
      ],
    },
    {
      symbols: [table],
      statements: [
        `${commentBlock(`The operations behind {@link ${calls.name}}.`)}export const ${table.name}: ${runtime('CallTable')}<${mention(calls)}> = ${value};`,
      ],
    },
  ];
}

/** A method on its own, to be held against that of another version. */
export function methodDeclaration(operation: Operation, rooms: Rooms): Declaration {
  const symbol = rooms.names.method(operation);
  const methods = [methodOf(operation, rooms)];
  return { symbols: [symbol], statements: [{ kind: StructureKind.Interface, name: symbol.name, methods }] };
}

function methodOf(operation: Operation, rooms: Rooms): MethodSignatureStructure {
  const { text, required } = inputOf(operation, rooms);
  const { result } = readingOf(operation, rooms);
  return {
    kind: StructureKind.MethodSignature,
    name: propertyKey(operation.verb),
    parameters: [
      { name: 'input', type: text, hasQuestionToken: !required },
      { name: 'options', type: runtime('CallOptions'), hasQuestionToken: true },
    ],
    returnType: `Promise<${result}>`,
    docs: docsOf(operation),
  };
}

function docsOf(operation: Operation): string[] {
  const { method, path, summary, description, answers } = operation;
  const first = summary === undefined ? undefined : `${summary.replace(/\.$/, '')}.`;
  const failures = answers.filter(({ status }) => /^[45]/.test(status));
  const throws = failures.map((answer) => ({
    name: 'throws' as const,
    text: `{@link ${errorOf(answer.status)}} ${answer.description ?? answer.status}`,
  }));
  const said = { ...operation, description: [first, description].filter((part) => part !== undefined).join('\n\n') };
  return saidOf(said, [`\`${method} ${path}\``], throws);
}

/** @param before what stands on the line already */
function baseOf({ calls, without }: Inherited, before: string): string {
  if (without.length === 0) return mention(calls);
  const names = without.map(literal).join(' | ');
  const line = `Omit<${mention(calls)}, ${names}>`;
  // The base has the same name, and so another one where it is imported: four letters longer.
  if (before.length + `Omit<Base${calls.name}, ${names}> {`.length <= WIDTH) return line;
  const members = names.length + 2 <= WIDTH ? `  ${names}` : without.map((name) => `  | ${literal(name)}`).join('\n');
  return `Omit<\n  ${mention(calls)},\n${members}\n>`;
}
