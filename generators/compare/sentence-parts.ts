/** Texts of documents in sentences: always as code spans, so that no name becomes markup. */
import type { Type } from '../ir/index.js';
import type { Reach } from './pair.js';

/** Returns a code span for any text. Control characters are escaped, backticks fenced. */
export function code(text: string): string {
  const shown = shortened(text).replace(invisible, spelled);
  if (!shown.includes('`')) return shown.trim() === '' ? `\`"${shown}"\`` : `\`${shown}\``;
  const longest = Math.max(...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence} ${shown} ${fence}`;
}

// C0, C1, line separators, and the marks that change the direction of text.
const invisible = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

function spelled(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** A value as JSON in a code span. */
export function json(value: unknown): string {
  return code(JSON.stringify(value) ?? 'undefined');
}

/** `a`, `a and b`, `a, b and c`. */
export function list(entries: readonly string[]): string {
  const last = entries.at(-1) ?? '';
  return entries.length < 2 ? last : `${entries.slice(0, -1).join(', ')} and ${last}`;
}

/** Returns ` to requests and responses of PetCreate, PetInspect`, or that no operation uses it. */
export function carriers(preposition: 'to' | 'from', { operations, direction }: Reach): string {
  if (operations.length === 0) return '; no operation uses it';
  const what = direction === 'both' ? 'requests and responses' : `${direction}s`;
  const whom = operations.length > 4 ? `${operations.length} operations` : operations.join(', ');
  return ` ${preposition} ${what} of ${whom}`;
}

/** A name inside a place: `.Tags`, or `[" Parents"]` for a name that could be misread after a dot. */
export function step(name: string): string {
  return /^[\p{L}\p{N}_$-]+$/u.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

/** Describes a type in a few words: `array of Mount`. */
export function describe(type: Type): string {
  switch (type.kind) {
    case 'reference':
      return type.name;
    case 'array':
      if (type.prefixItems === undefined) return `array of ${describe(type.items)}`;
      return `tuple of ${list(type.prefixItems.map(describe))}`;
    case 'map':
      return type.values.kind === 'any' ? 'any object' : `map<string, ${describe(type.values)}>`;
    case 'record':
      return type.fields.length + type.bases.length === 0 ? 'empty object' : 'object with named properties';
    case 'enum':
      return type.values.length === 1
        ? JSON.stringify(type.values[0]?.value)
        : type.of === 'mixed'
          ? 'enum'
          : `${type.of} enum`;
    case 'union':
      return type.options.map(describe).join(' or ') || 'no value';
    case 'intersection':
      return type.parts.map(describe).join(' and ');
    case 'never':
      return type.nullable ? 'null' : 'no value';
    case 'any':
      return 'any value';
    default:
      return 'format' in type && type.format !== undefined ? `${type.kind} (${type.format})` : type.kind;
  }
}

const LONGEST = 200;

function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
