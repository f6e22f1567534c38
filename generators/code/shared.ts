/** Which declarations of a version its base already has: the same text, and the same behind every name in it. */
import { mention, mentionedIn, withoutMentions, type CodeSymbol } from './mention.js';
import type { Declaration } from './module.js';

/** What was emitted for the version that another one extends. */
export interface SharedBase {
  readonly package: string;
  /** Every declaration of it, also those that its own base holds. */
  readonly declarations: readonly Declaration[];
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
  const isShared = (one: Declaration) => {
    const other = theirs.get(keyOf(one));
    return other !== undefined && textOf(other, origin) === textOf(one, origin);
  };
  const shared = new Map(declarations.filter(isShared).map((one) => [keyOf(one), one]));

  // A declaration that mentions one that differs, differs too: taken away until none is left to take.
  const owners = new Map(
    declarations.flatMap((declaration) => declaration.symbols.map(({ name }) => [name, keyOf(declaration)] as const)),
  );
  const mentions = new Map(
    declarations.map((declaration) => [
      keyOf(declaration),
      mentionedIn(JSON.stringify(declaration.statements))
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

/** Mentions of what the base holds lead there. */
export function redirected(declaration: Declaration, shared: ReadonlyMap<string, CodeSymbol>): Declaration {
  if (shared.size === 0) return declaration;
  const owner = declaration.symbols[0]?.home.package;
  const text = withoutMentions(JSON.stringify(declaration.statements), (symbol) =>
    mention((symbol.home.package === owner ? shared.get(symbol.name) : undefined) ?? symbol),
  );
  return { ...declaration, statements: JSON.parse(text) as Declaration['statements'] };
}

function keyOf({ symbols }: Declaration): string {
  return symbols[0]?.name ?? '';
}

// Where a declaration lives is no part of what it says.
function textOf({ symbols, statements }: Declaration, origin: (symbol: CodeSymbol) => string): string {
  const owner = symbols[0]?.home.package;
  return withoutMentions(JSON.stringify(statements), (symbol) =>
    symbol.home.package === owner ? symbol.name : origin(symbol),
  );
}
