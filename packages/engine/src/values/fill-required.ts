/** Completes values that a request has left out, where the schema of the response requires them. */
import type { ParameterContract } from '@lading/server';

/** The schema of a value in the contract. */
export type ValueSchema = ParameterContract['schema'];

/** Returns the value with what is missing in it. The value itself does not change. */
type Fill = (value: unknown) => unknown;

const fills = new WeakMap<ValueSchema, Fill>();

/**
 * Fills each required property that is missing with its zero value, as engines do, at every depth.
 *
 * @param schema that of the response
 */
export function fillRequired<T>(schema: ValueSchema, value: unknown): T {
  return fillOf(schema)(value) as T;
}

function fillOf(schema: ValueSchema): Fill {
  let fill = fills.get(schema);
  if (fill === undefined) {
    // A schema may contain itself: until its own function exists, its parts find this one.
    fills.set(schema, (value) => fill?.(value));
    fill = createFill(schema);
    fills.set(schema, fill);
  }
  return fill;
}

const unchanged: Fill = (value) => value;

function createFill(schema: ValueSchema): Fill {
  switch (schema.kind) {
    case 'ref':
      return fillOf(schema.to());
    case 'nullable': {
      const fill = fillOf(schema.of);
      return (value) => (value === null || value === undefined ? null : fill(value));
    }
    case 'object':
      return fillObject(schema);
    case 'map': {
      const fill = fillOf(schema.values);
      return (value) => Object.fromEntries(Object.entries(value ?? {}).map(([key, each]) => [key, fill(each)]));
    }
    case 'array': {
      const fill = fillOf(schema.items);
      return (value) => ((value ?? []) as readonly unknown[]).map(fill);
    }
    case 'string':
      return (value) => value ?? '';
    case 'enum': {
      const zero = schema.open ? '' : schema.values[0];
      return (value) => value ?? zero;
    }
    case 'integer':
    case 'number':
      return (value) => value ?? 0;
    case 'boolean':
      return (value) => value ?? false;
    default:
      return unchanged;
  }
}

function fillObject({ fields }: Extract<ValueSchema, { readonly kind: 'object' }>): Fill {
  const parts = Object.entries(fields).map(([name, { schema, required }]) => ({
    name,
    required,
    fill: fillOf(schema),
  }));
  return (value) => {
    const filled: Record<string, unknown> = { ...(value as object | undefined) };
    for (const { name, required, fill } of parts)
      if (required || filled[name] !== undefined) filled[name] = fill(filled[name]);
    return filled;
  };
}

/** Removes null properties, which mean the same as absent ones in requests. */
export function withoutUnset(given: object): object {
  return Object.fromEntries(
    Object.entries(given)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => [name, withoutUnsetDeep(value)]),
  );
}

function withoutUnsetDeep(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUnsetDeep);
  return typeof value === 'object' && value !== null ? withoutUnset(value) : value;
}
