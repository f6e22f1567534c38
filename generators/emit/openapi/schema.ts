/** A type → a schema of OpenAPI 3.1 (JSON Schema 2020-12). */
import {
  unambiguousValues,
  type ConditionType,
  type ContainedItems,
  type Discriminator,
  type EnumType,
  type Field,
  type Json,
  type JsonObject,
  type MapType,
  type RecordType,
  type Type,
} from '../../emitter/index.js';
import { notesJson } from './notes.js';

export function schemaOf(type: Type): JsonObject {
  switch (type.kind) {
    case 'string':
    case 'integer':
    case 'number': {
      const { kind, nullable: _nullable, ...constraints } = type;
      const { sentinels, ...rest } = constraints as typeof constraints & { sentinels?: readonly number[] };
      const { format, ...others } = rest;
      return {
        type: kinds(kind, type),
        ...(format !== undefined && /^base\d\d$/.test(format)
          ? { ...(others as JsonObject), contentEncoding: format }
          : (rest as JsonObject)),
        ...(sentinels && { 'x-lading-sentinels': sentinels }),
      };
    }
    case 'boolean':
      return { type: kinds('boolean', type) };
    case 'bytes':
      return { type: 'string', format: 'binary' };
    case 'any':
      return {};
    case 'condition':
      return conditionSchema(type);
    case 'enum':
      return enumSchema(type);
    case 'array':
      return {
        type: kinds('array', type),
        ...(type.prefixItems && { prefixItems: type.prefixItems.map(schemaOf) }),
        // Items of every kind are not written: `unevaluatedItems` around them takes them for described.
        ...(type.items.kind !== 'any' && { items: constraintSchema(type.items) }),
        ...(type.minItems !== undefined && { minItems: type.minItems }),
        ...(type.maxItems !== undefined && { maxItems: type.maxItems }),
        ...(type.uniqueItems && { uniqueItems: true }),
        ...(type.contains && containsSchema(type.contains)),
      };
    case 'map':
      return {
        type: kinds('object', type),
        ...(type.required && { required: [...type.required] }),
        ...valuesSchema(type.values),
        ...objectConstraints(type),
      };
    case 'record':
      return recordSchema(type);
    case 'reference': {
      const reference = { $ref: `#/components/schemas/${pointerSegment(type.name)}` };
      return type.nullable ? { oneOf: [reference, { type: 'null' }] } : reference;
    }
    case 'union':
      return {
        [type.exclusive ? 'oneOf' : 'anyOf']: [
          ...type.options.map(schemaOf),
          ...(type.nullable ? [{ type: 'null' }] : []),
        ],
        ...discriminatorSchema(type.discriminator),
      };
    case 'intersection': {
      const { parts, unevaluatedProperties, unevaluatedItems } = type;
      const all = {
        allOf: parts.map(schemaOf),
        ...(unevaluatedProperties && { unevaluatedProperties: constraintSchema(unevaluatedProperties) }),
        ...(unevaluatedItems && { unevaluatedItems: constraintSchema(unevaluatedItems) }),
      };
      return type.nullable ? { oneOf: [all, { type: 'null' }] } : all;
    }
    case 'never':
      return type.nullable ? { type: 'null' } : { not: {} };
  }
}

function conditionSchema({ if: tested, then, else: otherwise }: ConditionType): JsonObject {
  if (then?.kind === 'never' && otherwise === undefined) return { not: schemaOf(tested) };
  return {
    if: schemaOf(tested),
    ...(then && { then: constraintSchema(then) }),
    ...(otherwise && { else: constraintSchema(otherwise) }),
  };
}

function containsSchema({ type, min, max }: ContainedItems): JsonObject {
  return {
    contains: schemaOf(type),
    ...(min !== undefined && { minContains: min }),
    ...(max !== undefined && { maxContains: max }),
  };
}

function constraintSchema(type: Type): Json {
  return type.kind === 'never' && !type.nullable ? false : schemaOf(type);
}

