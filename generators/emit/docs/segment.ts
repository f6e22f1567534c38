/** Names as parts of paths and anchors: a name is data, and what comes out is safe in a URL, an HTML id and a file name. */

/** Letters, digits, `_` and `-` stay; anything else is its code between tildes, so that two names never become one. */
export function segment(name: string): string {
  if (/^[A-Za-z0-9_-]*$/.test(name)) return name;
  return [...name].map((character) => (/[A-Za-z0-9_-]/.test(character) ? character : coded(character))).join('');
}

/** The same as a file name: not too long, and no name that a file system treats specially. */
export function fileSegment(name: string): string {
  const plain = segment(name);
  if (plain.length > LONGEST) return `${plain.slice(0, LONGEST)}~${hash(name)}`;
  return plain === '' || /^(con|prn|aux|nul|com\d|lpt\d|index)$/i.test(plain) ? `${plain}~` : plain;
}

/** File names for names that live in one folder: those that differ only in case are told apart. */
export function fileSegments(names: readonly string[]): ReadonlyMap<string, string> {
  const twins = new Map<string, number>();
  for (const name of names) {
    const key = fileSegment(name).toLowerCase();
    twins.set(key, (twins.get(key) ?? 0) + 1);
  }
  return new Map(
    names.map((name) => {
      const plain = fileSegment(name);
      return [name, (twins.get(plain.toLowerCase()) ?? 0) > 1 ? `${plain}~${hash(name)}` : plain] as const;
    }),
  );
}

const LONGEST = 100;

function coded(character: string): string {
  return `~${(character.codePointAt(0) ?? 0).toString(16)}~`;
}

/** FNV-1a: of a name and nothing else, so that it survives regeneration. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return value.toString(36);
}
