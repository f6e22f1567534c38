/**
 * The declarations of an entry point → its own modules; declarations that a base has already are re-exported by name.
 */
import { extendedInterface } from './extended-interface.js';
import type { CodeSymbol, ModuleId } from './mention.js';
import type { CodeModule, Declaration } from './module.js';
import { redirecting, sharedNames, textComparison, type OriginKey, type SharedBase } from './shared.js';

/** One entry point of a package of one version, before it is printed. */
export interface EmittedEntry extends SharedBase {
  readonly modules: readonly CodeModule[];
  /** Returns where a symbol that the entry mentions or exports is declared, whichever package re-exports it. */
  readonly origin: (symbol: CodeSymbol) => CodeSymbol | undefined;
  /** Returns a symbol of this entry as the other modules of its package import it: from a base if that declares it. */
  readonly imported: (symbol: CodeSymbol) => CodeSymbol;
}

/** The content of an entry point before it is compared with its bases. */
export interface EntryContent {
  /** The import specifier of the entry: `@scope/name`, or `@scope/name/entry`. */
  readonly package: string;
  /** The path of the module that exports everything. */
  readonly index: string;
  /** All declarations of the version, including those that a base declares. */
  readonly declarations: readonly Declaration[];
  /** Declarations that are never re-exported, since they identify the version. */
  readonly versionSpecific?: readonly Declaration[];
  /** Returns the description of a module in one sentence, by its path. */
  readonly about: (path: string) => string;
  /** Symbols of other packages and entries that the index re-exports. */
  readonly reexports?: readonly CodeSymbol[];
  /** Further statements of the index. */
  readonly statements?: readonly string[];
  /** Returns where a symbol of another package is declared. */
  readonly origin?: (symbol: CodeSymbol) => CodeSymbol | undefined;
  /** The other entries of the same package that the declarations mention. */
  readonly entries?: readonly EmittedEntry[];
}

/**
 * Returns the entry without the declarations that a base shares.
 * @param bases the entries whose equal declarations are re-exported; the last one takes precedence
 */
export function reexported(content: EntryContent, bases: readonly EmittedEntry[] = []): EmittedEntry {
  const { package: owner, about, reexports = [], statements = [] } = content;
  const { versionSpecific = [], entries = [], declarations } = content;
  const index: ModuleId = { package: owner, path: content.index };
  const foreignOrigin = foreignOriginOf(content.origin, entries);
  const basesWithShared = bases.map((base) => {
    const areEqual = textComparison(declarations, base, originKeyOf(base.origin, foreignOrigin));
    const ofBase = new Map(base.declarations.map((declaration) => [declaration.symbols[0]?.name ?? '', declaration]));
    return { base, declarations: ofBase, shared: sharedNames(declarations, base, areEqual), areEqual };
  });
  const shared = new Map(basesWithShared.flatMap((each) => [...each.shared]));

  const target = targetOf(owner, shared, entries);
  const own = declarations
    .filter(({ symbols }) => !shared.has(symbols[0]?.name ?? ''))
    .map((declaration) => extendedInterface(declaration, basesWithShared));
  const all = [...own, ...versionSpecific];
  // Most entries have no base: then nothing is redirected, and a large entry is not searched for mentions.
  const isRedirecting = shared.size > 0 || entries.length > 0;
  const declared = isRedirecting ? all.map(redirecting(target)) : all;
  const symbols = [
    ...declarations.flatMap((declaration) => declaration.symbols.map((symbol) => shared.get(symbol.name) ?? symbol)),
    ...versionSpecific.flatMap((declaration) => declaration.symbols),
  ];
  return {
    package: owner,
    declarations,
    modules: [
      ...byPath(declared).map(([path, declarationsOfModule]): CodeModule => {
        return { package: owner, path, about: about(path), declarations: declarationsOfModule, reexports: [] };
      }),
      {
        ...index,
        about: about(index.path),
        declarations: statements.length === 0 ? [] : [{ symbols: [], statements }],
        reexports: [...symbols, ...reexports],
      },
    ],
    origin: originOf(
      owner,
      declarations,
      shared,
      basesWithShared.map((each) => ({ origin: each.base.origin, shared: each.shared })),
      foreignOrigin,
    ),
    imported: importedOf(index, shared),
  };
}

// The functions of an entry outlive its declarations, which take much memory. Each is created where these are not in scope,
// since a function holds whatever the functions of its scope refer to.

type Origin = EmittedEntry['origin'];
type Redirect = EmittedEntry['imported'];

function foreignOriginOf(origin: Origin | undefined, entries: readonly EmittedEntry[]): Redirect {
  const origins = [...(origin === undefined ? [] : [origin]), ...entries.map((entry) => entry.origin)];
  return (symbol) => firstFound(origins, (each) => each(symbol)) ?? symbol;
}

function originKeyOf(baseOrigin: Origin, foreignOrigin: Redirect): OriginKey {
  return (symbol) => {
    const { name, home } =
      firstFound([foreignOrigin, baseOrigin], (origin) => unlessItself(origin(symbol), symbol)) ?? symbol;
    return `${home.package} ${name}`;
  };
}

function targetOf(owner: string, shared: ReadonlyMap<string, CodeSymbol>, entries: readonly EmittedEntry[]): Redirect {
  return (symbol) =>
    symbol.home.package === owner
      ? (shared.get(symbol.name) ?? symbol)
      : (entries.find((entry) => entry.package === symbol.home.package)?.imported(symbol) ?? symbol);
}

function importedOf(index: ModuleId, shared: ReadonlyMap<string, CodeSymbol>): Redirect {
  return (symbol) => (symbol.home.path === index.path ? symbol : (shared.get(symbol.name) ?? symbol));
}

function originOf(
  owner: string,
  declarations: readonly Declaration[],
  shared: ReadonlyMap<string, CodeSymbol>,
  bases: readonly { readonly origin: Origin; readonly shared: ReadonlyMap<string, CodeSymbol> }[],
  foreignOrigin: Redirect,
): Origin {
  const baseOf = (symbol: CodeSymbol) => bases.find((each) => each.shared.get(symbol.name) === symbol);
  const origins = new Map(
    declarations.flatMap(({ symbols }) =>
      symbols.map((symbol) => {
        const from = shared.get(symbol.name);
        return [symbol.name, (from && baseOf(from)?.origin(from)) ?? symbol] as const;
      }),
    ),
  );
  return (symbol) => {
    if (symbol.home.package === owner) return origins.get(symbol.name);
    return unlessItself(foreignOrigin(symbol), symbol) ?? firstFound(bases, (base) => base.origin(symbol));
  };
}

function byPath(declarations: readonly Declaration[]): readonly (readonly [string, readonly Declaration[]])[] {
  const groups = new Map<string, Declaration[]>();
  for (const declaration of declarations) {
    appendTo(groups, declaration.symbols[0]?.home.path ?? '', declaration);
  }
  return [...groups];
}

/** Returns the origin of a symbol; undefined if that is the symbol itself. */
function unlessItself(origin: CodeSymbol | undefined, symbol: CodeSymbol): CodeSymbol | undefined {
  const isItself = origin?.name === symbol.name && origin.home.package === symbol.home.package;
  return isItself ? undefined : origin;
}

function firstFound<Item, Found>(items: readonly Item[], find: (item: Item) => Found | undefined): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Appends an item to the array of a key in place: a copy per item takes quadratic time for a long array. */
export function appendTo<Key, Item>(groups: Map<Key, Item[]>, key: Key, item: Item): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [item]);
  else group.push(item);
}
