/** Which declarations of a version its base already has: the same text, and the same behind every name in it. */
import { mentionedIn, withoutMentions, type CodeSymbol, type Declaration } from '../../code/index.js';
import type { EmittedTypes } from './emit-types.js';

/** The shared names, each with the symbol that its base exports. */
export function sharedNames(declarations: readonly Declaration[], base: EmittedTypes): ReadonlyMap<string, CodeSymbol> {
  const theirs = new Map(base.declarations.map((declaration) => [keyOf(declaration), textOf(declaration)]));
  const mine = new Map(declarations.map((declaration) => [keyOf(declaration), textOf(declaration)]));
  const shared = new Map(
    declarations.filter((one) => theirs.get(keyOf(one)) === mine.get(keyOf(one))).map((one) => [keyOf(one), one]),
  );

  // A declaration that mentions one that differs, differs too: taken away until none is left to take.
  const owners = new Map(
    declarations.flatMap((declaration) => declaration.symbols.map(({ name }) => [name, keyOf(declaration)] as const)),
  );
  const mentions = new Map(
    declarations.map(({ symbols, statements }) => [
      symbols[0]?.name ?? '',
      mentionedIn(JSON.stringify(statements)).map(({ name }) => owners.get(name) ?? name),
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

function keyOf({ symbols }: Declaration): string {
  return symbols[0]?.name ?? '';
}

// Where a declaration lives is no part of what it says.
function textOf({ statements }: Declaration): string {
  return withoutMentions(JSON.stringify(statements), ({ name }) => name);
}
