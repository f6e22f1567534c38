/** The model of a version → the modules of its client package. */
import {
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
import { engineModule } from './engine.js';
import { headersDeclaration } from './headers.js';
import { inputDeclaration } from './input.js';
import { ClientNames } from './names.js';
import { operationDeclaration } from './operation.js';
import { passedOn } from './runtime.js';
import type { TypesRoom } from './types-room.js';

export interface EmittedClient extends SharedBase {
  readonly rooms: Rooms;
  /** What the package holds itself. */
  readonly modules: readonly CodeModule[];
}

/** @param base the version it extends; what is the same there is passed on by name */
export function emitClient(api: Api, naming: Naming, types: TypesRoom, base?: EmittedClient): EmittedClient {
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
  const shared = base === undefined ? new Map<string, CodeSymbol>() : sharedWith(base, declarations, rooms);
  const overlaid = new Map(
    base === undefined ? [] : names.nouns.flatMap((noun) => overlaidCalls(noun, rooms, base, shared)),
  );
  const own = exported
    .filter(({ symbols }) => !shared.has(symbols[0]?.name ?? ''))
    .map((declaration) => redirected(overlaid.get(declaration.symbols[0]?.name ?? '') ?? declaration, shared));
  const engine = engineModule(rooms);
  const passed = exported.flatMap(({ symbols }) => symbols).map((symbol) => shared.get(symbol.name) ?? symbol);
  return {
    package: names.package,
    declarations,
    rooms,
    modules: [
      ...nounModules(own, rooms),
      { ...engine, declarations: engine.declarations.map((declaration) => redirected(declaration, shared)) },
      {
        package: names.package,
        path: 'gen/index.ts',
        about: `The client of API version ${api.version}.`,
        declarations: [],
        passesOn: [...passed, ...engine.declarations.flatMap(({ symbols }) => symbols), ...passedOn],
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
  const rooms = new Map([types, base.rooms.types].map((room) => [room.package, room]));
  return sharedNames(declarations, base, ({ name, home }) => {
    const origin = rooms.get(home.package)?.origin(name)?.home ?? home;
    return `${origin.package} ${name}`;
  });
}

/** The interface of a noun as what differs from that of the base. */
function overlaidCalls(
  noun: string,
  rooms: Rooms,
  base: EmittedClient,
  shared: ReadonlyMap<string, CodeSymbol>,
): readonly (readonly [string, Declaration])[] {
  const { names, api } = rooms;
  const operations = operationsOf(api, noun);
  const isKept = (operation: Operation) => shared.has(names.method(operation).name);
  const kept = new Set(operations.filter(isKept).map(({ verb }) => verb));
  if (kept.size === 0) return [];
  const without = operationsOf(base.rooms.api, noun)
    .map(({ verb }) => verb)
    .filter((verb) => !kept.has(verb));
  const home = { package: base.package, path: 'gen/index.ts' };
  const inherited: Inherited = { calls: { ...base.rooms.names.calls(noun), home }, without, kept };
  const [calls] = callsDeclarations(noun, operations, rooms, inherited);
  return calls === undefined ? [] : [[names.calls(noun).name, calls]];
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