/** Returns the schema of a field or parameter: its type, its notes, its default. */
export function fieldSchema(field: Field): JsonObject {
  const { default: standard } = field;
  return {
    ...schemaOf(field.type),
    ...notesJson(field),
    ...(field.readOnly && { readOnly: true }),
    ...(field.writeOnly && { writeOnly: true }),
    ...(standard !== undefined && { default: standard as Json }),
  };
}

function recordSchema(type: RecordType): JsonObject {
  const { unevaluated } = type;
  const declared = type.fields.filter((field) => !field.undeclared);
  const required = [...type.fields.filter((field) => field.required).map(({ name }) => name), ...(type.required ?? [])];
  const own: JsonObject = {
    type: kinds('object', type),
    ...(required.length > 0 && { required }),
    ...(declared.length > 0 && {
      properties: Object.fromEntries(declared.map((field) => [field.name, fieldSchema(field)])),
    }),
    ...(type.rest
      ? { additionalProperties: schemaOf(type.rest) }
      : ((type.fields.length === 0 && type.bases.length === 0) || type.closed) && { additionalProperties: false }),
    ...objectConstraints(type),
    ...discriminatorSchema(type.discriminator),
  };
  if (type.bases.length === 0)
    return { ...own, ...(unevaluated && { unevaluatedProperties: constraintSchema(unevaluated) }) };
  const bases = type.bases.map((name) => ({ $ref: `#/components/schemas/${pointerSegment(name)}` }));
  const rest = Object.keys(own).length > 1 ? [own] : [];
  return {
    allOf: [...bases, ...rest],
    ...(unevaluated && { unevaluatedProperties: constraintSchema(unevaluated) }),
  };
}

function valuesSchema(values: Type): JsonObject {
  if (values.kind === 'any') return {};
  return { additionalProperties: values.kind === 'never' && !values.nullable ? false : schemaOf(values) };
}

function objectConstraints({
  minProperties,
  maxProperties,
  propertyNames,
  patterns,
  conditions,
}: MapType | RecordType): JsonObject {
  return {
    ...(minProperties !== undefined && { minProperties }),
    ...(maxProperties !== undefined && { maxProperties }),
    ...(propertyNames && { propertyNames: schemaOf(propertyNames) }),
    ...(conditions && { allOf: conditions.map(conditionSchema) }),
    ...(patterns && {
      patternProperties: Object.fromEntries(patterns.map(({ pattern, type }) => [pattern, schemaOf(type)])),
    }),
  };
}

function discriminatorSchema(discriminator: Discriminator | undefined): JsonObject {
  if (discriminator === undefined) return {};
  const targets = unambiguousValues(discriminator).map(
    ({ value, schema }) => [value, `#/components/schemas/${pointerSegment(schema)}`] as const,
  );
  // Schemas that share a value have it as a constant, which tells it without a mapping.
  const isWhole = targets.length === discriminator.mapping.length;
  const mapping = isWhole || targets.length > 0 ? { mapping: Object.fromEntries(targets) } : {};
  return { discriminator: { propertyName: discriminator.property, ...mapping } };
}

function enumSchema(type: EnumType): JsonObject {
  const values = type.values.map(({ value }) => value as Json);
  const words = type.values.filter(({ description }) => description !== undefined);
  const described = words.length > 0 && {
    'x-enumDescriptions': Object.fromEntries(words.map(({ value, description }) => [String(value), description ?? ''])),
  };
  if (!type.open)
    return {
      ...(type.of !== 'mixed' && { type: kinds(type.of, type) }),
      enum: [...values, ...(type.nullable ? [null] : [])],
      ...described,
    };
  const more: Json[] = [{ type: type.of, enum: values }, { type: type.of }];
  return { anyOf: [...more, ...(type.nullable ? [{ type: 'null' }] : [])], ...described };
}

function kinds(kind: string, { nullable }: { readonly nullable?: true }): Json {
  return nullable ? [kind, 'null'] : kind;
}

// A lone surrogate has no percent encoding; it remains unchanged, and readers do not decode it.
function pointerSegment(name: string): string {
  return name
    .replaceAll('~', '~0')
    .replaceAll('/', '~1')
    .replace(/\P{Cs}+/gu, encodeURIComponent);
}
