/** Reads types from schemas. An inline record or enum becomes a named schema, with a name derived from its place. */
import { get, isArray, isObject, withoutNegation, type Json, type JsonObject } from '../document/index.js';
import { hasConditions, type ArrayType, type Field, type Notes, type Type } from '../ir/index.js';
import { combine, partsOf, undeclared, withRequired } from './combine.js';
import { conditionsOf, untypedConditions, withoutConditions } from './conditions.js';
import { hasConstraints, isCombined } from './constraint-keywords.js';
import { limitsOf, pick } from './constraints.js';
import { discriminatorOf } from './discriminator.js';
import { enumOf, enumOfConstants, openEnum } from './enums.js';
import { constrained, intersectionOf, withoutNull } from './intersect.js';
import { fieldNotesOf, notesOf } from './notes.js';
import type { NamedSchemas } from './named-schemas.js';
import { recordOf } from './object-type.js';
import { PlaceTypes } from './place-types.js';
import { fitsType } from './scalar-fits.js';
import type { Node, Source } from './source.js';
import { pascalCase, singular } from './naming.js';
import { encodingFormat, isBinary } from './is-binary.js';
import { allowsNull, impliedKind } from './nullable.js';
import { dynamicKeywords, withUnevaluated } from './unevaluated.js';

export class TypeReader {
  readonly #places = new PlaceTypes();
  /** Whether keywords imply no type: what `not` and `if` do not state, they do not say of other values. */
  #isExact = false;

  get isExact(): boolean {
    return this.#isExact;
  }

  constructor(
    readonly source: Source,
    private readonly schemas: NamedSchemas,
  ) {}

  /** Reads the type of an inline schema; a type that needs a name becomes a reference. @param name the name if it needs one */
  use(node: Node, name: string): Type {
    return this.named(this.type(node, name), name, notesOf(node.value));
  }

  /** Reads a schema of which values are only tested: `not`, `if`. */
  exact(node: Node, name: string): Type {
    const before = this.#isExact;
    this.#isExact = true;
    try {
      return this.use(node, name);
    } finally {
      this.#isExact = before;
    }
  }

  /** Returns a reference to the type if it needs a name, otherwise the type itself. */
  named(type: Type, name: string, notes: Notes = {}): Type {
    return needsName(type) ? this.reference(type, name, notes) : type;
  }

  /** Returns a reference to the type, which gets a name. */
  reference(type: Type, name: string, notes: Notes = {}): Type {
    // Conditions apply to null, too.
    const schema = hasConditions(type) ? type : withoutNull(type);
    const reference: Type = { kind: 'reference', name: this.schemas.add(name, schema, notes) };
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
    const { nullable: _nullable, ...bare } = type;
    const parts = bare.kind === 'intersection' ? bare.parts : [bare];
    const isUntyped = parts.every(isAny);
    const nullable = !isUntyped && allowsNull(this.source, node, this.schemas, this.#isExact) && isOpenToNull(type);
    return nullable ? { ...type, nullable: true } : (bare as Type);
  }

  #bare(given: Node, name: string): Type {
    const negated = { ...given, value: withoutNegation(given.value) };
    if (isFalse(negated.value)) return { kind: 'never' };
    const conditions = conditionsOf(this, negated, name);
    const { node, unevaluated } = dynamicKeywords(this, withoutConditions(negated), name, conditions.length > 0);
    const type = constrained(this.#unconditional(node, name), conditions);
    return withUnevaluated(type, unevaluated, (part) => this.named(part, `${name}Evaluated`));
  }

  #unconditional(node: Node, name: string): Type {
    if (!isCombined(node.value)) return this.#listed(node, name) ?? this.#plain(node, name);
    const parts = partsOf(this.source, node);
    const [only] = parts;
    if (only === undefined) return { kind: 'any' };
    if (parts.length > 1) return combine(this, node, parts, name);
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

  /** Reads `enum` or `const`: the values that fit the keywords beside it. */
  #listed(node: Node, name: string): Type | undefined {
    const { enum: listed, const: constant, ...others } = node.value;
    const type = listed === undefined && constant === undefined ? undefined : enumOf(node.value);
    if (type?.kind !== 'enum' || !hasConstraints(others)) return type;
    const rest = this.#plain({ ...node, value: others }, name);
    return intersectionOf([type, ...(rest.kind === 'intersection' ? rest.parts : [rest])]);
  }

