/** The handlers of a noun: the interface that users implement. */
import type { PropertySignatureStructure } from 'ts-morph';
import {
  mention,
  propertyKey,
  operationDocComment,
  type Declaration,
  StructureKind,
  type Operation,
} from '../../emitter/index.js';
import type { ServerNames } from './names.js';
import { errorOf, runtime } from './runtime.js';

/** Returns the interface of a noun's handlers. @param operations all operations of the noun */
export function handlersDeclaration(noun: string, operations: readonly Operation[], names: ServerNames): Declaration {
  const symbol = names.handlers(noun);
  return {
    symbols: [symbol],
    members: operations.map(({ verb }) => verb),
    statements: [
      {
        kind: StructureKind.Interface,
        isExported: true,
        name: symbol.name,
        docs: [`The handlers of the operations of \`${noun}\`.`],
        properties: operations.map((operation) => handlerProperty(operation, names)),
      },
    ],
  };
}

// A property, not a method: parameters of methods are bivariant, so a handler of another operation would be assignable.
function handlerProperty(operation: Operation, names: ServerNames): PropertySignatureStructure {
  const [call, result] = [names.call(operation), names.result(operation)].map(mention);
  return {
    kind: StructureKind.PropertySignature,
    name: propertyKey(operation.verb),
    type: `(call: ${call ?? ''}) => ${runtime('Awaitable')}<${result ?? ''}>`,
    docs: operationDocComment(operation, errorOf),
  };
}
