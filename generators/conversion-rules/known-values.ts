/** Finds the values of the enum that the condition `unknown` of a rule refers to: the runtime does not have the contract. */
import {
  conversionPath,
  type ConversionRule,
  type Field,
  type LiteralValue,
  type Operation,
  type PlainPlace,
  type Type,
} from '../ir/index.js';
import { contentsOf, messageKindOf, type IndexedApi } from './message-types.js';
import { beside, expand, typeAt } from './type-at-path.js';

/** A condition of a rule that is placed in an operation. `of` is the path of a property beside the place. */
interface PlacedCondition {
  readonly operation: string;
  readonly place: PlainPlace;
  readonly of: string;
}

/** Returns the values in the version that the message is converted to. */
export function knownValues(
  { at, direction }: ConversionRule,
  { operation: id, place, of }: PlacedCondition,
  older: IndexedApi,
  newer: IndexedApi,
): readonly LiteralValue[] {
  const target = direction.endsWith('.upgrade') ? newer : older;
  const operation = target.operationsById.get(id);
  if (operation === undefined) return [];
  const path = conversionPath(place.body ?? place.path ?? '');
  const whole = of === '' ? path : [...beside(path), ...conversionPath(of)];
  const types = rootsOf(at, operation, direction, target).map((root) => typeAt(target, root, whole));
  return [...new Set(types.flatMap((type) => (type === undefined ? [] : valuesOf(target, type))))];
}

/** Returns the types in which the path of a place begins. */
function rootsOf(
  at: ConversionRule['at'],
  operation: Operation,
  direction: ConversionRule['direction'],
  api: IndexedApi,
): readonly Type[] {
  const kind = messageKindOf(direction);
  const parameters = operation.parameters.filter((parameter) => parameter.in === at.in);
  switch (at.in) {
    case 'body':
    case 'schema':
      return contentsOf(operation, kind, api).flatMap(({ type }) => type ?? []);
    case 'query':
      return parameters.filter(({ name }) => name === at.name).map(({ type }) => type);
    case 'header': {
      const fields: readonly Field[] =
        kind === 'request' ? parameters : operation.responses.flatMap(({ headers }) => headers);
      return fields.filter(({ name }) => name.toLowerCase() === at.name.toLowerCase()).map(({ type }) => type);
    }
    case 'operation':
    case 'only':
    case 'paths':
      return [];
  }
}

function valuesOf(api: IndexedApi, type: Type): readonly LiteralValue[] {
  return expand(api, type).flatMap((each) => (each.kind === 'enum' ? each.values.map(({ value }) => value) : []));
}
