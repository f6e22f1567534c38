/** The order in which schemas are declared: those that others refer to first, and which of them refer to themselves. */
import { innerTypes, type Api, type Schema, type Type } from 'lading/emitter';

export interface SchemaOrder {
  readonly order: readonly Schema[];
  /** The names of the schemas that contain themselves, at any depth. */
  readonly recursive: ReadonlySet<string>;
}

/** Finds the strongly connected components, without recursion: chains of schemas may be long. */
export function inOrder(api: Api): SchemaOrder {
  const schemas = new Map(api.schemas.map((schema) => [schema.name, schema]));
  const order: Schema[] = [];
  const recursive = new Set<string>();
  const indices = new Map<string, number>();
  const lows = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  for (const { name } of api.schemas) if (!indices.has(name)) visit(name);
  return { order, recursive };

  function visit(start: string): void {
    const stack = [entered(start)];
    for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
      const { name, next } = frame;
      const target = next.shift();
      if (target !== undefined) {
        if (!indices.has(target)) stack.push(entered(target));
        else if (isOpen.has(target)) lows.set(name, Math.min(low(name), indices.get(target) ?? 0));
        if (target === name) recursive.add(name);
        continue;
      }
      stack.pop();
      const above = stack.at(-1);
      if (above !== undefined) lows.set(above.name, Math.min(low(above.name), low(name)));
      if (low(name) !== indices.get(name)) continue;
      const component = open.splice(open.lastIndexOf(name));
      for (const one of component) {
        isOpen.delete(one);
        if (component.length > 1) recursive.add(one);
        const schema = schemas.get(one);
        if (schema !== undefined) order.push(schema);
      }
    }
  }

  function entered(name: string) {
    indices.set(name, indices.size);
    lows.set(name, indices.size - 1);
    open.push(name);
    isOpen.add(name);
    const type = schemas.get(name)?.type;
    return { name, next: type === undefined ? [] : [...referencesOf(type)].filter((one) => schemas.has(one)) };
  }

  function low(name: string): number {
    return lows.get(name) ?? 0;
  }
}

/** The names of the schemas that a type refers to, without those inside of them. */
export function referencesOf(type: Type, found = new Set<string>()): ReadonlySet<string> {
  const todo: Type[] = [type];
  for (let one = todo.pop(); one !== undefined; one = todo.pop()) {
    if (one.kind === 'reference') found.add(one.name);
    if (one.kind === 'record') {
      for (const base of one.bases) found.add(base);
      for (const { schema } of one.discriminator?.mapping ?? []) found.add(schema);
    }
    todo.push(...innerTypes(one));
  }
  return found;
}
