/**
 * The declarations that a version shares with its base: their text is equal, and so is each declaration that they
 * mention.
 */
import { mention, piecesOf, type CodeSymbol, type Pieces } from './mention.js';
import type { Declaration } from './module.js';

/** The emitted declarations of the version that another one extends. */
export interface SharedBase {
  readonly package: string;
  /** All its declarations, including those that its own base declares. */
  readonly declarations: readonly Declaration[];
}

/** A base, and the symbols of a version that it already declares, by name. */
export interface BaseWithShared<Base extends SharedBase = SharedBase> {
  readonly base: Base;
  readonly shared: ReadonlyMap<string, CodeSymbol>;
}

/**
 * Returns the shared names, each with the symbol that the base exports.
 *
 * @param origin returns the key of a symbol of another package; it is equal for two versions if they mean the same declaration
 */
export function sharedNames(
  declarations: readonly Declaration[],
  base: SharedBase,
  origin: (symbol: CodeSymbol) => string = ({ name }) => name,
): ReadonlyMap<string, CodeSymbol> {
  const baseDeclarations = new Map(base.declarations.map((declaration) => [keyOf(declaration), declaration]));
  const pieces = new Map(declarations.map((declaration) => [declaration, piecesIn(declaration)]));
  const isShared = ([declaration, own]: readonly [Declaration, Pieces]) => {
    const other = baseDeclarations.get(keyOf(declaration));
    return other !== undefined && areEquivalent([declaration, own], [other, piecesIn(other)], origin);
  };
  const shared = new Map([...pieces].filter(isShared).map(([declaration]) => [keyOf(declaration), declaration]));

  // A declaration that mentions a differing one differs too: remove such declarations until nothing changes.
  const owners = new Map(
    declarations.flatMap((declaration) => declaration.symbols.map(({ name }) => [name, keyOf(declaration)] as const)),
  );
  const mentions = new Map(
    [...pieces].map(([declaration, { symbols }]) => [
      keyOf(declaration),
      symbols
        .filter(({ home }) => home.package === declaration.symbols[0]?.home.package)
        .map(({ name }) => owners.get(name) ?? name),
    ]),
  );
  for (let before = -1; before !== shared.size;) {
    before = shared.size;
    for (const key of shared.keys()) {
      if (mentions.get(key)?.some((name) => name !== key && !shared.has(name))) shared.delete(key);
    }
  }
  const home = { package: base.package, path: 'gen/index.ts' };
  return new Map(
    [...shared.values()].flatMap(({ symbols }) => symbols.map((symbol) => [symbol.name, { ...symbol, home }] as const)),
  );
}

/**
 * Returns the declaration with its mentioned symbols replaced.
 *
 * @param target returns the symbol to mention instead, or the same symbol
 */
export function redirected(declaration: Declaration, target: (symbol: CodeSymbol) => CodeSymbol): Declaration {
  const pieces = piecesIn(declaration);
  if (pieces.symbols.every((symbol) => target(symbol) === symbol)) return declaration;
  const text = joined(pieces, (symbol) => mention(target(symbol)));
  return { ...declaration, statements: JSON.parse(text) as Declaration['statements'] };
}

/** They are as large as the text, so they are not stored: holding those of two large versions takes longer than splitting again. */
function piecesIn({ statements }: Declaration): Pieces {
  return piecesOf(JSON.stringify(statements));
}

function keyOf({ symbols }: Declaration): string {
  return symbols[0]?.name ?? '';
}

// The module of a declaration is not part of the comparison.
function areEquivalent(
  [declaration, own]: readonly [Declaration, Pieces],
  [otherDeclaration, other]: readonly [Declaration, Pieces],
  origin: (symbol: CodeSymbol) => string,
): boolean {
  const [spell, spellOther] = [spellingIn(declaration, origin), spellingIn(otherDeclaration, origin)];
  const pairs = pairsOf(own, other);
  if (pairs?.every(([symbol, otherSymbol]) => spell(symbol) === spellOther(otherSymbol)) === true) return true;
  return joined(own, spell) === joined(other, spellOther);
}

/** Returns the pairs of symbols at the same positions; undefined if the texts between them differ. */
function pairsOf(one: Pieces, other: Pieces): readonly (readonly [CodeSymbol, CodeSymbol])[] | undefined {
  if (!sameTexts(one, other)) return undefined;
  const pairs = new Map<string, readonly [CodeSymbol, CodeSymbol]>();
  for (const [index, symbolIndex] of one.mentioned.entries()) {
    const otherIndex = other.mentioned[index] ?? -1;
    const [symbol, otherSymbol] = [one.symbols[symbolIndex], other.symbols[otherIndex]];
    if (symbol !== undefined && otherSymbol !== undefined) {
      pairs.set(`${symbolIndex} ${otherIndex}`, [symbol, otherSymbol]);
    }
  }
  return [...pairs.values()];
}

function sameTexts(one: Pieces, other: Pieces): boolean {
  return one.texts.length === other.texts.length && one.texts.every((text, index) => text === other.texts[index]);
}

function spellingIn({ symbols }: Declaration, origin: (symbol: CodeSymbol) => string): (symbol: CodeSymbol) => string {
  const owner = symbols[0]?.home.package;
  return (symbol) => (symbol.home.package === owner ? symbol.name : origin(symbol));
}

function joined({ texts, mentioned, symbols }: Pieces, spell: (symbol: CodeSymbol) => string): string {
  const names = symbols.map(spell);
  return texts.map((text, index) => text + (names[mentioned[index] ?? -1] ?? '')).join('');
}
