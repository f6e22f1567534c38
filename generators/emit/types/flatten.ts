/** Records with bases: whether an interface can extend the bases, and all fields if it cannot. */
import {
  schemaNamed,
  type Api,
  type Field,
  type PropertyPattern,
  type RecordType,
  type Type,
} from '../../emitter/index.js';

/**
 * Tells whether an interface can extend all bases: they are records and no unions of their variants, none of their fields is
 * redefined, and the record is not its own base.
 */
export function isExtendable(type: RecordType, name: string, api: Api): boolean {
  if (type.bases.length === 0) return true;
  const inherited = new Set<string>();
  for (const base of type.bases) {
    const schema = record(base, api);
    if (schema === undefined || reaches(base, name, api) || variantsOf(schema, base, api).length > 0) return false;
    // Its type has no properties at all.
    if (schema.fields.length === 0 && schema.bases.length === 0) return false;
    const { fields, patterns, rests } = flattened(schema, api);
    // A property of the record may have a name that the index signatures of the base match, and another type.
    if (patterns.length > 0 || rests.some(({ kind }) => kind !== 'any')) return false;
    for (const field of fields) {
      if (inherited.has(field.name)) return false;
      inherited.add(field.name);
    }
  }
  return !type.fields.some((field) => inherited.has(field.name));
}

/**
 * Returns the schemas of which a value of a record is one, by its discriminator: those that extend it, and itself if the document
 * maps a value to it.
 */
export function variantsOf({ discriminator }: RecordType, name: string, api: Api): readonly string[] {
  const names = [...new Set(discriminator?.mapping.map(({ schema }) => schema))];
  const variants = names.filter((variant) => record(variant, api) !== undefined);
  return variants.some((variant) => variant !== name) ? variants : [];
}

interface FlattenedType {
  readonly fields: readonly Field[];
  /** The types of the values of unknown keys. A value is of all of them. */
  readonly rests: readonly Type[];
  readonly patterns: readonly PropertyPattern[];
}

/** Returns the fields of a record and of all its bases; the nearest definition of a field takes precedence. */
export function flattened(type: RecordType, api: Api): FlattenedType {
  const fields = new Map<string, Field>();
  const path = new Set<string>();
  const patterns: PropertyPattern[] = [];
  const rests = new Set<Type>();
  const add = (one: RecordType): void => {
    if (one.rest !== undefined) rests.add(one.rest);
    patterns.push(...(one.patterns ?? []));
    for (const base of one.bases) {
      const schema = path.has(base) ? undefined : record(base, api);
      if (schema === undefined) continue;
      path.add(base);
      add(schema);
      path.delete(base);
    }
    for (const field of one.fields) fields.set(field.name, field);
  };
  add(type);
  return { fields: [...fields.values()], rests: [...rests], patterns };
}

function reaches(from: string, name: string, api: Api): boolean {
  const reached = new Set([from]);
  // Iteration over a Set includes the entries added meanwhile.
  for (const one of reached) for (const base of record(one, api)?.bases ?? []) reached.add(base);
  return reached.has(name);
}

function record(name: string, api: Api): RecordType | undefined {
  const type = schemaNamed(api, name)?.type;
  return type?.kind === 'record' ? type : undefined;
}
