/** The model of a version → the modules of its server package. */
import {
  redirected,
  sharedNames,
  type CodeModule,
  type CodeSymbol,
  type Declaration,
  type Naming,
  type SharedBase,
} from '../../code/index.js';
import type { Api } from '../../ir/index.js';
import type { Rooms } from './answer.js';
import { callDeclarations } from './call.js';
import { contractModule, engineModule } from './engine.js';
import { handlerDeclaration, handlerOf, handlersDeclaration, type Handler, type Inherited } from './handlers.js';
import { ServerNames, shapesEntry } from './names.js';
import { operationDeclaration } from './operation.js';
import { passedOn } from './runtime.js';
import { shapeDeclaration } from './shapes.js';
import type { TypesRoom } from './types-room.js';

export interface EmittedServer extends SharedBase {
  readonly rooms: Rooms;
  /** What the package holds itself. */
  readonly modules: readonly CodeModule[];
}

/** @param base the version it extends; what is the same there is passed on by name */
export function emitServer(api: Api, naming: Naming, types: TypesRoom, base?: EmittedServer): EmittedServer {
  const names = new ServerNames(api, naming);
  const rooms: Rooms = { api, names, types };
  const handlers = api.operations.map((operation) => handlerOf(operation, names));
  const shapes = names.shapes.map((shape) => shapeDeclaration(shape, names, api));
  const operations = [
    ...api.operations.flatMap((operation) => [
      ...callDeclarations(operation, rooms),
      operationDeclaration(operation, rooms),
    ]),
    ...names.nouns.map((noun) => handlersDeclaration(noun, within(noun, handlers), names)),
  ];
  // Handlers on their own stand in no module: they are there to be compared.
  const single = handlers.map((handler) => handlerDeclaration(handler, names));
  const declarations = [...shapes, ...operations, ...single];
  const shared = base === undefined ? new Map<string, CodeSymbol>() : sharedWith(base, declarations, shapes, rooms);
  const overlaid = new Map(
    base === undefined
      ? []
      : names.nouns.flatMap((noun) => overlaidHandlers(noun, within(noun, handlers), names, base, shared)),
  );
  const own = [...shapes, ...operations]
    .filter(({ symbols }) => !shared.has(symbols[0]?.name ?? ''))
    .map((declaration) => redirected(overlaid.get(declaration.symbols[0]?.name ?? '') ?? declaration, shared));
  const around = [contractModule(rooms), engineModule(rooms)].map((module) => ({
    ...module,
    declarations: module.declarations.map((declaration) => redirected(declaration, shared)),
  }));
  const passed = (all: readonly Declaration[]) =>
    all.flatMap(({ symbols }) => symbols).map((symbol) => shared.get(symbol.name) ?? symbol);
  return {
    package: names.package,
    declarations,
    rooms,
    modules: [
      ...heldModules(own, rooms),
      ...around,
      {
        ...names.module(`gen/${shapesEntry}/index.ts`),
        about: `The shapes of API version ${api.version}, as data.`,
        declarations: [],
        passesOn: passed(shapes),
      },
      {
        ...names.module('gen/index.ts'),
        about: `The server of API version ${api.version}.`,
        declarations: [],
        passesOn: [...passed(operations), ...around.flatMap(({ declarations: made }) => passed(made)), ...passedOn],
      },
    ],
  };
}

function sharedWith(
  base: EmittedServer,
  declarations: readonly Declaration[],
  shapes: readonly Declaration[],
  { types }: Rooms,
): ReadonlyMap<string, CodeSymbol> {
  // Two versions may get a type from the same place by different packages.
  const shared = sharedNames(declarations, base, (symbol) => {
    const { name, home } = types.origin(symbol) ?? base.rooms.types.origin(symbol) ?? symbol;
    return `${home.package} ${name}`;
  });
  // Shapes have a door of their own.
  const door = { package: `${base.package}/${shapesEntry}`, path: '' };
  const isShape = new Set(shapes.flatMap(({ symbols }) => symbols.map(({ name }) => name)));
  return new Map([...shared].map(([name, symbol]) => [name, isShape.has(name) ? { ...symbol, home: door } : symbol]));
}

/** The interface of a noun as what differs from that of the base. */
function overlaidHandlers(
  noun: string,
  handlers: readonly Handler[],
  names: ServerNames,
  base: EmittedServer,
  shared: ReadonlyMap<string, CodeSymbol>,
): readonly (readonly [string, Declaration])[] {
  const same = handlers.filter(({ operation }) => shared.has(names.handler(operation).name));
  if (same.length === 0) return [];
  const kept = new Set(same.map(({ operation }) => names.verb(operation)));
  const { api, names: theirs } = base.rooms;
  const without = api.operations
    .filter((operation) => operation.noun === noun)
    .map(theirs.verb)
    .filter((verb) => !kept.has(verb));
  const home = { package: base.package, path: 'gen/index.ts' };
  const inherited: Inherited = { handlers: { ...theirs.handlers(noun), home }, without, kept };
  return [[names.handlers(noun).name, handlersDeclaration(noun, handlers, names, inherited)]];
}

/** The modules of the shapes, and then of the nouns. */
function heldModules(declarations: readonly Declaration[], { api, names }: Rooms): readonly CodeModule[] {
  const about = new Map(
    names.nouns.map((noun) => [
      names.handlers(noun).home.path,
      `Operations of ${names.noun(noun)}, and what answers them.`,
    ]),
  );
  const titles = new Map(
    [...api.groups, { name: 'common', title: 'several groups' }].map(({ name, title }) => [name, title]),
  );
  for (const shape of names.shapes)
    about.set(names.shape(shape.name).home.path, `Shapes of ${titles.get(shape.group) ?? shape.group}.`);
  const byPath = new Map<string, Declaration[]>();
  for (const declaration of declarations) {
    const path = declaration.symbols[0]?.home.path ?? '';
    byPath.set(path, [...(byPath.get(path) ?? []), declaration]);
  }
  return [...byPath].map(([path, held]) => ({
    ...names.module(path),
    about: about.get(path) ?? '',
    declarations: held,
    passesOn: [],
  }));
}

function within(noun: string, handlers: readonly Handler[]): readonly Handler[] {
  return handlers.filter(({ operation }) => operation.noun === noun);
}
