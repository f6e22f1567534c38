/**
 * Input variants: a schema with properties that only responses or only requests have becomes two schemas, `X` for
 * responses and `XInput` for requests.
 */
import {
  referencesOf,
  typesOf,
  type Discriminator,
  type MapType,
  type Operation,
  type RecordType,
  type Type,
} from '../ir/index.js';
import { completeRecords } from './inherited-fields.js';
import type { NamedSchemas, UngroupedSchema } from './named-schemas.js';
import type { Operations } from './operations.js';
import type { Source } from './source.js';

/**
 * Adds the input variants to the schemas. The requests of webhooks are sent by servers, as responses are.
 *
 * @returns the operations, whose requests refer to the input variants, and the webhooks
 */
export function withInputVariants(
  schemas: NamedSchemas,
  { operations, webhooks }: Operations,
  source: Source,
): Operations {
  const affected = affectedSchemas(schemas.all());
  if (affected.size === 0) return { operations, webhooks };
  const inputs = affectedIn(operations.flatMap(requestTypes), schemas, affected);
  const outputs = affectedIn([...operations.flatMap(responseTypes), ...webhooks.flatMap(typesOf)], schemas, affected);
  const names = new Map([...inputs].map((name) => [name, schemas.reserve(`${name}Input`)]));
  const asInput = (type: Type) => variantOf(type, 'readOnly', (name) => names.get(name) ?? name);
  const asOutput = (type: Type) => variantOf(type, 'writeOnly', (name) => name);
  for (const schema of schemas.all()) {
    const input = names.get(schema.name);
    if (input !== undefined) schemas.replace({ ...schema, name: input, type: asInput(schema.type) });
    if (outputs.has(schema.name)) schemas.replace({ ...schema, type: asOutput(schema.type) });
  }
  // A base without the fields of its direction may be no record any more.
  completeRecords(schemas, source);
  const withInputs = operations.map((operation) => ({
    ...operation,
    parameters: operation.parameters.map((parameter) => ({ ...parameter, type: asInput(parameter.type) })),
    ...(operation.body && {
      body: {
        ...operation.body,
        content: operation.body.content.map((content) => ({ ...content, type: asInput(content.type) })),
      },
    }),
  }));
  return { operations: withInputs, webhooks };
}

/** Returns the names of the schemas that have such a property, directly or in a schema that they refer to. */
function affectedSchemas(schemas: readonly UngroupedSchema[]): ReadonlySet<string> {
  const users = new Map<string, string[]>();
  const affected = new Set<string>();
  for (const { name, type } of schemas) {
    for (const used of referencesOf(type)) users.set(used, [...(users.get(used) ?? []), name]);
    if (type.kind === 'record' && type.fields.some(({ readOnly, writeOnly }) => readOnly ?? writeOnly)) {
      affected.add(name);
    }
  }
  // Iteration over a Set includes the entries added meanwhile.
  for (const name of affected) users.get(name)?.forEach((user) => affected.add(user));
  return affected;
}

/** Returns the affected schemas that the types contain. */
function affectedIn(types: readonly Type[], schemas: NamedSchemas, affected: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set(types.flatMap(referencesOf).filter((name) => affected.has(name)));
  for (const name of found) {
    const type = schemas.get(name)?.type;
    for (const used of type === undefined ? [] : referencesOf(type)) if (affected.has(used)) found.add(used);
  }
  return found;
}

function requestTypes({ parameters, body }: Operation): readonly Type[] {
  return [...parameters, ...(body?.content ?? [])].map(({ type }) => type);
}

function responseTypes(operation: Operation): readonly Type[] {
  return typesOf({ ...operation, parameters: [], body: { required: false, content: [] } });
}

const anyObject: Type = { kind: 'map', values: { kind: 'any' } };

/** Returns the type without the fields of the other direction. */
function variantOf(type: Type, without: 'readOnly' | 'writeOnly', nameOf: (name: string) => string): Type {
  const of = <T extends Type>(inner: T): Type => variantOf(inner, without, nameOf);
  const renamed = (discriminator: Discriminator): Discriminator => ({
    ...discriminator,
    mapping: discriminator.mapping.map(({ value, schema }) => ({ value, schema: nameOf(schema) })),
  });
  const patterns = ({ patterns: all }: MapType | RecordType) =>
    all && { patterns: all.map(({ pattern, type: inner }) => ({ pattern, type: of(inner) })) };
  switch (type.kind) {
    case 'reference':
      return { ...type, name: nameOf(type.name) };
    case 'array':
      return { ...type, items: of(type.items), ...(type.prefixItems && { prefixItems: type.prefixItems.map(of) }) };
    case 'map':
      return { ...type, values: of(type.values), ...patterns(type) };
    case 'union':
      return {
        ...type,
        options: type.options.map(of),
        ...(type.discriminator && { discriminator: renamed(type.discriminator) }),
      };
    case 'intersection':
      return { ...type, parts: type.parts.map(of) };
    case 'record': {
      const fields = type.fields
        .filter((field) => field[without] === undefined)
        .map(({ writeOnly: _writeOnly, ...field }) => ({ ...field, type: of(field.type) }));
      // A record without fields would be an empty object; without its fields, this one allows anything.
      if (fields.length + type.bases.length === 0 && type.fields.length > 0 && type.rest === undefined)
        return anyObject;
      // Clients often send back what they received, with the properties of the other direction.
      const { closed, ...open } = type;
      return {
        ...open,
        ...(closed && fields.length === type.fields.length && { closed }),
        bases: type.bases.map(nameOf),
        fields,
        ...(type.rest && { rest: of(type.rest) }),
        ...patterns(type),
        ...(type.discriminator && { discriminator: renamed(type.discriminator) }),
      };
    }
    default:
      // Each position has a type object of its own.
      return { ...type };
  }
}
