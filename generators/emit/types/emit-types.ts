/** The model of a version → the modules of its types package. */
import {
  groupModule,
  modulePath,
  operationsModule,
  packageName,
  redirected,
  sharedNames,
  type CodeModule,
  type CodeSymbol,
  type Declaration,
  type ModuleId,
  type Naming,
} from '../../code/index.js';
import type { Api } from '../../ir/index.js';
import { Names } from './names.js';
import { operationDeclarations } from './operations.js';
import { shapeDeclaration } from './shapes.js';
import { stateSetsDeclaration } from './state-sets.js';

export interface EmittedTypes {
  readonly package: string;
  readonly names: Names;
  /** Every declaration of the version, also those that its base already holds; of the exact entry those of its own. */
  readonly declarations: readonly Declaration[];
  /** What the package holds itself. */
  readonly modules: readonly CodeModule[];
  /** Where a symbol of the package is declared: in this version, or in the one that it comes from. */
  readonly origin: (symbol: CodeSymbol) => CodeSymbol | undefined;
}

/** What is there already when types are emitted. */
export interface TypesBefore {
  /** The version it extends; what is the same there is passed on by name. */
  readonly base?: EmittedTypes | undefined;
  /** For the exact entry: the plain one of the version, which holds whatever has no large integer. */
  readonly plain?: EmittedTypes;
}

export function emitTypes(api: Api, naming: Naming, { base, plain }: TypesBefore = {}): EmittedTypes {
  const names = new Names(api, naming);
  const stateModule: ModuleId = { package: names.package, path: modulePath(naming, 'state-sets') };
  const declarations = [
    ...api.shapes.filter(({ name }) => names.owns(names.shape(name))).map((shape) => shapeDeclaration(shape, names)),
    ...api.operations
      .filter((operation) => names.owns(names.part(operation, 'Operation')))
      .flatMap((operation) => operationDeclarations(operation, names))
      .filter(({ symbols }) => symbols.every(names.owns)),
    ...(plain === undefined && api.stateSets.length > 0 ? [stateSetsDeclaration(api.stateSets, stateModule)] : []),
  ];
  const known = (symbol: CodeSymbol) => plain?.origin(symbol) ?? base?.origin(symbol) ?? symbol;
  const shared =
    base === undefined
      ? new Map<string, CodeSymbol>()
      : sharedNames(declarations, base, (symbol) => `${known(symbol).home.package} ${symbol.name}`);
  const own = declarations
    .filter(({ symbols }) => !shared.has(symbols[0]?.name ?? ''))
    .map((declaration) => redirected(declaration, shared));
  const index: ModuleId = { package: names.package, path: modulePath(naming, 'index') };
  return {
    package: names.package,
    names,
    declarations,
    modules: [
      ...modulesOf(api, naming, own),
      {
        ...index,
        about: `The types of API version ${api.version}${naming.exact ? ', with exact integers' : ''}.`,
        declarations: [],
        passesOn: [...own.flatMap(({ symbols }) => symbols), ...shared.values(), ...restOf(plain, declarations)],
      },
    ],
    origin: originOf(names, declarations, shared, { base, ...(plain && { plain }) }),
  };
}

/** What the exact entry passes on from the plain one. */
function restOf(plain: EmittedTypes | undefined, declarations: readonly Declaration[]): readonly CodeSymbol[] {
  const own = new Set(declarations.flatMap(({ symbols }) => symbols.map(({ name }) => name)));
  const symbols = plain?.modules.find(({ path }) => path === 'gen/index.ts')?.passesOn ?? [];
  const home = plain && { package: plain.package, path: 'gen/index.ts' };
  return symbols.filter(({ name }) => !own.has(name)).map((symbol) => ({ ...symbol, ...(home && { home }) }));
}

function originOf(
  names: Names,
  declarations: readonly Declaration[],
  shared: ReadonlyMap<string, CodeSymbol>,
  { base, plain }: TypesBefore,
): EmittedTypes['origin'] {
  const symbols = declarations.flatMap((declaration) => declaration.symbols);
  const own = new Map(
    symbols.map((symbol) => {
      const passed = shared.get(symbol.name);
      return [symbol.name, (passed && base?.origin(passed)) ?? symbol] as const;
    }),
  );
  return (symbol) => (names.owns(symbol) ? own.get(symbol.name) : plain?.origin(symbol));
}

function modulesOf(api: Api, naming: Naming, declarations: readonly Declaration[]): readonly CodeModule[] {
  const about = new Map<string, string>([[modulePath(naming, 'state-sets'), 'The named state sets.']]);
  for (const { name, title } of [...api.groups, { name: 'common', title: 'several groups' }]) {
    about.set(groupModule(naming, name), `Shapes of ${title}.`);
    about.set(operationsModule(naming, name), `Operations of ${title}.`);
  }
  const byPath = new Map<string, Declaration[]>();
  for (const declaration of declarations) {
    const path = declaration.symbols[0]?.home.path ?? '';
    byPath.set(path, [...(byPath.get(path) ?? []), declaration]);
  }
  const owner = packageName(naming, 'types', api.version);
  return [...byPath].map(([path, held]): CodeModule => ({
    package: owner,
    path,
    about: about.get(path) ?? '',
    declarations: held,
    passesOn: [],
  }));
}
