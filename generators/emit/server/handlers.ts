/** The handlers of a noun: the interface that people implement. */
import type { PropertySignatureStructure } from 'ts-morph';
import { literal, mention, propertyKey, saidOf, type CodeSymbol, type Declaration } from '../../code/index.js';
import { StructureKind } from '../../code/structures.js';
import type { Operation } from '../../ir/index.js';
import type { ServerNames } from './names.js';
import { errorOf, runtime } from './runtime.js';

const WIDTH = 120;

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
  inherited?: Inherited,
): Declaration {
  const symbol = names.handlers(noun);
  const own = handlers.filter(({ operation }) => inherited?.kept.has(names.verb(operation)) !== true);
  return {
    symbols: [symbol],
    statements: [
      {
        kind: StructureKind.Interface,
        isExported: true,
        name: symbol.name,
        docs: [`What answers the operations of \`${names.noun(noun)}\`.`],
        ...(inherited && { extends: [baseOf(inherited, `export interface ${symbol.name} extends `)] }),
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
    docs: docsOf(operation),
  };
  return { operation, member };
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
function baseOf({ handlers, without }: Inherited, before: string): string {
  if (without.length === 0) return mention(handlers);
  const names = without.map(literal).join(' | ');
  const line = `Omit<${mention(handlers)}, ${names}>`;
  // The base has the same name, and so another one where it is imported: four letters longer.
  if (before.length + `Omit<Base${handlers.name}, ${names}> {`.length <= WIDTH) return line;
  const members = names.length + 2 <= WIDTH ? `  ${names}` : without.map((name) => `  | ${literal(name)}`).join('\n');
  return `Omit<\n  ${mention(handlers)},\n${members}\n>`;
}
