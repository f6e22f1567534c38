/** The fields of a form by name, of any schema of objects. */
import { any, type Schema } from '@lading/runtime-wire';

interface FormFields {
  readonly named: Readonly<Record<string, Schema>>;
  /** The schema of all other fields. */
  readonly rest: Schema;
}

export function fieldsOf(schema: Schema, depth = 0): FormFields {
  // Objects that contain themselves as an alternative have no further fields.
  if (depth > 20) return { named: {}, rest: any };
  switch (schema.kind) {
    case 'ref':
      return fieldsOf(schema.to(), depth + 1);
    case 'nullable':
      return fieldsOf(schema.of, depth + 1);
    case 'union':
      return merged(schema.options, depth);
    case 'intersection':
      return merged(schema.parts, depth);
    case 'object': {
      const named = Object.entries(schema.fields).map(([name, field]) => [name, field.schema] as const);
      return { named: Object.fromEntries(named), rest: schema.rest ?? any };
    }
    case 'map':
      return { named: {}, rest: schema.values };
    default:
      return { named: {}, rest: any };
  }
}

function merged(schemas: readonly Schema[], depth: number): FormFields {
  const named = new Map<string, Schema[]>();
  for (const schema of schemas) {
    for (const [name, field] of Object.entries(fieldsOf(schema, depth + 1).named)) {
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
  };
}
