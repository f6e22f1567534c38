/** Reads types from schemas. An inline record or enum becomes a named schema, with a name derived from its place. */
import { get, isArray, isObject, withoutNegation, type Json, type JsonObject } from '../document/index.js';
import type { ArrayType, Field, Notes, Type } from '../ir/index.js';
import { combine, isCombined, partsOf, withRequired } from './combine.js';
import { limitsOf, pick } from './constraints.js';
import { discriminatorOf } from './discriminator.js';
import { enumOf, enumType, openEnum } from './enums.js';
import { withoutNull } from './intersect.js';
import { notesOf } from './notes.js';
import type { NamedSchemas } from './named-schemas.js';
import { recordOf } from './object-type.js';
import { PlaceTypes } from './place-types.js';
import type { Node, Source } from './source.js';
import { pascalCase, singular } from './naming.js';

export class TypeReader {
  readonly #places = new PlaceTypes();

  constructor(
    readonly source: Source,
    private readonly schemas: NamedSchemas,
  ) {}

  /** Reads the type of an inline schema; a type that needs a name becomes a reference. @param name the name if it needs one */
  use(node: Node, name: string): Type {
    return this.named(this.type(node, name), name, notesOf(node.value));
  }

  /** Returns a reference to the type if it needs a name, otherwise the type itself. */
  named(type: Type, name: string, notes: Notes = {}): Type {
    if (!needsName(type)) return type;
    const reference: Type = { kind: 'reference', name: this.schemas.add(name, withoutNull(type), notes) };
    return type.nullable ? { ...reference, nullable: true } : reference;
  }

  /** Returns the type that a type refers to, or the type itself; undefined if that schema has not been read. */
  resolved(type: Type): Type | undefined {
    const seen = new Set<string>();
    let current: Type | undefined = type;
    while (current?.kind === 'reference' && !seen.has(current.name)) {
      seen.add(current.name);
      current = this.schemas.typeOf(current.name);
    }
    return current?.kind === 'reference' ? undefined : current;
  }

  /** Reads the type of a schema without giving it a name. */
  type(node: Node, name: string): Type {
    const type = this.#bare(node, name);
    return isNullable(node.value) || this.#schemaIsNullable(type) ? { ...type, nullable: true } : type;
  }

  #bare(given: Node, name: string): Type {
    const node = { ...given, value: withoutNegation(given.value) };
    if (isFalse(node.value)) return { kind: 'never' };
    if (!isCombined(node.value)) return enumOf(node.value) ?? this.#plain(node, name);
    const parts = partsOf(this.source, node);
    const [only] = parts;
    if (only === undefined) return { kind: 'any' };
    if (parts.length > 1) return combine(this, parts, name);
    // A part of `allOf`, or the keywords beside it.
    if (only.path !== node.path || !isCombined(only.value)) return this.type(only, name);
    const reference = get(only.value, '$ref');
    return typeof reference === 'string' ? this.#reference(only, reference, name) : this.#union(only, name);
  }

  #reference(node: Node, reference: string, name: string): Type {
    const schema = this.source.schemaName(reference);
    if (schema !== undefined) {
      if (this.schemas.has(schema)) return { kind: 'reference', name: schema };
      throw this.source.missing(node.path, reference);
    }
    // The target is no named schema, so it is read like an inline one. Inside itself it is referred to by name.
    const target = this.source.follow(node);
    return this.#places.type(
      target,
      () => this.use(target, name),
      (reserved, type) => this.schemas.fill(reserved, type, notesOf(target.value)),
      () => this.schemas.reserve(name),
    );
  }

  #plain(node: Node, name: string): Type {
    const { value } = node;
    const kinds = kindsOf(value);
    if (kinds.length <= 1) return this.#ofKind(node, kinds[0], name);
    return {
      kind: 'union',
      options: kinds.map((kind) =>
        this.named(
          this.#ofKind({ ...node, value: { ...value, type: kind } }, kind, name),
          `${name}${pascalCase(kind)}`,
        ),
      ),
    };
  }

  #ofKind(node: Node, kind: string | undefined, name: string): Type {
    const { value } = node;
    const { source } = this;
    switch (kind ?? impliedKind(value)) {
      case 'string':
        if (get(value, 'format') === 'binary') return { kind: 'bytes' };
        return { kind: 'string', ...pick(source, node, ['format', 'pattern'], ['minLength', 'maxLength']) };
      case 'integer': {
        const sentinels = get(value, 'x-lading-sentinels');
        const list = isArray(sentinels) ? sentinels.filter((entry) => typeof entry === 'number') : [];
        return { kind: 'integer', ...limitsOf(source, node), ...(list.length > 0 && { sentinels: list }) };
      }
      case 'number':
        return { kind: 'number', ...limitsOf(source, node) };
      case 'boolean':
        return { kind: 'boolean' };
      case 'file':
        return { kind: 'bytes' };
      case 'array':
        return this.#array(node, name);
      case 'object':
        return recordOf(this, node, name);
      case 'null':
        // With `nullable`, which `type` adds.
        return { kind: 'never' };
      default:
        return { kind: 'any' };
    }
  }

  /** Reads an array, or a tuple: `prefixItems`, or `items` that is an array itself in older dialects. */
  #array(node: Node, name: string): ArrayType {
    const { source } = this;
    const listed = isArray(get(node.value, 'items')) ? 'items' : 'prefixItems';
    const prefix = source.entries(node, listed).map(([, item], index) => this.use(item, `${name}Item${index + 1}`));
    const items = source.child(node, listed === 'items' ? 'additionalItems' : 'items');
    return {
      kind: 'array',
      ...(prefix.length > 0 && { prefixItems: prefix }),
      items: items === undefined ? { kind: 'any' } : this.use(items, singular(name)),
      ...pick(source, node, [], ['minItems', 'maxItems']),
      ...(get(node.value, 'uniqueItems') === true && { uniqueItems: true }),
    };
  }

  field(key: string, node: Node, required: boolean, owner: string): Field {
    const type = this.use(node, `${owner}${pascalCase(key)}`);
    const defaultValue = get(node.value, 'default');
    const is = (flag: 'readOnly' | 'writeOnly') => get(node.value, flag) === true || this.#targetIs(node, flag);
    return {
      name: key,
      type,
      required,
      ...(defaultValue !== undefined && { default: defaultValue }),
      ...(is('readOnly') && { readOnly: true }),
      ...(is('writeOnly') && { writeOnly: true }),
      ...notesOf(node.value),
    };
  }

  #targetIs(node: Node, flag: 'readOnly' | 'writeOnly'): boolean {
    return get(node.value, '$ref') !== undefined && get(this.source.follow(node).value, flag) === true;
  }

  #union(node: Node, name: string): Type {
    const key = 'oneOf' in node.value ? 'oneOf' : 'anyOf';
    const type = get(node.value, 'type');
    const options = this.source
      .entries(node, key)
      .filter(([, option]) => get(option.value, 'type') !== 'null')
      .map(([index, option]) => [index, withType(withRequired(option), type)] as const);
    const open = openEnum(options.map(([, option]) => option.value));
    if (open !== undefined)
      return { ...enumType({ ...node.value, ...open }, get(open, 'enum') as string[]), open: true };
    const [only] = options;
    if (only === undefined) return { kind: 'never' };
    if (options.length === 1) return this.type(only[1], name);
    const types = options.map(([index, option]) => this.use(option, `${name}${optionName(option, index)}`));
    const discriminator = discriminatorOf(this.source, node, types);
    return { kind: 'union', options: types, ...(discriminator && { discriminator }) };
  }

  #schemaIsNullable(type: Type): boolean {
    return type.kind === 'reference' && this.schemas.isNullable(type.name);
  }
}

