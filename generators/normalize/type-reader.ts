/** Reads types from schemas. An inline record or enum becomes a named schema, with a name derived from its place. */
import { get, isArray, isObject, type Json, type JsonObject } from '../document/index.js';
import type { EnumType, Field, RecordType, Type } from '../ir/index.js';
import { combine } from './all-of.js';
import { notesOf } from './notes.js';
import type { NamedSchemas } from './named-schemas.js';
import type { Node, Source } from './source.js';
import { pascalCase, singular } from './naming.js';

export class TypeReader {
  constructor(
    readonly source: Source,
    private readonly schemas: NamedSchemas,
  ) {}

  /** Reads the type of an inline schema; a type that needs a name becomes a reference. @param name the name if it needs one */
  use(node: Node, name: string): Type {
    const type = this.type(node, name);
    if (!needsName(type)) return type;
    const { nullable, ...bare } = type;
    const reference: Type = { kind: 'reference', name: this.schemas.add(name, bare as Type, notesOf(node.value)) };
    return nullable ? { ...reference, nullable } : reference;
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

  #bare(node: Node, name: string): Type {
    const { value } = node;
    const reference = get(value, '$ref');
    if (typeof reference === 'string') return this.#reference(node, reference, name);
    if (isArray(get(value, 'allOf'))) return combine(this, node, name);
    const union = get(value, 'oneOf') ?? get(value, 'anyOf');
    if (isArray(union)) return this.#union(node, 'oneOf' in value ? 'oneOf' : 'anyOf', name);
    if (isArray(get(value, 'enum')) || 'const' in value) return this.#enumOr(node, name);
    return this.#plain(node, name);
  }

  #reference(node: Node, reference: string, name: string): Type {
    const schema = this.source.schemaName(reference);
    if (schema !== undefined) {
      if (this.schemas.has(schema)) return { kind: 'reference', name: schema };
      throw this.source.missing(node.path, reference);
    }
    // The target is no named schema, so it is read like an inline one, unless it is being read already.
    const target = this.source.follow(node);
    return this.schemas.guarded(
      reference,
      () => this.#bare(target, name),
      () => this.source.cycle(node.path, reference),
    );
  }

  #plain(node: Node, name: string): Type {
    const { value } = node;
    const kinds = kindsOf(value);
    if (kinds.length > 1) {
      return {
        kind: 'union',
        options: kinds.map((kind) => this.#ofKind({ ...node, value: { ...value, type: kind } }, kind, name)),
      };
    }
    return this.#ofKind(node, kinds[0], name);
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
        const constraints = pick(source, node, ['format'], ['minimum', 'maximum']);
        return { kind: 'integer', ...constraints, ...(list.length > 0 && { sentinels: list }) };
      }
      case 'number':
        return { kind: 'number', ...pick(source, node, ['format'], ['minimum', 'maximum']) };
      case 'boolean':
        return { kind: 'boolean' };
      case 'file':
        return { kind: 'bytes' };
      case 'array': {
        const items = source.child(node, 'items');
        const type: Type = items === undefined ? { kind: 'any' } : this.use(items, singular(name));
        return { kind: 'list', items: type, ...pick(source, node, [], ['minItems', 'maxItems']) };
      }
      case 'object':
        return this.record(node, name);
      case undefined:
      case 'null':
        return { kind: 'any' };
      default:
        throw source.wrong([...node.path, 'type'], 'one of string, integer, number, boolean, array, object');
    }
  }

  /** Reads a record or map: a schema with `properties` or `additionalProperties`. */
  record(node: Node, name: string): Type {
    const required = new Set(this.source.texts(node, 'required'));
    const fields = this.source
      .entries(node, 'properties')
      .map(([key, property]) => this.field(key, property, required.has(key), name));
    const additional = get(node.value, 'additionalProperties');
    const rest = isObject(additional)
      ? this.use({ value: additional, path: [...node.path, 'additionalProperties'] }, singular(name))
      : undefined;
    if (fields.length > 0) return { kind: 'record', bases: [], fields, ...(rest && { rest }) };
    if (additional === false) return { kind: 'record', bases: [], fields: [] };
    return { kind: 'map', values: rest ?? { kind: 'any' } };
  }

  field(key: string, node: Node, required: boolean, owner: string): Field {
    const type = this.use(node, `${owner}${pascalCase(key)}`);
    const defaultValue = get(node.value, 'default');
    return {
      name: key,
      type,
      required,
      ...(defaultValue !== undefined && { default: defaultValue }),
      ...notesOf(node.value),
    };
  }

  #enumOr(node: Node, name: string): Type {
    const listed = get(node.value, 'enum');
    const values = isArray(listed) ? listed : [get(node.value, 'const') ?? null];
    const plain = values.filter((value) => value !== null);
    const strings = plain.every((value) => typeof value === 'string');
    if (plain.length === 0) return { kind: 'any' };
    if (strings || plain.every((value) => Number.isInteger(value))) {
      return enumType(node.value, strings ? 'string' : 'integer', plain as (string | number)[]);
    }
    // In published documents, `enum: [{}]` means an empty object.
    if (plain.every((value) => isObject(value) && Object.keys(value).length === 0))
      return { kind: 'record', bases: [], fields: [] };
    const { enum: _listed, const: _const, ...rest } = node.value;
    return this.#plain({ ...node, value: rest }, name);
  }

  #union(node: Node, key: string, name: string): Type {
    const options = this.source.entries(node, key).filter(([, option]) => get(option.value, 'type') !== 'null');
    const open = openEnum(options.map(([, option]) => option.value));
    if (open !== undefined)
      return { ...enumType({ ...node.value, ...open }, 'string', get(open, 'enum') as string[]), open: true };
    const [only] = options;
    if (options.length === 1 && only !== undefined) return this.type(only[1], name);
    return {
      kind: 'union',
      options: options.map(([index, option]) =>
        this.use(
          option,
          `${name}${get(option.value, 'title') === undefined ? `Option${Number(index) + 1}` : pascalCase(String(get(option.value, 'title')))}`,
        ),
      ),
    };
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
  const listed = get(value, 'enum');
  if (isArray(listed) && listed.includes(null)) return true;
  const union = get(value, 'oneOf') ?? get(value, 'anyOf');
  return isArray(union) && union.some((option) => isObject(option) && get(option, 'type') === 'null');
}