  #plain(node: Node, name: string): Type {
    const { value } = node;
    const kinds = kindsOf(value);
    if (kinds.length === 0 && (this.#isExact || impliedKind(value) === undefined))
      return constrained({ kind: 'any' }, untypedConditions(this, node, name));
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
        if (isBinary(value)) return { kind: 'bytes' };
        return {
          kind: 'string',
          ...encodingFormat(value),
          ...pick(source, node, ['format', 'pattern'], ['minLength', 'maxLength']),
        };
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
      ...this.#contained(node, name),
    };
  }

  #contained(node: Node, name: string): Pick<ArrayType, 'contains'> {
    const contained = this.source.child(node, 'contains');
    if (contained === undefined) return {};
    const [min, max] = ['minContains', 'maxContains'].map((key) => this.source.number(node, key));
    const type = this.use(contained, `${singular(name)}Contained`);
    return { contains: { type, ...(min !== undefined && { min }), ...(max !== undefined && { max }) } };
  }

  field(key: string, node: Node, required: boolean, owner: string): Field {
    const type = this.use(node, `${owner}${pascalCase(key)}`);
    const defaultValue = get(node.value, 'default');
    const is = (flag: 'readOnly' | 'writeOnly') => get(node.value, flag) === true || this.#targetIs(node, flag);
    return {
      name: key,
      type,
      required,
      ...(get(node.value, undeclared) === true && { undeclared: true }),
      ...(defaultValue !== undefined && { default: defaultValue }),
      ...(is('readOnly') && { readOnly: true }),
      ...(is('writeOnly') && { writeOnly: true }),
      ...fieldNotesOf(node.value),
    };
  }

  #targetIs(node: Node, flag: 'readOnly' | 'writeOnly'): boolean {
    return get(node.value, '$ref') !== undefined && get(this.source.follow(node).value, flag) === true;
  }

  #union(node: Node, name: string): Type {
    const key = 'oneOf' in node.value ? 'oneOf' : 'anyOf';
    const options = this.source
      .entries(node, key)
      .filter(([, option]) => !isOnlyNull(option.value))
      .map(([index, option]) => [index, withRequired(option)] as const);
    const open = openEnum(
      node.value,
      options.map(([, option]) => option.value),
    );
    if (open !== undefined) return open;
    const [only] = options;
    if (only === undefined) return { kind: 'never' };
    if (options.length === 1) return this.type(only[1], name);
    const constants = enumOfConstants(
      node.value,
      options.map(([, option]) => option.value),
    );
    if (constants !== undefined) return constants;
    const types = options.map(([index, option]) => this.use(option, `${name}${optionName(option, index)}`));
    const discriminator = discriminatorOf(this.source, node, types);
    return {
      kind: 'union',
      options: types,
      ...(discriminator && { discriminator }),
      ...(key === 'oneOf' && { exclusive: true }),
    };
  }
}

/** Whether a schema has no value but `null`, which makes a union nullable and is no option of it. */
function isOnlyNull(schema: JsonObject): boolean {
  const [type, values] = [get(schema, 'type'), get(schema, 'enum')];
  const isOnly = (list: readonly Json[], only: Json): boolean => list.length > 0 && list.every((one) => one === only);
  return (
    isOnly(isArray(type) ? type : [type ?? ''], 'null') ||
    (isArray(values) && isOnly(values, null)) ||
    get(schema, 'const') === null
  );
}

/** Whether a type has values of every kind, `null` among them. */
function isAny(type: Type): boolean {
  return type.kind === 'any' || type.kind === 'condition' || (type.kind === 'union' && type.options.some(isAny));
}

/** Whether no condition of a type excludes `null`. */
function isOpenToNull(type: Type): boolean {
  const parts = type.kind === 'intersection' ? type.parts : [];
  const conditions = [
    ...parts.filter((part) => part.kind === 'condition'),
    ...(type.kind === 'record' || type.kind === 'map' ? (type.conditions ?? []) : []),
    ...(type.kind === 'condition' ? [type] : []),
  ];
  return conditions.every((condition) => fitsType(null, condition) !== false);
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

const typeNames: ReadonlySet<unknown> = new Set(['string', 'integer', 'number', 'boolean', 'array', 'object', 'file']);

/** Returns the names of the types, without those that no specification defines, which the linter reports. */
function kindsOf(value: JsonObject): readonly string[] {
  const type = get(value, 'type');
  if (type === 'null' || (isArray(type) && type.length > 0 && type.every((entry) => entry === 'null'))) return ['null'];
  return (isArray(type) ? type : [type]).filter((entry) => typeNames.has(entry)).map(String);
}