/** Whether a schema allows `null`, in the form of any dialect. */
export function isNullable(value: JsonObject): boolean {
  const type = get(value, 'type');
  if (get(value, 'x-nullable') === true || get(value, 'nullable') === true) return true;
  if (isArray(type) && type.includes('null')) return true;
  if (type === 'null' || get(value, 'const') === null) return true;
  const listed = get(value, 'enum');
  if (isArray(listed) && listed.includes(null)) return true;
  const union = get(value, 'oneOf') ?? get(value, 'anyOf');
  return isArray(union) && union.some((option) => isObject(option) && get(option, 'type') === 'null');
}

function needsName(type: Type): boolean {
  switch (type.kind) {
    case 'enum':
      return type.open || type.values.length !== 1;
    case 'record':
      return type.fields.length > 0 || type.bases.length > 0 || type.rest !== undefined;
    case 'union':
      return true;
    case 'intersection':
      return true;
    default:
      return false;
  }
}

/** Whether a schema is `false`, or `not: {}`: no value matches it. */
function isFalse(value: JsonObject): boolean {
  const not = get(value, 'not');
  return not === true || (isObject(not) && Object.keys(not).length === 0);
}

function optionName(option: Node, index: string): string {
  const title = get(option.value, 'title');
  return title === undefined ? `Option${Number(index) + 1}` : pascalCase(String(title));
}

/** An option without a type has that of the union. */
function withType(option: Node, type: Json | undefined): Node {
  const isTyped = isCombined(option.value) || 'type' in option.value || Object.keys(option.value).length === 0;
  return type === undefined || isTyped ? option : { ...option, value: { type, ...option.value } };
}

const typeNames: ReadonlySet<unknown> = new Set(['string', 'integer', 'number', 'boolean', 'array', 'object', 'file']);

/** Returns the names of the types, without those that no specification defines, which the linter reports. */
function kindsOf(value: JsonObject): readonly string[] {
  const type = get(value, 'type');
  if (type === 'null' || (isArray(type) && type.length > 0 && type.every((entry) => entry === 'null'))) return ['null'];
  return (isArray(type) ? type : [type]).filter((entry) => typeNames.has(entry)).map(String);
}

function impliedKind(value: JsonObject): string | undefined {
  const objects = ['properties', 'additionalProperties', 'patternProperties', 'propertyNames'];
  if (objects.some((key) => isObject(get(value, key)))) return 'object';
  if (typeof (get(value, 'minProperties') ?? get(value, 'maxProperties')) === 'number') return 'object';
  return isObject(get(value, 'items')) || isArray(get(value, 'prefixItems')) ? 'array' : undefined;
}
