/** Named schemas that are defined by themselves alone: no value could ever be checked against them. */
import type { Type } from '../ir/index.js';
import type { UngroupedSchema } from './named-schemas.js';
import type { Source } from './source.js';

/** @throws REFERENCE_CYCLE where references, `allOf`, `oneOf` or `anyOf` lead back to a schema without a property between */
export function refuseEndless(schemas: readonly UngroupedSchema[], source: Source): void {
  const next = new Map(schemas.map(({ name, type }) => [name, immediateReferences(type)]));
  const done = new Set<string>();
  const around = new Set<string>();
  for (const { name } of schemas) {
    // Not by calls: references may form a chain of any length.
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

/** The schemas that every value of the type has to fit itself, not with a part of it. */
function immediateReferences(type: Type): readonly string[] {
  switch (type.kind) {
    case 'reference':
      return [type.name];
    case 'union':
      return type.options.flatMap(immediateReferences);
    case 'record':
      return type.bases;
    default:
      return [];
  }
}

/** Told at a schema that the document names, with the reference that is next in the circle. */
function endless(circle: readonly string[], schemas: readonly UngroupedSchema[], source: Source) {
  const named = new Set(schemas.flatMap((schema) => (schema.named ? [schema.name] : [])));
  const names = circle.filter((name) => named.has(name));
  const [first = '', second = first] = names;
  const reference = `#/${[...source.schemasAt, second].join('/')}`;
  return source.cycle([...source.schemasAt, first], reference, 'Break the circle, or refer to it from a property');
}
