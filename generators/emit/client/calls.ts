/** The calls of a noun, and of all nouns: the interface for users, and the table of the operations. */
import type { MethodSignatureStructure } from 'ts-morph';
import {
  commentText,
  constant,
  generic,
  mention,
  object,
  propertyKey,
  operationDocComment,
  type Declaration,
  type CodeEntry,
  type ModuleId,
  StructureKind,
  type Operation,
} from '../../emitter/index.js';
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
          docs: [`The methods of \`${context.names.member(noun)}\`.`],
          methods: operations.flatMap((operation) => methodsOf(operation, context)),
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

/** Returns the interface of a client with the calls of all nouns, and the constant `groups` of their tables. */
export function clientDeclarations(
  { api, names }: ClientEmitContext,
  home: ModuleId,
  { name, about, base }: Readonly<Record<'name' | 'about' | 'base', string>>,
): readonly [Declaration, Declaration] {
  const tables = names.nouns.map((noun): CodeEntry | string => {
    const table = names.table(noun);
    return table.name === names.member(noun) ? mention(table) : [names.member(noun), mention(table)];
  });
  return [
    {
      symbols: [{ name, home }],
      statements: [
        {
          kind: StructureKind.Interface,
          isExported: true,
          name,
          docs: [`${about} version ${commentText(api.version).replaceAll('\n', ' ')}.`],
          extends: [base],
          properties: names.nouns.map((noun) => ({
            kind: StructureKind.PropertySignature,
            name: names.member(noun),
            isReadonly: true,
            type: mention(names.calls(noun)),
          })),
        },
      ],
    },
    {
      symbols: [{ name: 'groups', home, value: true }],
      statements: [
        constant({
          name: 'groups',
          value: object(tables),
          comment: `The operations that {@link ${name}} calls, as data.`,
        }),
      ],
    },
  ];
}

/** Returns an overload for each further type of the result, and at last the usual signature, which types are inferred from. */
function methodsOf(operation: Operation, context: ClientEmitContext): readonly MethodSignatureStructure[] {
  const { runtime } = context;
  const { text, required } = inputOf(operation, context);
  const { result, accepts = [] } = runtime.reading(operation, context);
  const common = { kind: StructureKind.MethodSignature, name: propertyKey(operation.verb) } as const;
  const docs = operationDocComment(operation, runtime.errorOf);
  const results = [...new Set(accepts.map((one) => one.result))];
  return [
    ...results.map((other) => {
      const mediaTypes = accepts.filter((one) => one.result === other).map(({ mediaType }) => mediaType);
      return {
        ...common,
        parameters: [
          { name: 'input', type: required ? text : `${text} | undefined` },
          { name: 'options', type: runtime.acceptOptions?.(mediaTypes) ?? runtime.callOptions },
        ],
        returnType: `Promise<${other}>`,
        docs,
      };
    }),
    {
      ...common,
      parameters: [
        { name: 'input', type: text, hasQuestionToken: !required },
        { name: 'options', type: runtime.callOptions, hasQuestionToken: true },
      ],
      returnType: `Promise<${result}>`,
      docs,
    },
  ];
}
