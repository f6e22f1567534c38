/** A mention of a declaration: emitters write it where they need the name; the import follows when the module is printed. */

/** A declaration that can be mentioned: a name that one module exports. */
export interface CodeSymbol {
  readonly name: string;
  readonly home: ModuleId;
  /** It exists at run time too; otherwise only as a type. */
  readonly value?: true;
  /** What an import calls it where the module has the name already: `baseName` where nothing is said. */
  readonly alias?: string;
}

/** A module, by its package and its path there: `gen/pet.ts`. */
export interface ModuleId {
  readonly package: string;
  readonly path: string;
}

// Private-use characters: `literal` escapes and `commentText` drops them, so text of a document cannot forge a mention.
const open = '\uE000';
const close = '\uE001';
const field = '\uE002';

/** The text that stands for the symbol until the module is printed. */
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

/** Replaces each mention by what `spell` says for its symbol. */
export function withoutMentions(text: string, spell: (symbol: CodeSymbol) => string): string {
  // Most texts hold none.
  if (!text.includes(open)) return text;
  return text.replace(pattern, (_match, inner: string) => spell(symbolOf(inner)));
}

/** The symbols mentioned in a text, each once. */
export function mentionedIn(text: string): readonly CodeSymbol[] {
  const found = new Map([...text.matchAll(pattern)].map(([, inner = '']) => [inner, symbolOf(inner)]));
  return [...found.values()];
}

/** A text taken apart at its mentions. */
export interface Pieces {
  readonly texts: readonly string[];
  /** Which of the symbols stands behind each text but the last. */
  readonly mentioned: readonly number[];
  /** Each once. */
  readonly symbols: readonly CodeSymbol[];
}

export function piecesOf(text: string): Pieces {
  const parts = text.split(pattern);
  const inner = parts.filter((_part, index) => index % 2 === 1);
  const each = [...new Set(inner)];
  return {
    texts: parts.filter((_part, index) => index % 2 === 0),
    mentioned: inner.map((mentioned) => each.indexOf(mentioned)),
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
