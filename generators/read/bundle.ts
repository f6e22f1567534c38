/** Many files → one tree: what a document refers to in other files moves into its own components. */
import {
  at,
  get,
  isArray,
  isObject,
  objectOf,
  pointerOf,
  segmentsOf,
  type Json,
  type JsonObject,
} from '../document/index.js';
import { LadingError } from '../problem/index.js';
import type { Files } from './files.js';

/** Everything of the document, each `$ref` starting with `#/`. @throws REFERENCE_MISSING, REFERENCE_CYCLE, NAME_COLLISION */
export function bundle(files: Files, root: JsonObject): JsonObject {
  return new Bundler(files, 'swagger' in root).bundle(root);
}

interface Place {
  readonly file: string;
  readonly pointer: string;
}

class Bundler {
  /** Where each component of the bundle came from, by its pointer in the bundle. */
  readonly #origins = new Map<string, string>();
  readonly #added = new Map<string, Map<string, Json>>();

  constructor(
    private readonly files: Files,
    private readonly swagger: boolean,
  ) {}

  bundle(root: JsonObject): JsonObject {
    const own = this.#inline(root, this.files.entry, []);
    return isObject(own) ? this.#withAdded(own) : root;
  }

  #inline(value: Json, file: string, trail: readonly string[]): Json {
    if (isArray(value)) return value.map((entry) => this.#inline(entry, file, trail));
    if (!isObject(value)) return value;
    const reference = get(value, '$ref');
    if (typeof reference === 'string' && (file !== this.files.entry || !reference.startsWith('#'))) {
      return this.#reference(value, reference, file, trail);
    }
    return objectOf(Object.entries(value).map(([key, entry]) => [key, this.#inline(entry, file, trail)] as const));
  }

  #reference(value: JsonObject, reference: string, file: string, trail: readonly string[]): Json {
    const place = this.#target(file, reference);
    const id = `${place.file}#${place.pointer}`;
    const section = sectionOf(place.pointer);
    if (section === undefined) {
      // No component (a path item, a part of one): it has no name to move under, so it is written in place.
      if (trail.includes(id)) throw cycle(reference, `${file}`);
      const target = at(this.files.content(place.file), segmentsOf(place.pointer));
      if (target === undefined) throw missing(reference, file);
      return this.#inline(target, place.file, [...trail, id]);
    }
    const siblings = objectOf(Object.entries(value).filter(([key]) => key !== '$ref'));
    return { $ref: `#${this.#component(place, section, reference, file)}`, ...siblings };
  }

  #target(file: string, reference: string): Place {
    const [path = '', pointer = ''] = reference.split('#', 2);
    const target = path === '' ? file : this.files.resolve(file, path, `${file}: $ref ${reference}`);
    return { file: target, pointer: pointer === '/' ? '' : pointer };
  }

  #component(place: Place, section: readonly string[], reference: string, from: string): string {
    const pointer = pointerOf(section);
    const id = `${place.file}#${place.pointer}`;
    const known = this.#origins.get(pointer);
    if (known === id || (known === undefined && place.file === this.files.entry)) return pointer;
    if (known !== undefined || at(this.files.content(this.files.entry), section) !== undefined) {
      throw collision(pointer, id, known ?? `${this.files.entry}#${pointer}`);
    }
    this.#origins.set(pointer, id);
    const target = at(this.files.content(place.file), segmentsOf(place.pointer));
    if (target === undefined) throw missing(reference, from);
    const folder = pointerOf(section.slice(0, -1));
    const entries = this.#added.get(folder) ?? new Map<string, Json>();
    this.#added.set(folder, entries);
    entries.set(section.at(-1) ?? '', true); // keeps the order of first mention while the content is read
    entries.set(section.at(-1) ?? '', this.#inline(target, place.file, []));
    return pointer;
  }

  #withAdded(root: JsonObject): JsonObject {
    if (this.swagger) return this.#merged(root, '');
    const components = get(root, 'components');
    const merged = this.#merged(isObject(components) ? components : {}, '/components');
    return Object.keys(merged).length === 0 ? root : { ...root, components: merged };
  }

  #merged(owner: JsonObject, prefix: string): JsonObject {
    const result = new Map<string, Json>(Object.entries(owner));
    for (const [folder, entries] of this.#added) {
      const section = folder.slice(prefix.length + 1);
      const present = result.get(section);
      result.set(section, objectOf([...(isObject(present) ? Object.entries(present) : []), ...entries]));
    }
    return objectOf(result);
  }
}

/** The segments under which a component is named: `components/schemas/Mount`, `definitions/Mount`; none for other places. */
function sectionOf(pointer: string): readonly string[] | undefined {
  const segments = segmentsOf(pointer);
  if (segments[0] === 'components' && segments.length === 3) return segments;
  if (['definitions', 'parameters', 'responses'].includes(segments[0] ?? '') && segments.length === 2) return segments;
  return undefined;
}

function missing(reference: string, place: string): LadingError {
  return new LadingError({
    code: 'REFERENCE_MISSING',
    subject: `"${reference}" leads nowhere`,
    place,
    remedy: 'Correct the reference or add what it names',
  });
}

function cycle(reference: string, place: string): LadingError {
  return new LadingError({
    code: 'REFERENCE_CYCLE',
    subject: `"${reference}" leads back to itself`,
    place,
    remedy: 'Break the circle, or name the shape as a component',
  });
}

function collision(pointer: string, one: string, other: string): LadingError {
  return new LadingError({
    code: 'NAME_COLLISION',
    subject: `Two files define "${pointer}": ${other} and ${one}`,
    place: one,
    remedy: 'Rename one of them',
  });
}
