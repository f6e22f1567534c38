/** Discriminators of schemas that others extend: `allOf` with a base that has a `discriminator`. */
import type { Discriminator, EnumType, Field, RecordType, Type } from '../ir/index.js';
import { declaredDiscriminator, implicitValue, withNames } from './discriminator.js';
import type { NamedSchemas, UngroupedSchema } from './named-schemas.js';
import type { Node, Source } from './source.js';

/** Adds the discriminator to each such base, and the values of the property to the schemas that extend it. */
export function readInheritance(
  definitions: readonly (readonly [string, Node])[],
  schemas: NamedSchemas,
  source: Source,
): void {
  const declared = definitions.flatMap(([name, node]) => {
    const discriminator = declaredDiscriminator(source, node);
    return discriminator === undefined ? [] : [[name, discriminator] as const];
  });
  if (declared.length === 0) return;
  const children = childrenOf(schemas);
  const nodes = new Map(definitions);
  const valueOf = (name: string): string => implicitValue(nodes.get(name)?.value, name);
  for (const [name, { property, mapping }] of declared) {
    const schema = schemas.get(name);
    const descendants = descendantsOf(name, children);
    if (schema?.type.kind !== 'record' || descendants.length === 0) continue;
    // Without a mapping, the name of the base is a value as well. A mapping that leaves the base out excludes it.
    const isInstance = mapping.length === 0 || mapping.some((one) => one.schema === name);
    const names = isInstance ? [...descendants, name] : descendants;
    const field = fieldOf(schema.type, property, schemas, new Set());
    // A name that the property excludes is no value of it: the document says nothing about that schema.
    const all = withNames(mapping, names, valueOf).filter(
      (one) => names.includes(one.schema) && (field === undefined || !excludes(field.type, one.value, schemas)),
    );
    for (const descendant of descendants) {
      const own = new Set([descendant, ...descendantsOf(descendant, children)]);
      const values = all.flatMap((one) => (own.has(one.schema) ? [one.value] : []));
      const child = schemas.get(descendant);
      if (child?.type.kind === 'record') schemas.replace(withLiteral(child, child.type, property, values, schemas));
    }
    schemas.replace(withDiscriminator(schema, schema.type, { property, mapping: all }));
  }
}

function withDiscriminator(schema: UngroupedSchema, type: RecordType, discriminator: Discriminator): UngroupedSchema {
  return { ...schema, type: { ...type, discriminator } };
}

/** Limits the property to these values, unless its type says so already, or excludes them. */
function withLiteral(
  schema: UngroupedSchema,
  type: RecordType,
  property: string,
  values: readonly string[],
  schemas: NamedSchemas,
): UngroupedSchema {
  const field = fieldOf(type, property, schemas, new Set());
  if (field === undefined || values.length === 0 || !allows(field.type, values, schemas)) return schema;
  const literal: EnumType = { kind: 'enum', of: 'string', open: false, values: values.map((value) => ({ value })) };
  const limited = { ...field, type: literal };
  const fields = type.fields.filter(({ name }) => name !== property);
  return { ...schema, type: { ...type, fields: [limited, ...fields] } };
}

/** Whether a type is that of strings, among them these values and others. */
function allows(type: Type, values: readonly string[], schemas: NamedSchemas): boolean {
  if (type.kind === 'reference') {
    const target = schemas.get(type.name);
    return target !== undefined && target.type.kind !== 'reference' && allows(target.type, values, schemas);
  }
  if (type.kind !== 'enum') return type.kind === 'string' || type.kind === 'any';
  return type.open || values.every((value) => type.values.some((one) => one.value === value));
}

/** Whether a type is an enum without this value. */
function excludes(type: Type, value: string, schemas: NamedSchemas): boolean {
  if (type.kind !== 'reference') return type.kind === 'enum' && !allows(type, [value], schemas);
  const target = schemas.get(type.name)?.type;
  return target !== undefined && target.kind !== 'reference' && excludes(target, value, schemas);
}

function fieldOf(type: RecordType, name: string, schemas: NamedSchemas, seen: Set<RecordType>): Field | undefined {
  const own = type.fields.find((field) => field.name === name);
  if (own !== undefined || seen.has(type)) return own;
  seen.add(type);
  for (const base of [...type.bases].reverse()) {
    const target = schemas.get(base)?.type;
    const field = target?.kind === 'record' ? fieldOf(target, name, schemas, seen) : undefined;
    if (field !== undefined) return field;
  }
  return undefined;
}

function childrenOf(schemas: NamedSchemas): ReadonlyMap<string, readonly string[]> {
  const children = new Map<string, string[]>();
  for (const { name, named, type } of schemas.all()) {
    if (!named || type.kind !== 'record') continue;
    for (const base of type.bases) children.set(base, [...(children.get(base) ?? []), name]);
  }
  return children;
}

/** Returns the schemas that extend a schema, directly or not. */
function descendantsOf(name: string, children: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const found = new Set(children.get(name));
  // Iteration over a Set includes the entries added meanwhile.
  for (const child of found) for (const next of children.get(child) ?? []) found.add(next);
  found.delete(name);
  return [...found];
}
