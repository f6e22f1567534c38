/** Names as TypeScript spells them. A name is data of a document: whatever it holds, an identifier comes out. */
import { LadingError } from '../diagnostics/index.js';

// Words that cannot name a type, and names that the emitted code itself uses.
const reserved = new Set(
  (
    'any as async await bigint boolean break case catch class const continue debugger declare default delete do else enum ' +
    'export extends false finally for from function get if implements import in infer instanceof interface intrinsic is ' +
    'keyof let module namespace never new null number object of package private protected public readonly return set ' +
    'static string super switch symbol this throw true try type typeof undefined unique unknown var void while with yield ' +
    'arguments eval AsyncIterable Uint8Array Promise Omit __proto__ constructor prototype'
  ).split(' '),
);

/** The identifier for a name: letters, digits, `_` and `$` stay; what stood around other characters is joined as words. */
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

/** A name → its identifier, for a set of names that live together. @throws NAME_COLLISION when two become one */
export function identifiersFor(names: readonly string[], place: string): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  const result = new Map<string, string>();
  for (const name of names) {
    const id = identifier(name);
    const other = owners.get(id);
    if (other !== undefined && other !== name) {
      throw new LadingError({
        code: 'NAME_COLLISION',
        subject: `"${name}" and "${other}" are both spelled ${id}`,
        place,
        remedy: 'Rename one of them',
      });
    }
    owners.set(id, name);
    result.set(name, id);
  }
  return result;
}

/** A name as that of a type begins. */
export function pascalCase(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** The identifier for a name, as that of a constant begins. */
export function camelCase(name: string): string {
  return identifier(name.charAt(0).toLowerCase() + name.slice(1));
}

/** A property's name: bare where TypeScript reads it so, else quoted. */
export function propertyKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) && name !== '__proto__' ? name : literal(name);
}

/** The key of an entry of an object literal, in which a quoted `__proto__` would set the prototype. */
export function entryKey(name: string): string {
  return name === '__proto__' ? `[${literal(name)}]` : propertyKey(name);
}

/** The name, or the first that is free with a number behind it; it is taken from then on. */
export function uniqueName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let count = 2; taken.has(name); count += 1) name = `${wanted}${count}`;
  taken.add(name);
  return name;
}

/** A string as a literal in single quotes, safe in any source file. */
export function literal(text: string): string {
  const double = text.includes("'") && (text.match(/'/g) ?? []).length > (text.match(/"/g) ?? []).length;
  const quote = double ? '"' : "'";
  let result = quote;
  for (const character of text) {
    if (character === quote || character === '\\') result += `\\${character}`;
    else if (/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/u.test(character)) result += escaped(character);
    else result += character;
  }
  return result + quote;
}

function escaped(character: string): string {
  if (character === '\n') return '\\n';
  return [...Array(character.length).keys()]
    .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`)
    .join('');
}

/** Code in which characters that no eye sees, or that turn the line around, stand as the escapes that literals have for them. */
export function visible(code: string): string {
  return code.replace(/(?!\n)[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu, escaped);
}
