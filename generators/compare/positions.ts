/** The positions of values inside schemas: `Pet.Status.Reason`, `Owner.Pets[]`, `Pet.Labels{}`. */
import type { Api, Type } from '../ir/index.js';
import { code, step } from './sentence-parts.js';

export interface Position {
  readonly place: string;
  /** The name in a sentence: `` `Err` of `Task.Status` ``. */
  readonly label: string;
}

export function schemaPosition(name: string): Position {
  return { place: name, label: code(name) };
}

export function fieldPosition({ place }: Position, name: string): Position {
  return { place: `${place}${step(name)}`, label: `${code(name)} of ${code(place)}` };
}

export function entryPosition({ place, label }: Position): Position {
  return { place: `${place}[]`, label: `an item of ${label}` };
}

export function valuePosition({ place, label }: Position): Position {
  return { place: `${place}{}`, label: `a value of ${label}` };
}

/** The position of additional properties. */
export function restPosition({ place }: Position): Position {
  return { place: `${place}{}`, label: `the additional properties of ${code(place)}` };
}

/** The position of the names of properties. */
export function namePosition({ place }: Position): Position {
  return { place: `${place}{}`, label: `a property name of ${code(place)}` };
}

/** The position of the properties whose names match a pattern. */
export function patternPosition({ place }: Position, pattern: string): Position {
  return { place: `${place}{}`, label: `a property of ${code(place)} that matches ${code(pattern)}` };
}

/**
 * Returns the position of every value inside the named schemas. A schema without a name has the position where it is found first;
 * objects that inherit the property contain it too.
 */
export function positionsIn({ schemas }: Api): ReadonlyMap<Type, Position> {
  const inline = new Map(schemas.filter(({ named }) => !named).map((schema) => [schema.name, schema.type]));
  const positions = new Map<Type, Position>();
  const visit = (type: Type, at: Position): void => {
    if (positions.has(type)) return;
    positions.set(type, at);
    if (type.kind === 'array')
      [...(type.prefixItems ?? []), type.items].forEach((item) => visit(item, entryPosition(at)));
    else if (type.kind === 'map') visit(type.values, valuePosition(at));
    else if (type.kind === 'union') type.options.forEach((option) => visit(option, at));
    else if (type.kind === 'intersection') type.parts.forEach((part) => visit(part, at));
    else if (type.kind === 'record') {
      for (const field of type.fields) visit(field.type, fieldPosition(at, field.name));
      if (type.rest !== undefined) visit(type.rest, restPosition(at));
    } else if (type.kind === 'reference') {
      const target = inline.get(type.name);
      if (target !== undefined) visit(target, at);
    }
  };
  // Sorted, because an intersection may contain an inline schema of another schema.
  const roots = schemas.filter(({ named }) => named).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const { name, type } of roots) visit(type, schemaPosition(name));
  return positions;
}
