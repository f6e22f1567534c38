/** Options of a discriminated union: whether the literal of the discriminator narrows them. */
import { schemaNamed, type Api, type Type } from '../../emitter/index.js';
import { flattened } from './flatten.js';

/** Tells whether the property may have these values and others; a schema that excludes a value contradicts the mapping. */
export function isNarrowedBy(option: Type, property: string, values: readonly string[], api: Api): boolean {
  const type = resolved(option, api);
  if (type?.kind === 'intersection') return type.parts.every((part) => isNarrowedBy(part, property, values, api));
  if (type?.kind === 'map') return false;
  if (type?.kind !== 'record')
    return type?.kind === 'union' && type.options.every((one) => isNarrowedBy(one, property, values, api));
  const field = flattened(type, api).fields.find(({ name }) => name === property);
  if (field === undefined) return true;
  const value = resolved(field.type, api);
  if (value?.kind !== 'enum') return value?.kind === 'string' || value?.kind === 'any';
  if (value.open) return true;
  return (
    value.values.length > values.length && values.every((one) => value.values.some((other) => other.value === one))
  );
}

function resolved(type: Type, api: Api, seen: ReadonlySet<string> = new Set()): Type | undefined {
  if (type.kind !== 'reference') return type;
  if (seen.has(type.name)) return undefined;
  const schema = schemaNamed(api, type.name);
  return schema && resolved(schema.type, api, new Set([...seen, type.name]));
}
