/** The parts of an intersection as one schema. */
import type { EnumSchema, Field, MapSchema, ObjectSchema, Schema, ReferenceSchema } from '@lading/runtime-wire';

/**
 * One schema instead of several: objects have the properties of all, an enum or the first union restricts the rest, and scalars have the limits of all.
 */
export function mergedParts(parts: readonly Schema[]): Schema {
  const all = parts.flatMap((part): readonly Schema[] =>
    part.kind === 'intersection' ? part.parts.map(resolved) : [part],
  );
  // What a condition adds to the values of one type, it adds here, too.
  const flat = all
    .flatMap((part): readonly Schema[] => {
      if (part.kind === 'condition') return isTypeTest(part.if) && part.then ? [resolved(part.then)] : [];
      return part.kind === 'any' ? [] : [part];
    })
    .filter(hasKindOf(all));
  const [first, ...others] = flat;
  if (first === undefined) return { kind: 'any' };
  if (others.length === 0) return first;
  const union = flat.find((part) => part.kind === 'union');
  if (union !== undefined) {
    const rest = flat.filter((part) => part !== union);
    return { ...union, options: union.options.map((option) => mergedParts([...rest, resolved(option)])) };
  }
  if (flat.every((part) => part.kind === 'nullable'))
    return { kind: 'nullable', of: { kind: 'intersection', parts: flat.map(({ of }) => resolved(of)) } };
  if (flat.some((part) => part.kind === 'nullable'))
    return { kind: 'intersection', parts: flat.map((part) => (part.kind === 'nullable' ? resolved(part.of) : part)) };
  const objects = flat.filter((part) => part.kind === 'object');
  if (objects.length > 0)
    return flat.every(({ kind }) => kind === 'object' || kind === 'map')
      ? mergedObjects(
          objects,
          flat.filter((part) => part.kind === 'map'),
        )
      : { kind: 'never' };
  const enums = flat.filter((part) => part.kind === 'enum');
  const kinds = new Set(flat.map(({ kind }) => (kind === 'number' ? 'integer' : kind)));
  kinds.delete('enum');
  if (kinds.size > 1) return { kind: 'never' };
  if (enums.length > 0) return commonEnum(enums, [...kinds]);
  const arrays = flat.filter((part) => part.kind === 'array');
  const items = arrays.map((part) => resolved(part.items));
  const patterns = new Set(flat.flatMap((part) => (part.kind === 'string' ? (part.pattern ?? []) : [])));
  return Object.assign(
    {},
    ...flat,
    arrays.length > 0 && { items: { kind: 'intersection', parts: items } },
    patterns.size > 1 && { pattern: commonPattern(...patterns) },
  ) as Schema;
}

/** A pattern of strings that match all patterns. They are made by the first one. */
function commonPattern(first = '', ...others: readonly string[]): string {
  return `^${others.map((other) => `(?=[^]*?(?:${other}))`).join('')}(?:${first})`;
}

/** Whether a schema only names a type. */
function isTypeTest(schema: Schema): boolean {
  return Object.keys(schema).length === 1;
}

/** A condition on another type than that of the other parts does not concern their values. */
function hasKindOf(all: readonly Schema[]): (part: Schema) => boolean {
  const others = all.filter(({ kind }) => kind !== 'condition' && kind !== 'any');
  const kinds = new Set(others.map(({ kind }) => kindFor(kind)));
  return (part) => others.includes(part) || kinds.size === 0 || kinds.has(kindFor(part.kind));
}

function kindFor(kind: Schema['kind']): Schema['kind'] {
  return kind === 'number' ? 'integer' : kind === 'map' ? 'object' : kind;
}

/** The constants that all enums have. @param kinds those of the other parts */
function commonEnum(enums: readonly EnumSchema[], kinds: readonly string[]): Schema {
  const texts = enums.map(({ values }) => new Set(values.map((value) => JSON.stringify(value))));
  const values = enums
    .flatMap(({ values: all }) => all)
    .filter((value) => texts.every((set) => set.has(JSON.stringify(value))))
    .filter((value) => kinds.every((kind) => kind === kindOf(value)));
  return values.length === 0 ? { kind: 'never' } : { kind: 'enum', values, open: false };
}

/** The kind of schema that a constant fits. */
function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' ? 'integer' : typeof value;
}