function needsName(type: Type): type is EnumType | RecordType {
  return (
    (type.kind === 'enum' && !(type.of === 'string' && type.values.length === 1 && !type.open)) ||
    (type.kind === 'record' && (type.fields.length > 0 || type.bases.length > 0)) ||
    type.kind === 'union'
  );
}

function enumType(value: JsonObject, of: 'string' | 'integer', values: readonly (string | number)[]): EnumType {
  const descriptions = get(value, 'x-enumDescriptions');
  const describe = (entry: string | number) => (isObject(descriptions) ? get(descriptions, String(entry)) : undefined);
  return {
    kind: 'enum',
    of,
    open: get(value, 'x-lading-open-enum') === true,
    values: [...new Set(values)].map((entry) => {
      const description = describe(entry);
      return { value: entry, ...(typeof description === 'string' && { description }) };
    }),
  };
}

/** Recognizes an open enum in its standard form: `anyOf: [{type: string, enum: […]}, {type: string}]`. */
function openEnum(options: readonly JsonObject[]): JsonObject | undefined {
  const [first, second] = options;
  if (options.length !== 2 || first === undefined || second === undefined) return undefined;
  const listed = get(first, 'enum');
  const bare = get(second, 'type') === 'string' && get(second, 'enum') === undefined;
  return bare && isArray(listed) && listed.every((entry) => typeof entry === 'string') ? first : undefined;
}

function kindsOf(value: JsonObject): readonly string[] {
  const type = get(value, 'type');
  if (isArray(type)) return type.filter((entry) => entry !== 'null').map(String);
  return type === undefined || type === null ? [] : [String(type)];
}

function impliedKind(value: JsonObject): string | undefined {
  if (isObject(get(value, 'properties')) || isObject(get(value, 'additionalProperties'))) return 'object';
  return isObject(get(value, 'items')) ? 'array' : undefined;
}

function pick(source: Source, node: Node, texts: readonly string[], numbers: readonly string[]): Record<string, Json> {
  const found: [string, Json][] = [];
  for (const key of texts) {
    const value = source.text(node, key);
    if (value !== undefined && value !== '') found.push([key, value]);
  }
  for (const key of numbers) {
    const value = source.number(node, key);
    if (value !== undefined) found.push([key, value]);
  }
  return Object.fromEntries(found);
}
