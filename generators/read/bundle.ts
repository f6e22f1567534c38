/** Bundles the files of a document into one tree: components of other files become components of the document. */
import {
  at,
  get,
  isArray,
  isObject,
  isValue,
  namedObjects,
  objectOf,
  pointerOf,
  segmentsOf,
  type Json,
  type JsonObject,
} from '../document/index.js';
import { LadingError } from '../diagnostics/index.js';
import type { DocumentFiles } from './document-files.js';
import { isSchemaPlace, schemaNames } from './schema-files.js';

/**
 * Returns the whole document, in which each `$ref` starts with `#/`.
 *
 * @throws REFERENCE_MISSING, REFERENCE_CYCLE, NAME_COLLISION
 */
export function bundle(files: DocumentFiles, root: JsonObject): JsonObject {
  const first = new Bundler(files, 'swagger' in root);
  const bundled = first.bundle(root);
  const names = first.schemaNames();
  return names.size === 0 ? bundled : new Bundler(files, 'swagger' in root, names).bundle(root);
}

interface ReferenceTarget {
  readonly file: string;
  readonly pointer: string;
}

class Bundler {
  /** The origin of each component of the bundle, by its pointer in the bundle. */
  readonly #origins = new Map<string, string>();
  readonly #added = new Map<string, Map<string, Json>>();
  /** The resolved references, by the file that contains them: most occur many times. */
  readonly #targets = new Map<string, ReferenceTarget>();
  /** The files that components of the document name. */
  readonly #aliases = new Map<string, string>();
  /** The schemas that are whole files and have no name in the document, by their path. */
  readonly #schemaFiles = new Set<string>();

  constructor(
    private readonly files: DocumentFiles,
    private readonly swagger: boolean,
    /** The names of the schemas that are whole files; without a name, a file is named after its path. */
    private readonly names: ReadonlyMap<string, string> = new Map(),
  ) {}

