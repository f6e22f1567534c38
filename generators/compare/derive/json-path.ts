/** JSONPaths (RFC 9535) that select exactly one node of a document, as overlays contain them. */
import { get, isObject, type Json, type JsonArray } from '../../document/index.js';

/** Selects a parameter by name and location, so that the path remains valid after a reordering of the array. */
interface Selector {
  readonly name: string;
  readonly in: string;
}
export type Segment = string | number | Selector;
export type Path = readonly Segment[];

export function pathText(path: Path): string {
  return `$${path.map(segmentText).join('')}`;
}

/** Returns the selector of an item if it selects no other item of the array and needs no escaping. */
export function selectorOf(list: JsonArray, entry: Json): Selector | undefined {
  const selector = identityOf(entry);
  if (selector === undefined || !PLAIN.test(selector.name) || !PLAIN.test(selector.in)) return undefined;
  return list.filter((other) => sameIdentity(identityOf(other), selector)).length === 1 ? selector : undefined;
}

export function identityOf(entry: Json | undefined): Selector | undefined {
  if (!isObject(entry)) return undefined;
  const name = get(entry, 'name');
  const location = get(entry, 'in');
  return typeof name === 'string' && typeof location === 'string' ? { name, in: location } : undefined;
}

export function sameIdentity(a: Selector | undefined, b: Selector | undefined): boolean {
  return a?.name === b?.name && a?.in === b?.in;
}

const PLAIN = /^[A-Za-z0-9_.-]+$/;
// Narrower than the standard, which allows letters of all scripts: engines agree on these.
const SHORTHAND = /^[A-Za-z_][A-Za-z0-9_]*$/;

function segmentText(segment: Segment): string {
  if (typeof segment === 'number') return `[${segment}]`;
  if (typeof segment === 'string') return SHORTHAND.test(segment) ? `.${segment}` : `['${escaped(segment)}']`;
  // The parentheses are optional in the standard; engines older than it insist on them.
  return `[?(@.name=='${segment.name}' && @.in=='${segment.in}')]`;
}

const NAMED_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ["'", "\\'"],
  ['\\', '\\\\'],
]);

function escaped(name: string): string {
  return name.replace(/[\u0000-\u001f'\\]/g, (character) => {
    return NAMED_ESCAPES.get(character) ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
