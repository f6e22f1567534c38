/** Rejects named schemas that are defined only by themselves: no value could ever be validated against them. */
import type { Type } from '../ir/index.js';
import type { UngroupedSchema } from './named-schemas.js';
import type { Source } from './source.js';

/** @throws REFERENCE_CYCLE if references, `allOf`, `oneOf` or `anyOf` lead back to a schema without a property in between */
export function rejectEndlessSchemas(schemas: readonly UngroupedSchema[], source: Source): void {
  const next = new Map(schemas.map(({ name, type }) => [name, immediateReferences(type)]));
  const done = new Set<string>();
  const around = new Set<string>();
  for (const { name } of schemas) {
    // Iterative, because references may form a chain of any length.
    const stack: { readonly name: string; readonly rest: string[] }[] = [];
    const enter = (one: string) => {
      around.add(one);
      stack.push({ name: one, rest: [...(next.get(one) ?? [])] });
    };
    if (!done.has(name)) enter(name);
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const target = top.rest.shift();
      if (target === undefined) {
        stack.pop();
        around.delete(top.name);
        done.add(top.name);
      } else if (around.has(target)) {
        throw endless(
          stack.map((one) => one.name).slice(stack.findIndex((one) => one.name === target)),
          schemas,
          source,
        );
      } else if (!done.has(target)) enter(target);
    }
  }
}

/** Returns the schemas that every value of the type must match as a whole. */
function immediateReferences(type: Type): readonly string[] {
  switch (type.kind) {
    case 'reference':
      return [type.name];
    case 'union':
      return type.options.flatMap(immediateReferences);
    case 'intersection':
      return type.parts.flatMap(immediateReferences);
    case 'record':
      return type.bases;
    default:
      return [];
  }
}

/** Creates the error: its place is a schema that the document names, with the next reference of the cycle. */
function endless(cycle: readonly string[], schemas: readonly UngroupedSchema[], source: Source) {
  const named = new Set(schemas.flatMap((schema) => (schema.named ? [schema.name] : [])));
  const names = cycle.filter((name) => named.has(name));
  const [first = '', second = first] = names;
  const reference = `#/${[...source.schemasAt, second].join('/')}`;
  return source.cycle([...source.schemasAt, first], reference);
}