  bundle(root: JsonObject): JsonObject {
    const schemas = at(root, this.#schemas);
    for (const [name, schema] of Object.entries(isObject(schemas) ? schemas : {})) {
      const reference = isObject(schema) && Object.keys(schema).length === 1 ? get(schema, '$ref') : undefined;
      if (typeof reference !== 'string' || reference.startsWith('#')) continue;
      const { file, pointer } = this.#place(this.files.entry, reference);
      if (pointer === '' && !this.#aliases.has(file)) this.#aliases.set(file, name);
    }
    const bundledRoot = this.#inline(root, this.files.entry, []);
    return isObject(bundledRoot) ? this.#withAdded(bundledRoot) : root;
  }

  /** Returns the names of the schemas that are whole files, once all are known. */
  schemaNames(): ReadonlyMap<string, string> {
    const own = at(this.files.content(this.files.entry), this.#schemas);
    const folder = `${pointerOf(this.#schemas)}/`;
    const others = [...this.#origins].filter(([, origin]) => !this.#schemaFiles.has(origin.replace(/#$/, '')));
    const names = others.flatMap(([pointer]) => (pointer.startsWith(folder) ? (segmentsOf(pointer).at(-1) ?? []) : []));
    return schemaNames(
      this.#schemaFiles,
      this.files.entry,
      new Set([...Object.keys(isObject(own) ? own : {}), ...names]),
    );
  }

  get #schemas(): readonly string[] {
    return this.swagger ? ['definitions'] : ['components', 'schemas'];
  }

  #inline(value: Json, file: string, trail: readonly string[], key = '', owner = '', isInValue = false): Json {
    if (!isArray(value) && !isObject(value)) return value;
    if (isArray(value)) return value.map((entry) => this.#inline(entry, file, trail, key, '', isInValue));
    const reference = get(value, '$ref');
    const isForeign = typeof reference === 'string' && (file !== this.files.entry || !reference.startsWith('#'));
    // In a value, such as an example, `$ref` may also be a property like any other.
    if (isForeign && (!isInValue || this.#leads(file, reference))) {
      return this.#reference(value, reference, file, trail, (target) => isSchemaPlace(key, owner, target));
    }
    const areNames = namedObjects.has(key);
    return objectOf(
      Object.entries(value).map(([inner, entry]) => {
        const isValueHere = isInValue || (!areNames && inner !== 'links' && isValue(inner, entry, this.swagger));
        return [inner, this.#inline(entry, file, trail, inner, key, isValueHere)] as const;
      }),
    );
  }

  /** Whether a reference leads to something. */
  #leads(file: string, reference: string): boolean {
    try {
      const { file: target, pointer } = this.#place(file, reference);
      return at(this.files.content(target), segmentsOf(pointer)) !== undefined;
    } catch (error) {
      if (error instanceof LadingError) return false;
      throw error;
    }
  }

  #reference(
    value: JsonObject,
    reference: string,
    file: string,
    trail: readonly string[],
    isSchema: (target: Json) => boolean,
  ): Json {
    const place = this.#place(file, reference);
    const id = idOf(place);
    const target = at(this.files.content(place.file), segmentsOf(place.pointer));
    if (target === undefined) throw missing(reference, file);
    const { $ref: _reference, ...others } = value;
    const siblings = Object.entries(others).map(([key, entry]) => [key, this.#inline(entry, file, trail)] as const);
    const section =
      place.pointer === '' && isSchema(target)
        ? [...this.#schemas, this.#nameOf(place.file)]
        : sectionOf(place.pointer, this.swagger);
    if (section !== undefined) {
      return objectOf([['$ref', `#${this.#component(place, section, target)}`] as const, ...siblings]);
    }
    // The target is no component (a path item, or a part of one) and has no name, so its content replaces the reference.
    if (trail.includes(id)) throw cycle(reference, file);
    const content = this.#inline(target, place.file, [...trail, id]);
    return isObject(content) ? objectOf([...Object.entries(content), ...siblings]) : content;
  }

  #nameOf(file: string): string {
    const alias = this.#aliases.get(file);
    if (alias !== undefined) return alias;
    this.#schemaFiles.add(file);
    return this.names.get(file) ?? file;
  }

  #place(file: string, reference: string): ReferenceTarget {
    const id = idOf({ file, pointer: reference });
    const place = this.#targets.get(id) ?? this.#target(file, reference);
    this.#targets.set(id, place);
    return place;
  }

  /** Resolves a reference; a target that is only a reference itself is resolved too. */
  #target(file: string, reference: string, seen: readonly string[] = []): ReferenceTarget {
    const [path = '', pointer = ''] = reference.split('#', 2);
    const target = path === '' ? file : this.files.resolve(file, path, `${file}: $ref ${reference}`);
    const place = { file: target, pointer: pointerOf(segmentsOf(pointer)) };
    const content = at(this.files.content(target), segmentsOf(pointer));
    const next = isObject(content) && Object.keys(content).length === 1 ? get(content, '$ref') : undefined;
    if (typeof next !== 'string') return place;
    if (seen.includes(idOf(place))) throw cycle(reference, file);
    return this.#target(target, next, [...seen, idOf(place)]);
  }

  #component(place: ReferenceTarget, section: readonly string[], target: Json): string {
    const pointer = pointerOf(section);
    const id = idOf(place);
    const origin = this.#origins.get(pointer);
    const { entry } = this.files;
    if (origin === undefined && place.file === entry) return place.pointer;
    if (origin === id) return pointer;
    const existingTarget =
      at(this.files.content(entry), section) === undefined ? undefined : this.#target(entry, `#${pointer}`);
    const taken = origin ?? (existingTarget && idOf(existingTarget));
    if (taken !== undefined && taken !== id) throw collision(pointer, id, taken);
    this.#origins.set(pointer, id);
    const folder = pointerOf(section.slice(0, -1));
    const entries = this.#added.get(folder) ?? new Map<string, Json>();
    this.#added.set(folder, entries);
    entries.set(section.at(-1) ?? '', true); // reserves the position of the first reference while the content is read
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

function idOf({ file, pointer }: ReferenceTarget): string {
  return `${file}#${pointer}`;
}

/**
 * Returns the path of a component in the bundle: `components/schemas/Mount`, `definitions/Mount`; undefined for any other
 * place. A file may have another dialect than the document, or be a plain JSON Schema.
 */
function sectionOf(pointer: string, swagger: boolean): readonly string[] | undefined {
  const segments = segmentsOf(pointer);
  const name = segments.at(-1) ?? '';
  if (segments.length === 3 && segments[0] === 'components') {
    if (!swagger) return segments;
    const [, kind = ''] = segments;
    return kind === 'schemas' ? ['definitions', name] : commonSections.has(kind) ? [kind, name] : undefined;
  }
  const [kind = ''] = segments;
  if (segments.length !== 2) return undefined;
  if (kind === 'definitions' || kind === '$defs')
    return swagger ? ['definitions', name] : ['components', 'schemas', name];
  if (!commonSections.has(kind)) return undefined;
  return swagger ? segments : ['components', ...segments];
}

/** The sections of components with the same name in both dialects. */
const commonSections = new Set(['parameters', 'responses']);

function missing(reference: string, place: string): LadingError {
  return new LadingError({
    code: 'REFERENCE_MISSING',
    subject: `"${reference}" cannot be resolved`,
    place,
    remedy: 'Correct the reference, or add its target',
  });
}

function cycle(reference: string, place: string): LadingError {
  return new LadingError({
    code: 'REFERENCE_CYCLE',
    subject: `"${reference}" is part of a reference cycle`,
    place,
    remedy: 'Break the cycle, or define the schema as a component',
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
