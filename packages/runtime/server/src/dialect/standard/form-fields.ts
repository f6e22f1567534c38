/** The fields of a form by name, of any schema of objects. */
import { any, type Schema } from '@lading/runtime-wire';
import { unwrapSchema } from '../../schema/index.js';

interface FormFields {
  readonly named: Readonly<Record<string, Schema>>;
  /** The schema of all other fields. */
  readonly rest: Schema;
  /** The names of the required ones. */
  readonly required: readonly string[];
}

const none: FormFields = { named: {}, rest: any, required: [] };

/**
 * Returns an empty array for each required array that a form does not name: forms have nothing else for it; and an empty object
 * for each required object.
 *
 * @param isSpread whether the properties of an object have pairs of their own, of which an empty one has none
 */
export function emptyValues(
  { named, required }: FormFields,
  names: ReadonlySet<string>,
  isSpread: (name: string) => boolean = () => false,
): [string, unknown][] {
  return required.flatMap((name): [string, unknown][] => {
    const { kind } = unwrapSchema(named[name] ?? any);
    if (names.has(name)) return [];
    if (kind === 'array') return [[name, []]];
    return (kind === 'object' || kind === 'map') && isSpread(name) ? [[name, {}]] : [];
  });
}

export function fieldsOf(schema: Schema, depth = 0): FormFields {
  // Objects that contain themselves as an alternative have no further fields.
  if (depth > 20) return none;
  switch (schema.kind) {
    case 'ref':
      return fieldsOf(schema.to(), depth + 1);
    case 'nullable':
      return fieldsOf(schema.of, depth + 1);
    case 'union':
      return { ...merged(schema.options, depth), required: [] };
    case 'intersection':
      return merged(schema.parts, depth);
    case 'object': {
      const named = Object.entries(schema.fields).map(([name, field]) => [name, field.schema] as const);
      const required = Object.entries(schema.fields).flatMap(([name, field]) => (field.required ? [name] : []));
      return { named: Object.fromEntries(named), rest: schema.rest ?? any, required };
    }
    case 'map':
      return { ...none, rest: schema.values };
    default:
      return none;
  }
}

function merged(schemas: readonly Schema[], depth: number): FormFields {
  const named = new Map<string, Schema[]>();
  const all = schemas.map((schema) => fieldsOf(schema, depth + 1));
  for (const fields of all) {
    for (const [name, field] of Object.entries(fields.named)) {
      named.set(name, [...(named.get(name) ?? []), field]);
    }
  }
  return {
    named: Object.fromEntries(
      [...named].map(([name, fields]) => [
        name,
        fields.length === 1 ? (fields[0] as Schema) : { kind: 'union', options: fields },
      ]),
    ),
    rest: any,
    required: all.flatMap(({ required }) => required),
  };
}
