/** TypeScript identifiers for names of a document. Any string is accepted as a name and gives a valid identifier. */

// Words that cannot be the name of a type, and names that generated code itself uses.
const reserved = new Set(
  (
    'any as async await bigint boolean break case catch class const continue debugger declare default delete do else enum ' +
    'export extends false finally for from function get if implements import in infer instanceof interface intrinsic is ' +
    'keyof let module namespace never new null number object of package private protected public readonly return set ' +
    'static string super switch symbol this throw true try type typeof undefined unique unknown var void while with yield ' +
    'arguments eval AsyncIterable Uint8Array Promise Omit __proto__ constructor prototype'
  ).split(' '),
);

/**
 * Returns the identifier for a name: letters, digits, `_` and `$` remain, the parts between other characters are joined in
 * camel case.
 */
export function identifier(name: string): string {
  const words = name
    .normalize('NFC')
    .split(/[^\p{ID_Continue}$]+|[\u200c\u200d]/u)
    .filter((word) => word !== '');
  const joined = words
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');
  const spelled = /^[\p{ID_Start}_$]/u.test(joined) ? joined : `_${joined}`;
  const short = spelled.length > 200 ? spelled.slice(0, 200) : spelled;
  return reserved.has(short) ? `${short}_` : short;
}

/**
 * Returns a different identifier for each name of one scope. A name that is an identifier itself has precedence, then the
 * earlier one; a name whose identifier is taken gets a number.
 *
 * @param names the names, those with precedence first
 * @param taken identifiers that the scope already has
 */
export function identifiersFor(
  names: readonly string[],
  taken: ReadonlySet<string> = new Set(),
): ReadonlyMap<string, string> {
  const result = new Map<string, string>();
  const all = new Set(taken);
  for (const name of names) {
    if (identifier(name) !== name || all.has(name)) continue;
    all.add(name);
    result.set(name, name);
  }
  for (const name of names) if (!result.has(name)) result.set(name, uniqueName(identifier(name), all));
  return result;
}

/** Returns the name with an upper-case first letter, as names of types have it. */
export function pascalCase(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Returns the identifier for a name with a lower-case first letter, as names of constants have it. */
export function camelCase(name: string): string {
  return identifier(name.charAt(0).toLowerCase() + name.slice(1));
}

/** Returns the key of a property in a type: bare if it is an identifier, otherwise quoted. */
export function propertyKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) && name !== '__proto__' ? name : literal(name);
}

/** Returns the key of an entry of an object literal, in which a quoted `__proto__` would set the prototype. */
export function entryKey(name: string): string {
  return name === '__proto__' ? `[${literal(name)}]` : propertyKey(name);
}

/** The number to try next, for each wanted name: names are added, never removed, and trying all again would take the square of them. */
const nextNumbers = new WeakMap<Set<string>, Map<string, number>>();

/** Returns the name, with the first free number appended if it is taken, and adds the result to `taken`. */
export function uniqueName(wanted: string, taken: Set<string>): string {
  const numbers = nextNumbers.get(taken) ?? new Map<string, number>();
  nextNumbers.set(taken, numbers);
  let name = wanted;
  let count = numbers.get(wanted) ?? 2;
  for (; taken.has(name); count += 1) name = `${wanted}${count}`;
  numbers.set(wanted, count);
  taken.add(name);
  return name;
}

/** Returns a string as a quoted literal that is safe in any source file. */
export function literal(text: string): string {
  // Fast path: most strings contain no quotation mark and nothing that has to be escaped.
  if (/^[ -&(-[\]-~]*$/.test(text)) return `'${text}'`;
  const double = text.includes("'") && (text.match(/'/g) ?? []).length > (text.match(/"/g) ?? []).length;
  const quote = double ? '"' : "'";
  let result = quote;
  for (const character of text) {
    if (character === quote || character === '\\') result += `\\${character}`;
    else if (/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/u.test(character)) result += escapeSequence(character);
    else result += character;
  }
  return result + quote;
}

function escapeSequence(character: string): string {
  if (character === '\n') return '\\n';
  return [...Array(character.length).keys()]
    .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`)
    .join('');
}

/**
 * Replaces invisible characters, and those that change the direction of text, by their escape sequences.
 */
export function visible(code: string): string {
  // Fast path: most texts contain no character that has to be replaced.
  if (/^[\n -~]*$/.test(code)) return code;
  return code.replace(/(?!\n)[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu, escapeSequence);
}
