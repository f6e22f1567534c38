/** Names and strings of Python for those of a document, which may be any text. */

/** Words of the language, and names that the annotations of a class need: an attribute of this name would hide them. */
export const reserved: ReadonlySet<string> = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from global if ' +
    'import in is lambda nonlocal not or pass raise return try while with yield ' +
    'str int float bool bytes field dataclass models segment http Any Dict Iterator List Literal Client Connection'
  ).split(' '),
);

/** Returns a different name for each text of one scope. */
export function pythonNames(
  texts: readonly string[],
  spell: (text: string) => string,
  taken: readonly string[] = [],
): ReadonlyMap<string, string> {
  const all = new Set([...reserved, ...taken]);
  return new Map(texts.map((text) => [text, unique(spell(text), all)]));
}

function unique(name: string, taken: Set<string>): string {
  let free = name;
  for (let count = 1; taken.has(free); count++) free = `${name}_${count === 1 ? '' : count}`;
  taken.add(free);
  return free;
}

/** `PullRequest` for classes: ASCII letters, digits and `_`, with a letter at the beginning. */
export function className(text: string): string {
  const name = text.replace(/[^A-Za-z0-9_]+/g, '_');
  return /^[A-Za-z]/.test(name) ? name : `X${name}`;
}

/** `pullRequest` → `pull_request` */
export function snakeCase(text: string): string {
  const words = text.replace(/([a-z0-9])([A-Z])/g, '$1_$2').replace(/[^A-Za-z0-9]+/g, '_');
  const name = words.replace(/^_+|_+$/g, '').toLowerCase();
  return /^[a-z]/.test(name) ? name : `x_${name}`;
}

/** Returns a string literal on one line. What does not print is escaped, so that code reads as it runs. */
export function pythonString(text: string): string {
  return JSON.stringify(text).replace(/[\p{C}\u2028\u2029]/gu, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`;
  });
}
