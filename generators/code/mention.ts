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

// Control characters: `literal` escapes them and `commentText` drops them, so text of a document cannot forge a mention.
// They are among the first 256 characters, since a string with any other character takes twice the memory.
const open = '\u0091';
const close = '\u0092';
const field = '\u0093';

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

/** Returns how mentions of the symbols of a package begin. */
export function mentionStart(packageName: string): string {
  return `${open}${packageName}${field}`;
}

/**
 * Returns a function that replaces each mention in a text by the string that `spell` returns for its symbol. `spell` is
 * called once for each symbol.
 */
export function mentionSpeller(spell: (symbol: CodeSymbol) => string): (text: string) => string {
  const names = new Map<string, string>();
  const nameOf = (inner: string): string => {
    let name = names.get(inner);
    if (name === undefined) names.set(inner, (name = spell(symbolOf(inner))));
    return name;
  };
  return (text) => {
    // Fast path: most texts contain no mention.
    if (!text.includes(open)) return text;
    let result = '';
    let rest = 0;
    forEachMention(text, (inner, start, end) => {
      result += text.slice(rest, start) + nameOf(inner);
      rest = end;
    });
    return result + text.slice(rest);
  };
}

/** Calls a function for each mention, with what is between its marks, and with its position. */
function forEachMention(text: string, visit: (inner: string, start: number, end: number) => void): void {
  for (let start = text.indexOf(open); start >= 0; start = text.indexOf(open, start)) {
    const end = text.indexOf(close, start);
    if (end < 0) return;
    visit(text.slice(start + 1, end), start, end + 1);
    start = end + 1;
  }
}

/** Returns the symbols mentioned in the strings of plain data, each once. */
export function mentionedIn(data: unknown): readonly CodeSymbol[] {
  const found = new Set<string>();
  forEachText(data, (text) => forEachMention(text, (inner) => found.add(inner)));
  return [...found].map(symbolOf);
}

/** Calls a function for each string. Declarations have millions of parts, so that none makes an array or a function. */
function forEachText(data: unknown, visit: (text: string) => void): void {
  const each = (part: unknown): void => {
    if (typeof part === 'string') visit(part);
    else if (Array.isArray(part)) part.forEach(each);
    else if (typeof part === 'object' && part !== null)
      for (const key in part) each((part as Readonly<Record<string, unknown>>)[key]);
  };
  each(data);
}

function symbolOf(inner: string): CodeSymbol {
  const fields = inner.split(field);
  const alias = fields[4];
  return {
    name: fields[2] ?? '',
    home: { package: fields[0] ?? '', path: fields[1] ?? '' },
    ...(fields[3] === 'value' && { value: true as const }),
    ...(alias !== undefined && { alias }),
  };
}
