/** Which declarations of a version its base already has: the same text, and the same behind every name in it. */
import { mention, mentionedIn, piecesOf, withoutMentions, type CodeSymbol, type Pieces } from './mention.js';
import type { Declaration } from './module.js';

/** What was emitted for the version that another one extends. */
export interface SharedBase {
  readonly package: string;
  /** Every declaration of it, also those that its own base declares. */
  readonly declarations: readonly Declaration[];
}

/** A base, and the symbols of a version that it declares already, by name. */
export interface BaseWithShared<Base extends SharedBase = SharedBase> {
  readonly base: Base;
  readonly shared: ReadonlyMap<string, CodeSymbol>;
}

/**
 * The shared names, each with the symbol that its base exports.
 *
 * @param origin for mentions of other packages: a text that two versions have in common when they mean the same
 */
export function sharedNames(
  declarations: readonly Declaration[],
  base: SharedBase,
  origin: (symbol: CodeSymbol) => string = ({ name }) => name,
): ReadonlyMap<string, CodeSymbol> {
  const theirs = new Map(base.declarations.map((declaration) => [keyOf(declaration), declaration]));
  const pieces = new Map(declarations.map((declaration) => [declaration, piecesIn(declaration)]));
  const isShared = ([one, mine]: readonly [Declaration, Pieces]) => {
    const other = theirs.get(keyOf(one));
    return other !== undefined && saysTheSame([one, mine], [other, piecesIn(other)], origin);
  };
  const shared = new Map([...pieces].filter(isShared).map(([one]) => [keyOf(one), one]));

  // A declaration that mentions one that differs, differs too: taken away until none is left to take.
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

/** The declaration with other symbols in the place of those that it mentions. @param target the symbol itself where it stays */
export function redirected(declaration: Declaration, target: (symbol: CodeSymbol) => CodeSymbol): Declaration {
  const text = JSON.stringify(declaration.statements);
  if (mentionedIn(text).every((symbol) => target(symbol) === symbol)) return declaration;
  const redirectedText = withoutMentions(text, (symbol) => mention(target(symbol)));
  return { ...declaration, statements: JSON.parse(redirectedText) as Declaration['statements'] };
}

function piecesIn({ statements }: Declaration): Pieces {
  return piecesOf(JSON.stringify(statements));
}

function keyOf({ symbols }: Declaration): string {
  return symbols[0]?.name ?? '';
}

// Where a declaration lives is no part of what it says.
function saysTheSame(
  [one, mine]: readonly [Declaration, Pieces],
  [other, theirs]: readonly [Declaration, Pieces],
  origin: (symbol: CodeSymbol) => string,
): boolean {
  const [spell, spellTheirs] = [spellingIn(one, origin), spellingIn(other, origin)];
  const pairs = pairsOf(mine, theirs);
  if (pairs?.every(([symbol, their]) => spell(symbol) === spellTheirs(their)) === true) return true;
  return joined(mine, spell) === joined(theirs, spellTheirs);
}

/** The symbols that stand at the same places, where all around them is the same. */
function pairsOf(one: Pieces, other: Pieces): readonly (readonly [CodeSymbol, CodeSymbol])[] | undefined {
  if (!sameTexts(one, other)) return undefined;
  const met = new Map<string, readonly [CodeSymbol, CodeSymbol]>();
  for (const [index, at] of one.mentioned.entries()) {
    const their = other.mentioned[index] ?? -1;
    const [symbol, theirs] = [one.symbols[at], other.symbols[their]];
    if (symbol !== undefined && theirs !== undefined) met.set(`${at} ${their}`, [symbol, theirs]);
  }
  return [...met.values()];
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
