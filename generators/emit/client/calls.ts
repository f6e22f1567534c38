/** The calls of a noun: the interface for users, and the table of its operations. */
import type { MethodSignatureStructure } from 'ts-morph';
import {
  constant,
  generic,
  mention,
  object,
  propertyKey,
  operationDocComment,
  type Declaration,
  type CodeEntry,
} from '../../code/index.js';
import { StructureKind } from '../../code/structures.js';
import type { Operation } from '../../ir/index.js';
import type { ClientEmitContext } from './client-emit-context.js';
import { inputOf } from './input.js';

/** Returns the interface and the table of a noun. @param operations all operations of the noun */
export function callsDeclarations(
  noun: string,
  operations: readonly Operation[],
  context: ClientEmitContext,
): readonly Declaration[] {
  const calls = context.names.calls(noun);
  const table = context.names.table(noun);
  return [
    {
      symbols: [calls],
      members: operations.map(({ verb }) => verb),
      statements: [
        {
          kind: StructureKind.Interface,
          isExported: true,
          name: calls.name,
          docs: [`The methods of \`${table.name}\`.`],
          methods: operations.map((operation) => methodOf(operation, context)),
        },
      ],
    },
    {
      symbols: [table],
      statements: [
        constant({
          name: table.name,
          type: generic(context.runtime.callTable, mention(calls)),
          value: object(
            operations.map((operation): CodeEntry => [
              propertyKey(operation.verb),
              mention(context.names.operation(operation)),
            ]),
            'open',
          ),
          comment: `The operations that {@link ${calls.name}} calls.`,
        }),
      ],
    },
  ];
}

function methodOf(operation: Operation, context: ClientEmitContext): MethodSignatureStructure {
  const { text, required } = inputOf(operation, context);
  const { result } = context.runtime.reading(operation, context);
  return {
    kind: StructureKind.MethodSignature,
    name: propertyKey(operation.verb),
    parameters: [
      { name: 'input', type: text, hasQuestionToken: !required },
      { name: 'options', type: context.runtime.callOptions, hasQuestionToken: true },
    ],
    returnType: `Promise<${result}>`,
    docs: operationDocComment(operation, context.runtime.errorOf),
  };
}
