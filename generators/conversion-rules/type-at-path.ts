/** Finds the type at the path of a conversion rule. */
import { schemaNamed, type Api, type Type } from '../ir/index.js';

/** Returns the type at the path, or `undefined` if the version has none there. */
export function typeAt(api: Api, root: Type, segments: readonly string[]): Type | undefined {
  return segments.reduce<Type | undefined>((type, segment) => type && step(api, type, segment), root);
}

/** Resolves references, unions and intersections: returns the types that a value may have. */
export function expand(api: Api, type: Type, seen: ReadonlySet<string> = new Set()): readonly Type[] {
  if (type.kind === 'union') return type.options.flatMap((option) => expand(api, option, seen));
  if (type.kind === 'intersection') return type.parts.flatMap((part) => expand(api, part, seen));
  if (type.kind !== 'reference') return [type];
  const schema = schemaNamed(api, type.name);
  return schema === undefined || seen.has(type.name) ? [] : expand(api, schema.type, new Set([...seen, type.name]));
}

/** Returns the path of the object whose properties are beside a place: its record, or the item if the path ends in brackets. */
export function beside(segments: readonly string[]): readonly string[] {
  const last = segments.at(-1);
  return last === '[]' || last === '{}' ? segments : segments.slice(0, -1);
}

function step(api: Api, type: Type, segment: string): Type | undefined {
  for (const each of expand(api, type)) {
    const found = propertyType(api, each, segment);
    if (found !== undefined) return found;
  }
  return undefined;
}

function propertyType(api: Api, type: Type, segment: string): Type | undefined {
  if (type.kind === 'array') return segment === '[]' ? type.items : undefined;
  if (type.kind === 'map') return segment === '{}' ? type.values : undefined;
  if (type.kind !== 'record') return undefined;
  return type.fields.find(({ name }) => name === segment)?.type ?? inherited(api, type.bases, segment, new Set());
}

function inherited(api: Api, bases: readonly string[], segment: string, seen: Set<string>): Type | undefined {
  for (const base of bases) {
    const schema = schemaNamed(api, base);
    if (schema?.type.kind !== 'record' || seen.has(base)) continue;
    seen.add(base);
    const field = schema.type.fields.find(({ name }) => name === segment);
    const type = field?.type ?? inherited(api, schema.type.bases, segment, seen);
    if (type !== undefined) return type;
  }
  return undefined;
}
