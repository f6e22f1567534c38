/**
 * Names as segments of paths and anchors. A name is untrusted data; the result is safe in a URL, an HTML id and a file
 * name.
 */

/**
 * Encodes a name: letters, digits, `_` and `-` remain, other characters become their code between tildes, so that the
 * result is unique.
 */
export function segment(name: string): string {
  if (/^[A-Za-z0-9_-]*$/.test(name)) return name;
  return [...name].map((character) => (/[A-Za-z0-9_-]/.test(character) ? character : coded(character))).join('');
}

/** Encodes a name as a file name, with a limited length, and never a reserved name of a file system. */
function fileSegment(name: string): string {
  const plain = segment(name);
  if (plain.length > LONGEST) return `${plain.slice(0, LONGEST)}~${hash(name)}`;
  return plain === '' || /^(con|prn|aux|nul|com\d|lpt\d|index)$/i.test(plain) ? `${plain}~` : plain;
}

/** Returns the file names for the names of one folder; a suffix distinguishes those that differ only in case. */
export function fileSegments(names: readonly string[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  for (const name of names) {
    const key = fileSegment(name).toLowerCase();
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return new Map(
    names.map((name) => {
      const plain = fileSegment(name);
      return [name, (counts.get(plain.toLowerCase()) ?? 0) > 1 ? `${plain}~${hash(name)}` : plain] as const;
    }),
  );
}

const LONGEST = 100;

function coded(character: string): string {
  return `~${(character.codePointAt(0) ?? 0).toString(16)}~`;
}

/** Returns the FNV-1a hash of a name. It depends only on the name, so it remains the same after regeneration. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return value.toString(36);
}
