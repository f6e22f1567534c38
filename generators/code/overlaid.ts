/** All declarations of a version → the modules that its package holds itself; what its base has, it passes on by name. */
import type { CodeSymbol, ModuleId } from './mention.js';
import type { CodeModule, Declaration } from './module.js';
import { redirected, sharedNames, type SharedBase } from './shared.js';

export interface Overlaid extends SharedBase {
  readonly modules: readonly CodeModule[];
  /** Where something that the declarations mention is really declared, whichever package passes it on. */
  readonly origin: (symbol: CodeSymbol) => CodeSymbol | undefined;
}

export interface Whole {
  /** The package's name. */
  readonly package: string;
  /** Every declaration of the version, also those that its base holds. */
  readonly declarations: readonly Declaration[];
  /** What a module is, in one sentence, by its path. */
  readonly about: (path: string) => string;
  /** Of the symbols of other packages. */
  readonly origin?: (symbol: CodeSymbol) => CodeSymbol | undefined;
}

/** @param base what was made of the version that it extends */
export function overlaid({ package: owner, declarations, about, origin }: Whole, base?: Overlaid): Overlaid {
  const known = (symbol: CodeSymbol) => origin?.(symbol) ?? base?.origin(symbol) ?? symbol;
  const shared =
    base === undefined
      ? new Map<string, CodeSymbol>()
      : sharedNames(declarations, base, (symbol) => `${known(symbol).home.package} ${symbol.name}`);
  const own = declarations
    .filter(({ symbols }) => !shared.has(symbols[0]?.name ?? ''))
    .map((declaration) => redirected(declaration, shared));
  const index: ModuleId = { package: owner, path: 'gen/index.ts' };
  const passesOn = declarations.flatMap(({ symbols }) => symbols).map((symbol) => shared.get(symbol.name) ?? symbol);
  return {
    package: owner,
    declarations,
    modules: [
      ...modulesOf(own).map(([path, held]): CodeModule => {
        return { package: owner, path, about: about(path), declarations: held, passesOn: [] };
      }),
      { ...index, about: about(index.path), declarations: [], passesOn },
    ],
    origin: known,
  };
}

function modulesOf(declarations: readonly Declaration[]): readonly (readonly [string, readonly Declaration[]])[] {
  const byPath = new Map<string, Declaration[]>();
  for (const declaration of declarations) {
    const path = declaration.symbols[0]?.home.path ?? '';
    byPath.set(path, [...(byPath.get(path) ?? []), declaration]);
  }
  return [...byPath];
}
