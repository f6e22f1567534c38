/** The handlers of a noun: the interface that people implement. */
import type { PropertySignatureStructure } from 'ts-morph';
import {
  inherited,
  mention,
  propertyKey,
  saidOfOperation,
  type CodeSymbol,
  type Declaration,
} from '../../code/index.js';
import { StructureKind } from '../../code/structures.js';
import type { Operation } from '../../ir/index.js';
import type { ServerNames } from './names.js';
import { errorOf, runtime } from './runtime.js';

/** What of a noun's interface stands in that of the version it extends. */
export interface Inherited {
  readonly handlers: CodeSymbol;
  /** Handlers that differ or are gone. */
  readonly without: readonly string[];
  /** Handlers that are the same. */
  readonly kept: ReadonlySet<string>;
}

/** A handler as a member of its noun's interface. */
export interface Handler {
  readonly operation: Operation;
  readonly member: PropertySignatureStructure;
}

/** @param handlers all of the noun's */
export function handlersDeclaration(
  noun: string,
  handlers: readonly Handler[],
  names: ServerNames,
  base?: Inherited,
): Declaration {
  const symbol = names.handlers(noun);
  const own = handlers.filter(({ operation }) => base?.kept.has(names.verb(operation)) !== true);
  return {
    symbols: [symbol],
    statements: [
      {
        kind: StructureKind.Interface,
        isExported: true,
        name: symbol.name,
        docs: [`What answers the operations of \`${names.noun(noun)}\`.`],
        ...(base && { extends: [inherited(base.handlers, base.without)] }),
        properties: own.map(({ member }) => member),
      },
    ],
  };
}

/** A handler on its own, to be held against that of another version. */
export function handlerDeclaration({ operation, member }: Handler, names: ServerNames): Declaration {
  const symbol = names.handler(operation);
  return {
    symbols: [symbol],
    statements: [{ kind: StructureKind.Interface, name: symbol.name, properties: [member] }],
  };
}

// A property, not a method: the parameters of methods are compared both ways, and a handler of another operation would fit.
export function handlerOf(operation: Operation, names: ServerNames): Handler {
  const [call, result] = [names.call(operation), names.result(operation)].map(mention);
  const member: PropertySignatureStructure = {
    kind: StructureKind.PropertySignature,
    name: propertyKey(names.verb(operation)),
    type: `(call: ${call ?? ''}) => ${runtime('Awaitable')}<${result ?? ''}>`,
    docs: saidOfOperation(operation, errorOf),
  };
  return { operation, member };
}
