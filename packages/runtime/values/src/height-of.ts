/** How many levels the smallest value of a schema has. */
import type { Schema } from '@lading/runtime-wire';
import { matches } from './strings.js';

/** Schemas of a contract stay, and so do their heights. */
const heights = new WeakMap<Schema, number>();

/** Returns the levels of the smallest value that fits, 1 for a scalar; `Infinity` for a schema that needs itself, which no value fits. */
export function heightOf(schema: Schema): number {
  const before = heights.get(schema);
  if (before !== undefined) return before;
  const all = within(schema);
  const found = new Map<Schema, number>();
  const current = (each: Schema): number => heights.get(each) ?? found.get(each) ?? Infinity;
  for (let isNew = true; isNew;) {
    isNew = false;
    for (const each of all) {
      const height = heightBy(each, current);
      if (height >= current(each)) continue;
      found.set(each, height);
      isNew = true;
    }
  }
  for (const each of all) heights.set(each, current(each));
  return current(schema);
}

/** The schemas below one whose heights are not known yet, the lowest first. */
function within(schema: Schema): readonly Schema[] {
  const found = new Set<Schema>();
  const visit = (each: Schema): void => {
    if (heights.has(each) || found.has(each)) return;
    found.add(each);
    neededBy(each).forEach(visit);
  };
  visit(schema);
  return [...found].reverse();
}

/** The schemas of which a value needs a value, all or one of them. */
function neededBy(schema: Schema): readonly Schema[] {
  switch (schema.kind) {
    case 'object': {
      const { fields, required = [], patterns = [], rest } = schema;
      const declared = Object.entries(fields).filter(([name, field]) => field.required || required.includes(name));
      const others = required.filter((name) => !Object.hasOwn(fields, name));
      const byPattern = others.map((name) => patterns.find(([pattern]) => matches(pattern, name))?.[1] ?? rest ?? []);
      return [...declared.map(([, field]) => field.schema), ...byPattern.flat()];
    }
    case 'array': {
      const { min = 0, prefix = [], items } = schema;
      return [...prefix.slice(0, min), ...(min > prefix.length ? [items] : [])];
    }
    case 'map':
      return (schema.minProperties ?? 0) > 0 ? [schema.values] : [];
    case 'union':
      return schema.options;
    case 'intersection':
      return schema.parts;
    case 'condition':
      return schema.then === undefined || schema.then.kind === 'never' ? [] : [schema.then];
    case 'ref':
      return [schema.to()];
    default:
      return [];
  }
}

function heightBy(schema: Schema, current: (each: Schema) => number): number {
  if (schema.kind === 'never') return Infinity;
  const needed = neededBy(schema).map(current);
  if (schema.kind === 'ref') return needed[0] ?? Infinity;
  return 1 + (schema.kind === 'union' ? Math.min(...needed) : Math.max(0, ...needed));
}
