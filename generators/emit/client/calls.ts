/** The calls of a noun: the interface that people use, and the table of operations behind it. */
import type { MethodSignatureStructure } from 'ts-morph';
import {
  commentBlock,
  inherited,
  mention,
  propertyKey,
  saidOfOperation,
  type CodeSymbol,
  type Declaration,
} from '../../code/index.js';
import { StructureKind } from '../../code/structures.js';
import type { Operation } from '../../ir/index.js';
import { readingOf, type Rooms } from './answer.js';
import { inputOf } from './input.js';
import { errorOf, runtime } from './runtime.js';

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
  base?: Inherited,
  same?: CodeSymbol,
): readonly Declaration[] {
  const calls = rooms.names.calls(noun);
  const table = rooms.names.table(noun);
  const methods = operations.filter(({ verb }) => base?.kept.has(verb) !== true);
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
          ...(base && { extends: [inherited(base.calls, base.without)] }),
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
    docs: saidOfOperation(operation, errorOf),
  };
}
