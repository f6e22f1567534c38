/** Mentions of declarations: emitters write one where they need the name; the printer adds the import. */

/** A declaration that can be mentioned: a name that a module exports. */
export interface CodeSymbol {
  readonly name: string;
  readonly home: ModuleId;
  /** Whether it exists at runtime; otherwise it is only a type. */
  readonly value?: true;
  /** The local name of the import if the module already has the name; by default `baseName`. */
  readonly alias?: string;
}

/** A module, identified by its package and its path there: `gen/pet.ts`. */
export interface ModuleId {
  readonly package: string;
  readonly path: string;
}

// Private-use characters: `literal` escapes them and `commentText` drops them, so text of a document cannot forge a
// mention.
const open = '\uE000';
const close = '\uE001';
const field = '\uE002';

/** Returns the placeholder of a symbol, which is replaced when the module is printed. */
export function mention({ name, home, value, alias }: CodeSymbol): string {
  const fields = [
    home.package,
    home.path,
    name,
    value === true ? 'value' : 'type',
    ...(alias === undefined ? [] : [alias]),
  ];
  return `${open}${fields.join(field)}${close}`;
}

const pattern = new RegExp(`${open}([^${close}]*)${close}`, 'g');

/** Replaces each mention by the string that `spell` returns for its symbol. */
export function withoutMentions(text: string, spell: (symbol: CodeSymbol) => string): string {
  // Fast path: most texts contain no mention.
  if (!text.includes(open)) return text;
  return text.replace(pattern, (_match, inner: string) => spell(symbolOf(inner)));
}

/** Returns the symbols mentioned in a text, each once. */
export function mentionedIn(text: string): readonly CodeSymbol[] {
  const found = new Map([...text.matchAll(pattern)].map(([, inner = '']) => [inner, symbolOf(inner)]));
  return [...found.values()];
}

/** A text split at its mentions. */
export interface Pieces {
  readonly texts: readonly string[];
  /** For each text except the last: the index in `symbols` of the mention that follows it. */
  readonly mentioned: readonly number[];
  /** The mentioned symbols, each once. */
  readonly symbols: readonly CodeSymbol[];
}

export function piecesOf(text: string): Pieces {
  const parts = text.split(pattern);
  const inner = parts.filter((_part, index) => index % 2 === 1);
  const each = [...new Set(inner)];
  const indices = new Map(each.map((mentioned, index) => [mentioned, index]));
  return {
    texts: parts.filter((_part, index) => index % 2 === 0),
    mentioned: inner.map((mentioned) => indices.get(mentioned) ?? -1),
    symbols: each.map(symbolOf),
  };
}

function symbolOf(inner: string): CodeSymbol {
  const [owner = '', path = '', name = '', kind = '', alias] = inner.split(field);
  return {
    name,
    home: { package: owner, path },
    ...(kind === 'value' && { value: true as const }),
    ...(alias !== undefined && { alias }),
  };
}
