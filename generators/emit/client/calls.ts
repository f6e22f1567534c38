/** The calls of a noun: the interface that people use, and the table of operations behind it. */
import type { MethodSignatureStructure } from 'ts-morph';
import {
  constant,
  generic,
  mention,
  object,
  propertyKey,
  operationDocComment,
  type Declaration,
  type Entry,
} from '../../code/index.js';
import { StructureKind } from '../../code/structures.js';
import type { Operation } from '../../ir/index.js';
import { readingOf, type EmitContext } from './reading.js';
import { inputOf } from './input.js';
import { errorOf, runtime } from './runtime.js';

/** @param operations all of the noun's */
export function callsDeclarations(
  noun: string,
  operations: readonly Operation[],
  context: EmitContext,
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
          type: generic(runtime('CallTable'), mention(calls)),
          value: object(
            operations.map((operation): Entry => [
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

function methodOf(operation: Operation, context: EmitContext): MethodSignatureStructure {
  const { text, required } = inputOf(operation, context);
  const { result } = readingOf(operation, context);
  return {
    kind: StructureKind.MethodSignature,
    name: propertyKey(operation.verb),
    parameters: [
      { name: 'input', type: text, hasQuestionToken: !required },
      { name: 'options', type: runtime('CallOptions'), hasQuestionToken: true },
    ],
    returnType: `Promise<${result}>`,
    docs: operationDocComment(operation, errorOf),
  };
}
