/**
 * The declarations that a version shares with its base: their text is equal, and so is each declaration that they
 * mention.
 */
import { mention, mentionedIn, mentionSpeller, mentionStart, type CodeSymbol } from './mention.js';
import type { Declaration } from './module.js';

/** The emitted declarations of the version that another one extends. */
export interface SharedBase {
  readonly package: string;
  /** All its declarations, including those that its own base declares. */
  readonly declarations: readonly Declaration[];
}

/** Returns the key of a symbol of another package; it is equal for two versions if they mean the same declaration. */
export type OriginKey = (symbol: CodeSymbol) => string;

/** Tells whether a text of a declaration means the same as one of a base. */
export type TextComparison = (text: string, other: string) => boolean;

/** Returns the comparison of the texts of an entry with those of its base. It spells each mentioned symbol once. */
export function textComparison(
  declarations: readonly Declaration[],
  base: SharedBase,
  origin: OriginKey,
): TextComparison {
  const [spell, spellOther] = [spellerIn(declarations, origin), spellerIn(base.declarations, origin)];
  // Most texts are equal but for the package whose symbols they mention.
  const [start = '', otherStart = ''] = [declarations, base.declarations].map((all) =>
    mentionStart(packageOf(all) ?? ''),
  );
  return (text, other) => text === other.replaceAll(otherStart, start) || spell(text) === spellOther(other);
}

/** Returns the shared names, each with the symbol that the base exports. */
export function sharedNames(
  declarations: readonly Declaration[],
  base: SharedBase,
  areEqual: TextComparison,
): ReadonlyMap<string, CodeSymbol> {
  const baseDeclarations = new Map(base.declarations.map((declaration) => [keyOf(declaration), declaration]));
  const isShared = (declaration: Declaration) =>
    areEquivalent(declaration.statements, baseDeclarations.get(keyOf(declaration))?.statements, areEqual);
  const shared = new Map(declarations.filter(isShared).map((declaration) => [keyOf(declaration), declaration]));

  // A declaration that mentions a differing one differs too: remove such declarations until nothing changes.
  const owners = new Map(
    declarations.flatMap((declaration) => declaration.symbols.map(({ name }) => [name, keyOf(declaration)] as const)),
  );
  const mentions = new Map(
    [...shared].map(([key, { statements, symbols }]) => [
      key,
      mentionedIn(statements)
        .filter(({ home }) => home.package === symbols[0]?.home.package)
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

/** Tells whether a part of a declaration is equal to that of a base and mentions only declarations that are shared. */
export function isSharedPart(
  part: Declaration,
  other: Declaration,
  shared: ReadonlyMap<string, CodeSymbol>,
  areEqual: TextComparison,
): boolean {
  const owner = part.symbols[0]?.home.package;
  return (
    areEquivalent(part.statements, other.statements, areEqual) &&
    mentionedIn(part.statements).every(({ name, home }) => home.package !== owner || shared.has(name))
  );
}

/**
 * Returns a function that replaces the mentioned symbols of a declaration.
 *
 * @param target returns the symbol to mention instead, or the same symbol
 */
export function redirecting(target: (symbol: CodeSymbol) => CodeSymbol): (declaration: Declaration) => Declaration {
  const spell = mentionSpeller((symbol) => mention(target(symbol)));
  return (declaration) => replaced(declaration, spell);
}

/** Returns plain data with its strings replaced: the same object if no string differs. */
function replaced<Data>(data: Data, replace: (text: string) => string): Data {
  if (typeof data === 'string') return replace(data) as Data & string;
  if (typeof data !== 'object' || data === null) return data;
  const isArray = Array.isArray(data);
  const values: readonly unknown[] = isArray ? data : Object.values(data);
  const results = values.map((value) => replaced(value, replace));
  if (results.every((result, index) => result === values[index])) return data;
  return (isArray ? results : Object.fromEntries(Object.keys(data).map((key, index) => [key, results[index]]))) as Data;
}

function packageOf([first]: readonly Declaration[]): string | undefined {
  return first?.symbols[0]?.home.package;
}

function keyOf({ symbols }: Declaration): string {
  return symbols[0]?.name ?? '';
}

/** Compares plain data. The modules of declarations are not part of the comparison. */
function areEquivalent(one: unknown, other: unknown, areEqual: TextComparison): boolean {
  if (typeof one === 'string' && typeof other === 'string') return areEqual(one, other);
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => areEquivalent(item, other[index], areEqual));
  if (!isObject(one) || !isObject(other)) return one === other;
  for (const key in one) if (!areEquivalent(one[key], other[key], areEqual)) return false;
  for (const key in other) if (!(key in one || other[key] === undefined)) return false;
  return true;
}

function isObject(data: unknown): data is Readonly<Record<string, unknown>> {
  return typeof data === 'object' && data !== null && !Array.isArray(data);
}

/** Spells the declarations of an entry by their names, and those of other entries by their origins. */
function spellerIn(declarations: readonly Declaration[], origin: OriginKey): (text: string) => string {
  const owner = packageOf(declarations);
  return mentionSpeller((symbol) => (symbol.home.package === owner ? symbol.name : origin(symbol)));
}
