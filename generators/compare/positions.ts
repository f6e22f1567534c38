/** Where values stand inside shapes: `Pet.Status.Reason`, `Owner.Pets[]`, `Pet.Labels{}`. */
import type { Api, Type } from '../ir/index.js';
import { code, step } from './words.js';

export interface Position {
  readonly place: string;
  /** How a sentence names it: `` `Err` of `Task.Status` ``. */
  readonly label: string;
}

export function schemaPosition(name: string): Position {
  return { place: name, label: code(name) };
}

export function fieldPosition({ place }: Position, name: string): Position {
  return { place: `${place}${step(name)}`, label: `${code(name)} of ${code(place)}` };
}

export function entryPosition({ place, label }: Position): Position {
  return { place: `${place}[]`, label: `an entry of ${label}` };
}

export function valuePosition({ place, label }: Position): Position {
  return { place: `${place}{}`, label: `a value of ${label}` };
}

/** What keys hold that a record does not name. */
export function restPosition({ place }: Position): Position {
  return { place: `${place}{}`, label: `the other keys of ${code(place)}` };
}

/**
 * The position of every value inside the named shapes. A shape without a name stands in one of them, wherever it is
 * met first: a record that inherits the field comes upon it too.
 */
export function positionsIn({ schemas }: Api): ReadonlyMap<Type, Position> {
  const inline = new Map(schemas.filter(({ named }) => !named).map((schema) => [schema.name, schema.type]));
  const positions = new Map<Type, Position>();
  const visit = (type: Type, at: Position): void => {
    if (positions.has(type)) return;
    positions.set(type, at);
    if (type.kind === 'list') visit(type.items, entryPosition(at));
    else if (type.kind === 'map') visit(type.values, valuePosition(at));
    else if (type.kind === 'union') type.options.forEach((option) => visit(option, at));
    else if (type.kind === 'record') {
      for (const field of type.fields) visit(field.type, fieldPosition(at, field.name));
      if (type.rest !== undefined) visit(type.rest, restPosition(at));
    } else if (type.kind === 'reference') {
      const target = inline.get(type.name);
      if (target !== undefined) visit(target, at);
    }
  };
  for (const { name, named, type } of schemas) if (named) visit(type, schemaPosition(name));
  return positions;
}
