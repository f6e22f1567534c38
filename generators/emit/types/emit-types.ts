/** The model of a version → the modules of its types package. */
import {
  groupModule,
  operationsModule,
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
  /** Every declaration of the version, also those that its base already holds. */
  readonly declarations: readonly Declaration[];
  /** What the package holds itself. */
  readonly modules: readonly CodeModule[];
  /** Where each name is declared: in this version, or in the one that it comes from. */
  readonly origins: ReadonlyMap<string, CodeSymbol>;
}

/** @param base the version it extends; what is the same there is passed on by name */
export function emitTypes(api: Api, naming: Naming, base?: EmittedTypes): EmittedTypes {
  const names = new Names(api, naming);
  const stateModule: ModuleId = { package: names.package, path: 'gen/state-sets.ts' };
  const declarations = [
    ...api.shapes.map((shape) => shapeDeclaration(shape, names)),
    ...api.operations.flatMap((operation) => operationDeclarations(operation, names)),
    ...(api.stateSets.length > 0 ? [stateSetsDeclaration(api.stateSets, stateModule)] : []),
  ];
  const shared = base === undefined ? new Map<string, CodeSymbol>() : sharedNames(declarations, base);
  const own = declarations
    .filter(({ symbols }) => !shared.has(symbols[0]?.name ?? ''))
    .map((declaration) => redirected(declaration, shared));
  return {
    package: names.package,
    names,
    declarations,
    modules: modulesOf(api, names.package, own, [...shared.values()]),
    origins: originsOf(declarations, shared, base),
  };
}

function originsOf(
  declarations: readonly Declaration[],
  shared: ReadonlyMap<string, CodeSymbol>,
  base: EmittedTypes | undefined,
): ReadonlyMap<string, CodeSymbol> {
  const symbols = declarations.flatMap((declaration) => declaration.symbols);
  return new Map(
    symbols.map((symbol) => [
      symbol.name,
      (shared.has(symbol.name) ? base?.origins.get(symbol.name) : undefined) ?? symbol,
    ]),
  );
}

function modulesOf(
  api: Api,
  owner: string,
  declarations: readonly Declaration[],
  passedOn: readonly CodeSymbol[],
): readonly CodeModule[] {
  const about = new Map<string, string>([['gen/state-sets.ts', 'The named state sets.']]);
  for (const { name, title } of [...api.groups, { name: 'common', title: 'several groups' }]) {
    about.set(groupModule(name), `Shapes of ${title}.`);
    about.set(operationsModule(name), `Operations of ${title}.`);
  }
  const byPath = new Map<string, Declaration[]>();
  for (const declaration of declarations) {
    const path = declaration.symbols[0]?.home.path ?? '';
    byPath.set(path, [...(byPath.get(path) ?? []), declaration]);
  }
  const modules = [...byPath].map(([path, held]): CodeModule => ({
    package: owner,
    path,
    about: about.get(path) ?? '',
    declarations: held,
    passesOn: [],
  }));
  const exported = [...declarations.flatMap(({ symbols }) => symbols), ...passedOn];
  return [
    ...modules,
    {
      package: owner,
      path: 'gen/index.ts',
      about: `The types of API version ${api.version}.`,
      declarations: [],
      passesOn: exported,
    },
  ];
}
