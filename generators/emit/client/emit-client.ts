/** The model of a version → the modules of its client package. */
import {
  modulePath,
  redirected,
  sharedNames,
  type CodeModule,
  type CodeSymbol,
  type Declaration,
  type Naming,
  type SharedBase,
} from '../../code/index.js';
import type { Api, Operation } from '../../ir/index.js';
import type { Rooms } from './answer.js';
import { callsDeclarations, methodDeclaration, type Inherited } from './calls.js';
import { codecModule } from './codec.js';
import { engineModule } from './engine.js';
import { headersDeclaration } from './headers.js';
import { inputDeclaration } from './input.js';
import { ClientNames } from './names.js';
import { operationDeclaration } from './operation.js';
import { passedOn } from './runtime.js';
import type { TypesRoom } from './types-room.js';

/** A base, and what of this client it has already. */
interface Holding {
  readonly base: EmittedClient;
  readonly shared: ReadonlyMap<string, CodeSymbol>;
}

export interface EmittedClient extends SharedBase {
  readonly rooms: Rooms;
  /** What the package holds itself. */
  readonly modules: readonly CodeModule[];
}

/**
 * @param bases what it may pass on by name, the nearest last: the version it extends; for the exact entry that of the
 *   version it extends, and the plain one of its own version
 */
export function emitClient(
  api: Api,
  naming: Naming,
  types: TypesRoom,
  bases: readonly EmittedClient[] = [],
): EmittedClient {
  const names = new ClientNames(api, naming);
  const rooms: Rooms = { api, names, types };
  const exported = [
    ...api.operations.flatMap((operation) => [
      ...inputDeclaration(operation, rooms),
      ...headersDeclaration(operation, rooms),
      operationDeclaration(operation, rooms),
    ]),
    ...names.nouns.flatMap((noun) => callsDeclarations(noun, operationsOf(api, noun), rooms)),
  ];
  // Methods on their own stand in no module: they are there to be compared.
  const methods = api.operations.map((operation) => methodDeclaration(operation, rooms));
  const declarations = [...exported, ...methods];
  const holdings = bases.map((base): Holding => ({ base, shared: sharedWith(base, declarations, rooms) }));
  const shared = new Map(holdings.flatMap((holding) => [...holding.shared]));
  const plain = naming.exact ? bases.at(-1)?.rooms : undefined;
  const overlaid = new Map([
    ...names.nouns.flatMap((noun) => overlaidCalls(noun, rooms, holdings, plain)),
    ...(plain === undefined ? [] : api.operations.map((operation) => retyped(operation, rooms, plain))),
  ]);
  const own = exported
    .filter(({ symbols }) => !shared.has(symbols[0]?.name ?? ''))
    .map((declaration) => redirected(overlaid.get(declaration.symbols[0]?.name ?? '') ?? declaration, shared));
  const engine = engineModule(rooms, naming);
  const others = [engine, ...(naming.exact ? [codecModule(rooms, bases)] : [])];
  const passed = exported.flatMap(({ symbols }) => symbols).map((symbol) => shared.get(symbol.name) ?? symbol);
  return {
    package: names.package,
    declarations,
    rooms,
    modules: [
      ...nounModules(own, rooms),
      ...others.map((module) => ({
        ...module,
        declarations: module.declarations.map((declaration) => redirected(declaration, shared)),
      })),
      {
        package: names.package,
        path: modulePath(naming, 'index'),
        about: `The client of API version ${api.version}${naming.exact ? ', with exact integers' : ''}.`,
        declarations: [],
        passesOn: [
          ...passed,
          ...others.flatMap(({ declarations }) => declarations.flatMap(({ symbols }) => symbols)),
          ...passedOn,
        ],
      },
    ],
  };
}

function sharedWith(
  base: EmittedClient,
  declarations: readonly Declaration[],
  { types }: Rooms,
): ReadonlyMap<string, CodeSymbol> {
  // Two versions may get a type from the same place by different packages.
  return sharedNames(declarations, base, (symbol) => {
    const { name, home } = types.origin(symbol) ?? base.rooms.types.origin(symbol) ?? symbol;
    return `${home.package} ${name}`;
  });
}

/** An operation of the exact entry: the plain one at run time. */
function retyped(operation: Operation, rooms: Rooms, plain: Rooms): readonly [string, Declaration] {
  const same = fromIndex(plain.names.operation(operation));
  return [rooms.names.operation(operation).name, operationDeclaration(operation, rooms, same)];
}

function fromIndex(symbol: CodeSymbol): CodeSymbol {
  return { ...symbol, home: { ...symbol.home, path: 'gen/index.ts' } };
}

/** The interface of a noun as what differs from the base that has most of it; in the exact entry its table too. */
function overlaidCalls(
  noun: string,
  rooms: Rooms,
  holdings: readonly Holding[],
  plain: Rooms | undefined,
): readonly (readonly [string, Declaration])[] {
  const operations = operationsOf(rooms.api, noun);
  const [most] = holdings
    .map((holding) => inheritedFrom(holding, noun, operations, rooms))
    .filter(({ kept }) => kept.size > 0)
    .sort((a, b) => b.kept.size - a.kept.size);
  const same = plain && fromIndex(plain.names.table(noun));
  if (most === undefined && same === undefined) return [];
  const declarations = callsDeclarations(noun, operations, rooms, most, same);
  return declarations.map((declaration) => [declaration.symbols[0]?.name ?? '', declaration] as const);
}

function inheritedFrom(
  { base, shared }: Holding,
  noun: string,
  operations: readonly Operation[],
  { names }: Rooms,
): Inherited {
  const isKept = (operation: Operation) => shared.has(names.method(operation).name);
  const kept = new Set(operations.filter(isKept).map(({ verb }) => verb));
  const without = operationsOf(base.rooms.api, noun)
    .map(({ verb }) => verb)
    .filter((verb) => !kept.has(verb));
  return { calls: fromIndex(base.rooms.names.calls(noun)), without, kept };
}

function nounModules(declarations: readonly Declaration[], { names }: Rooms): readonly CodeModule[] {
  return names.nouns.flatMap((noun) => {
    const { home } = names.calls(noun);
    const held = declarations.filter(({ symbols }) => symbols[0]?.home.path === home.path);
    if (held.length === 0) return [];
    return [{ ...home, about: `Calls of ${names.table(noun).name}.`, declarations: held, passesOn: [] }];
  });
}

function operationsOf({ operations }: Api, noun: string): readonly Operation[] {
  return operations.filter((operation) => operation.noun === noun);
}