function mergedObjects(objects: readonly ObjectSchema[], maps: readonly MapSchema[]): Schema {
  const fields = new Map<string, Field>();
  for (const [name, field] of objects.flatMap((object) => Object.entries(object.fields))) {
    const previous = fields.get(name);
    if (previous === undefined || previous.schema === field.schema) {
      // The field itself, which may have examples.
      fields.set(
        name,
        previous === undefined || previous.required === field.required ? field : { ...field, required: true },
      );
      continue;
    }
    const parts = [resolved(previous.schema), resolved(field.schema)];
    fields.set(name, { schema: { kind: 'intersection', parts }, required: field.required || previous.required });
  }
  const rests = objects.flatMap(({ rest }) => rest ?? []);
  const closed = objects.some(({ rest }) => rest === undefined);
  const constraints = Object.assign({}, ...objects) as ObjectSchema;
  // What a part declares is no property of another one that is closed.
  const isAllowed = (name: string) => objects.every((object) => object.closed !== true || name in object.fields);
  // What a part does not declare is one of its other properties.
  const others = (name: string) => [
    ...objects.flatMap(({ fields: own, rest }) => (name in own ? [] : (rest ?? []))),
    ...maps.map(({ values }) => values),
  ];
  // Nothing fits parts of which one requires what another one forbids.
  if ([...fields].some(([name, { required }]) => required && !isAllowed(name))) return { kind: 'never' };
  const allowed = [...fields]
    .filter(([name]) => isAllowed(name))
    .map(([name, field]) => {
      const parts = [field.schema, ...others(name)].map(resolved);
      const both: Field = parts.length > 1 ? { ...field, schema: { kind: 'intersection', parts } } : field;
      return { name, field: both, isPossible: field.required || haveOneKind(parts) };
    })
    .filter(({ isPossible }) => isPossible)
    .map(({ name, field }) => [name, field] as const);
  const [rest] = closed ? [] : rests;
  const { rest: _, ...shared } = constraints;
  const required = [...new Set([...objects, ...maps].flatMap((part) => part.required ?? []))];
  return { ...shared, fields: Object.fromEntries(allowed), required, ...(rest && { rest }) };
}

/** Whether values may fit all schemas, as far as these state one kind of value each. */
function haveOneKind(parts: readonly Schema[]): boolean {
  const kinds = new Set(parts.map(({ kind }) => kindFor(kind)));
  return kinds.size < 2 || ![...kinds].every((kind) => single.has(kind));
}

const single = new Set<Schema['kind']>(['string', 'integer', 'boolean', 'array', 'object', 'bytes']);

/** Returns a schema that is no reference. */
export function resolved(schema: Schema): Exclude<Schema, ReferenceSchema> {
  return schema.kind === 'ref' ? resolved(schema.to()) : schema;
}

/** Returns a schema that is neither a reference nor nullable. */
export function withoutNull(schema: Schema): Schema {
  const bare = resolved(schema);
  return bare.kind === 'nullable' ? withoutNull(bare.of) : bare;
}

/** An option of an object with its constants, and without what other options require, which `oneOf` may not have too. */
export function withoutOthers(option: Schema, options: readonly Schema[]): Schema {
  const bare = objectIn(option);
  if (bare === undefined) return option;
  const own = requiredIn(bare);
  const names = options.flatMap((other) => {
    const object = other === option ? undefined : objectIn(other);
    return object === undefined ? [] : (requiredIn(object).find((name) => !own.includes(name)) ?? []);
  });
  const fields = Object.entries(bare.fields).filter(([name]) => !names.includes(name));
  const distinct = fields.map(([name, field]): [string, Field] => [
    name,
    isConstant(field.schema) ? { ...field, required: true } : field,
  ]);
  return { ...bare, fields: Object.fromEntries(distinct) };
}

function requiredIn({ fields, required = [] }: ObjectSchema): readonly string[] {
  return [...Object.keys(fields).filter((name) => fields[name]?.required), ...required];
}

/** Whether a property tells the options of a union apart. */
function isConstant(schema: Schema): boolean {
  const bare = resolved(schema);
  return bare.kind === 'enum' && bare.values.length === 1;
}

export function objectIn(schema: Schema): ObjectSchema | undefined {
  const bare = resolved(schema);
  const merged = bare.kind === 'intersection' ? mergedParts(bare.parts.map(resolved)) : bare;
  return merged.kind === 'object' ? merged : undefined;
}

/** An object without properties fits every option of a union that requires none, which is one too many for `oneOf`. */
export function withoutEmpty(option: Schema): Schema {
  const bare = resolved(option);
  const isMaybeEmpty =
    bare.kind === 'object' && Object.keys(bare.fields).length > 0 && bare.maxProperties === undefined;
  return isMaybeEmpty ? { ...bare, minProperties: Math.max(1, bare.minProperties ?? 0) } : option;
}
