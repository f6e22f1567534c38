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
import { isNamedSchema, isSchemaPlace, schemaNames } from './schema-files.js';

/**
 * Returns the whole document, in which each `$ref` starts with `#/`. Schemas of other files are components, named after
 * the end of their pointer or after their file; those that would have one name get the path of their file before it.
 *
 * @throws REFERENCE_MISSING, REFERENCE_CYCLE
 */
export function bundle(files: DocumentFiles, root: JsonObject): JsonObject {
  const isSwagger = 'swagger' in root;
  const first = new Bundler(files, isSwagger);
  const bundled = first.bundle(root);
  if (first.schemas.size === 0) return bundled;
  const own = Object.keys(schemasOf(root, isSwagger));
  return new Bundler(files, isSwagger, schemaNames(first.schemas, files.entry, new Set(own))).bundle(root);
}

interface ReferenceTarget {
  readonly file: string;
  readonly pointer: string;
}

class Bundler {
  /** The schemas of other files that have no name in the document, and recursive ones without a name, by their ID. */
  readonly schemas = new Map<string, ReferenceTarget>();
  /** The origin of each component of the bundle, by its pointer in the bundle. */
  readonly #origins = new Map<string, string>();
  readonly #added = new Map<string, Map<string, Json>>();
  /** The resolved references, by the file that contains them: most occur many times. */
  readonly #targets = new Map<string, ReferenceTarget>();
  /** The names of components of the document that are nothing but a reference, by the ID of what they refer to. */
  readonly #aliases = new Map<string, string>();

  constructor(
    private readonly files: DocumentFiles,
    private readonly swagger: boolean,
    /** The names of such schemas, by their ID, once all are known. */
    private readonly names: ReadonlyMap<string, string> = new Map(),
  ) {}

