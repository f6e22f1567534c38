/** Describes what an action does: `Mount`: `BindOptions.CreateMountpoint` added. */
import { get, isObject, type Json, type JsonObject } from '../../document/index.js';
import type { Merge } from './edits.js';
import type { Path, Segment } from './json-path.js';

/** The documents that contain the names. */
export interface Sides {
  readonly from: JsonObject;
  readonly to: JsonObject;
}

export function describeRemoval(path: Path, rewritten: boolean, sides: Sides): string {
  return sentence([[path, rewritten ? 'removed, to be replaced' : 'removed']], sides);
}

export function describeMerge(path: Path, merge: Merge, sides: Sides): string {
  const words = { added: 'added', changed: 'changed', rewritten: 'replaced' } as const;
  const changes = (at: Path, node: Merge): DescribedChange[] =>
    node.entries.flatMap(([key, value]) => {
      const place = [...at, key];
      return value.kind === 'put' ? [[place, words[value.how]]] : changes(place, value);
    });
  return sentence(changes(path, merge), sides);
}

type DescribedChange = readonly [place: Path, verb: string];

/** Further changes are counted, not described. */
const MAX_DESCRIBED = 4;

function sentence(changes: readonly DescribedChange[], sides: Sides): string {
  const [first] = changes;
  if (first === undefined) return '';
  const subject = subjectOf(first[0], sides);
  const whole = changes.every(([place]) => place.length === subject.length);
  const descriptions = changes.slice(0, MAX_DESCRIBED).map(([place, verb]) => {
    return whole ? `${subjectOf(place, sides).words} ${verb}` : `${memberOf(place.slice(subject.length))} ${verb}`;
  });
  const more = changes.length > MAX_DESCRIBED ? `, ${changes.length - MAX_DESCRIBED} more` : '';
  return whole ? `${descriptions.join(', ')}${more}` : `${subject.words}: ${descriptions.join(', ')}${more}`;
}

/** Returns the part that a place belongs to, and how many segments of the place lead to it. */
function subjectOf(place: Path, sides: Sides): { readonly words: string; readonly length: number } {
  const [first, second, third] = place;
  if (first === 'paths' && typeof second === 'string') {
    if (typeof third !== 'string') return { words: `Path ${quoted(second)}`, length: 2 };
    if (!METHODS.has(third)) return { words: `Path ${quoted(second)}`, length: 2 };
    const id = operationId(sides.from, second, third) ?? operationId(sides.to, second, third);
    return { words: `Operation ${quoted(id ?? `${third.toUpperCase()} ${second}`)}`, length: 3 };
  }
  if (first === 'components' && typeof second === 'string' && typeof third === 'string') {
    return { words: second === 'schemas' ? quoted(third) : `${kindOf(second)} ${quoted(third)}`, length: 3 };
  }
  if (first === 'definitions' && typeof second === 'string') return { words: quoted(second), length: 2 };
  if ((first === 'parameters' || first === 'responses') && typeof second === 'string') {
    return { words: `${kindOf(first)} ${quoted(second)}`, length: 2 };
  }
  return { words: 'Document', length: 0 };
}

const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']);
const KINDS: ReadonlyMap<string, string> = new Map([
  ['parameters', 'Parameter'],
  ['responses', 'Response'],
  ['requestBodies', 'Body'],
  ['headers', 'Header'],
  ['examples', 'Example'],
]);

function kindOf(map: string): string {
  return KINDS.get(map) ?? `Entry of ${quoted(map)}`;
}

function operationId(root: JsonObject, path: string, method: string): string | undefined {
  let node: Json | undefined = root;
  for (const key of ['paths', path, method, 'operationId']) node = isObject(node) ? get(node, key) : undefined;
  return typeof node === 'string' ? node : undefined;
}

/** `properties, A, items, properties, B, description` → description of `A[].B`. */
function memberOf(place: Path): string {
  let name = '';
  const owners: string[] = [];
  const rest = [...place];
  let keyword: string | undefined;
  for (let segment = rest.shift(); segment !== undefined; segment = rest.shift()) {
    const next = rest[0];
    keyword = undefined;
    if (segment === 'properties' && typeof next === 'string') {
      name += `${name === '' ? '' : '.'}${next}`;
      rest.shift();
    } else if (segment === 'parameters' && typeof next === 'object') {
      owners.push(`parameter ${quoted(next.name)}`);
      rest.shift();
    } else if (segment === 'responses' && typeof next === 'string') {
      owners.push(`response ${quoted(next)}`);
      rest.shift();
    } else if (rest.length === 0) keyword = wordOf(segment);
    else if (segment === 'items') name += '[]';
    else if (segment !== 'schema') name += `${name === '' || typeof segment === 'number' ? '' : '.'}${wordOf(segment)}`;
  }
  const owner = [...(name === '' ? [] : [quoted(name)]), ...owners].join(' of ');
  if (keyword === undefined) return owner;
  return owner === '' ? keyword : `${keyword} of ${owner}`;
}

function wordOf(segment: Segment): string {
  if (typeof segment === 'number') return `[${segment}]`;
  return typeof segment === 'object' ? segment.name : shown(segment);
}

function quoted(name: string): string {
  return `\`${shown(name)}\``;
}

/** Limits a name of a document to one short line. */
function shown(name: string): string {
  const line = name.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029`]/g, '?');
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
}