  bundle(root: JsonObject): JsonObject {
    for (const [name, schema] of Object.entries(schemasOf(root, this.swagger))) {
      const reference = isObject(schema) && Object.keys(schema).length === 1 ? get(schema, '$ref') : undefined;
      if (typeof reference !== 'string' || reference.startsWith('#')) continue;
      const id = idOf(this.#place(this.files.entry, reference));
      if (!this.#aliases.has(id)) this.#aliases.set(id, name);
    }
    const bundledRoot = this.#inline(root, this.files.entry, []);
    return isObject(bundledRoot) ? this.#withAdded(bundledRoot) : root;
  }

  #inline(value: Json, file: string, trail: readonly string[], key = '', owner = '', isInValue = false): Json {
    if (!isArray(value) && !isObject(value)) return value;
    if (isArray(value)) return value.map((entry) => this.#inline(entry, file, trail, key, '', isInValue));
    const reference = get(value, '$ref');
    const isForeign =
      typeof reference === 'string' &&
      (file !== this.files.entry || !reference.startsWith('#') || this.#isIndirect(reference));
    // In a value, such as an example, `$ref` may also be a property like any other.
    if (isForeign && (!isInValue || this.#leads(file, reference))) {
      return this.#reference(value, reference, file, trail, (target) => isSchemaPlace(key, owner, target));
    }
    if (key === 'mapping' && owner === 'discriminator' && !isInValue) return this.#mapping(value, file);
    const areNames = namedObjects.has(key);
    return objectOf(
      Object.entries(value).map(([inner, entry]) => {
        const isValueHere = isInValue || (!areNames && inner !== 'links' && isValue(inner, entry, this.swagger));
        return [inner, this.#inline(entry, file, trail, inner, key, isValueHere)] as const;
      }),
    );
  }

  /** The values of a discriminator's mapping are references too, or names, which stay as they are. */
  #mapping(mapping: JsonObject, file: string): Json {
    const isForeign = (target: string): boolean =>
      /#|\.(ya?ml|json)$/i.test(target) && (file !== this.files.entry || !target.startsWith('#'));
    return objectOf(
      Object.entries(mapping).map(([name, target]) => {
        if (typeof target !== 'string' || !isForeign(target) || !this.#leads(file, target))
          return [name, target] as const;
        const reference = this.#reference({ $ref: target }, target, file, [], () => true);
        return [name, (isObject(reference) ? get(reference, '$ref') : undefined) ?? target] as const;
      }),
    );
  }

  /** Whether a reference within the first file leads to something behind another reference. */
  #isIndirect(reference: string): boolean {
    const { entry } = this.files;
    const isDirect = at(this.files.content(entry), segmentsOf(reference.slice(1))) !== undefined;
    return reference.startsWith('#/') && !isDirect && this.#leads(entry, reference);
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
    const section = this.#sectionOf(place, isSchema(target));
    if (section !== undefined) {
      return objectOf([['$ref', `#${this.#component(place, section, target)}`] as const, ...siblings]);
    }
    // The target is no component (a path item, or a part of one), or another has its name: its content replaces the reference.
    if (trail.includes(id)) {
      if (!isSchema(target)) throw cycle(reference, file);
      this.schemas.set(id, place);
      return {};
    }
    const content = this.#inline(target, place.file, [...trail, id], isSchema(target) ? 'schema' : '');
    return isObject(content) ? objectOf([...Object.entries(content), ...siblings]) : content;
  }

  /** Returns the place of a target in the bundle, if it becomes a component. */
  #sectionOf(place: ReferenceTarget, isSchema: boolean): readonly string[] | undefined {
    const section = sectionOf(place.pointer, this.swagger);
    const folder = schemaFolder(this.swagger);
    const isComponentSchema = section !== undefined && pointerOf(section.slice(0, -1)) === pointerOf(folder);
    if (place.file === this.files.entry && isComponentSchema) return section;
    const id = idOf(place);
    if (!isComponentSchema && !(isSchema && (this.names.has(id) || isNamedSchema(place.pointer)))) {
      return section !== undefined && this.#isFree(pointerOf(section), id) ? section : undefined;
    }
    const alias = this.#aliases.get(id);
    if (alias === undefined) this.schemas.set(id, place);
    return [...folder, alias ?? this.names.get(id) ?? id];
  }

  #place(file: string, reference: string, seen: readonly string[] = []): ReferenceTarget {
    const id = idOf({ file, pointer: reference });
    const place = this.#targets.get(id) ?? this.#target(file, reference, seen);
    this.#targets.set(id, place);
    return place;
  }

  /** Resolves a reference; a target that is only a reference itself is resolved too, and so are references on the way to it. */
  #target(file: string, reference: string, seen: readonly string[]): ReferenceTarget {
    const [path = '', fragment = ''] = reference.split('#', 2);
    const target = path === '' ? file : this.files.resolve(file, path, `${file}: $ref ${reference}`);
    const segments = this.files.place(target, fragment);
    const place = { file: target, pointer: pointerOf(segments) };
    const content = at(this.files.content(target), segments);
    const next = isObject(content) && Object.keys(content).length === 1 ? get(content, '$ref') : undefined;
    if (seen.includes(idOf(place))) throw cycle(reference, file);
    const trail = [...seen, idOf(place)];
    if (typeof next === 'string') return this.#place(target, next, trail);
    for (let end = segments.length - 1; content === undefined && end > 0; end -= 1) {
      const holder = at(this.files.content(target), segments.slice(0, end));
      const onTheWay = isObject(holder) ? get(holder, '$ref') : undefined;
      if (typeof onTheWay !== 'string') continue;
      const behind = this.#place(target, onTheWay, trail);
      return this.#place(behind.file, `#${behind.pointer}${pointerOf(segments.slice(end))}`, trail);
    }
    return place;
  }

  /** Whether no other component of the bundle has a place. */
  #isFree(pointer: string, id: string): boolean {
    const { entry } = this.files;
    const origin = this.#origins.get(pointer);
    if (origin !== undefined) return origin === id;
    const isThere = at(this.files.content(entry), segmentsOf(pointer)) !== undefined;
    return !isThere || idOf(this.#place(entry, `#${pointer}`)) === id;
  }

  #component(place: ReferenceTarget, section: readonly string[], target: Json): string {
    const pointer = pointerOf(section);
    const id = idOf(place);
    const origin = this.#origins.get(pointer);
    if (origin === undefined && place.file === this.files.entry) return place.pointer;
    if (origin === id) return pointer;
    this.#origins.set(pointer, id);
    const folder = pointerOf(section.slice(0, -1));
    const entries = this.#added.get(folder) ?? new Map<string, Json>();
    this.#added.set(folder, entries);
    entries.set(section.at(-1) ?? '', true); // reserves the position of the first reference while the content is read
    entries.set(section.at(-1) ?? '', this.#inline(target, place.file, [], '', section.at(-2)));
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

function schemaFolder(swagger: boolean): readonly string[] {
  return swagger ? ['definitions'] : ['components', 'schemas'];
}

function schemasOf(root: JsonObject, swagger: boolean): JsonObject {
  const schemas = at(root, schemaFolder(swagger));
  return isObject(schemas) ? schemas : {};
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
