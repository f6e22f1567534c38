/** A type → the runtime's combinators that declare it. */
import {
  type Code,
  type CodeEntry,
  call,
  entryKey,
  list,
  literal,
  literalValue,
  mention,
  object,
} from '../../code/index.js';
import type { ArrayType, Discriminator, ObjectConstraints, Rule, Type } from '../../ir/index.js';
import type { ContractNames } from './names.js';
import { rulesCode } from './rules.js';
import { runtime } from './runtime.js';

/** Returns the code of a reference to a schema. */
export type Refer = (name: string) => Code;

/** Refers to schemas that may be declared later or refer back. */
export function byReference({ schema }: ContractNames): Refer {
  return (name) => call(runtime('ref'), `() => ${mention(schema(name))}`);
}

/** Refers to schemas that are already declared. */
export function byName({ schema }: ContractNames): Refer {
  return (name) => mention(schema(name));
}

/** Returns the code of a type. @param rules the rules about it, if it is a number */
export function typeCode(type: Type, refer: Refer, rules: readonly Rule[] = []): Code {
  const code = bare(type, refer, rules);
  return type.nullable ? call(runtime('nullable'), code) : code;
}

function bare(type: Type, refer: Refer, rules: readonly Rule[]): Code {
  switch (type.kind) {
    case 'string': {
      const { format, pattern, minLength, maxLength } = type;
      const constraints = options({ format, pattern, minLength, maxLength });
      return constraints.length === 0 ? runtime('string') : call(runtime('constrainedString'), ...constraints);
    }
    case 'integer':
    case 'number': {
      const { format, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = type;
      const sentinels = type.kind === 'integer' ? type.sentinels : undefined;
      const limits = { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf };
      return call(runtime(type.kind), ...options({ format, ...limits, sentinels, rules }));
    }
    case 'boolean':
    case 'any':
    case 'bytes':
    case 'never':
      return runtime(type.kind);
    case 'enum':
      return call(
        runtime('enumOf'),
        list(type.values.map(({ value }) => literalValue(value))),
        ...(type.open ? [object([['open', 'true']])] : []),
      );
    case 'array':
      return arrayCode(type, refer);
    case 'map': {
      const constraints = constraintEntries(type, refer);
      return call(
        runtime('mapOf'),
        typeCode(type.values, refer),
        ...(constraints.length === 0 ? [] : [object(constraints)]),
      );
    }
    case 'record':
      // Records with fields are named; an inline record is the empty object.
      return call(runtime('object'), object([]), ...(type.closed ? [object([['closed', 'true']])] : []));
    case 'reference':
      return refer(type.name);
    case 'union': {
      const { discriminator } = type;
      const schemas = list(type.options.map((option) => typeCode(option, refer)));
      const names = type.options.map((option) => (option.kind === 'reference' ? option.name : ''));
      const chosen = discriminator === undefined ? [] : [discriminatorCode(discriminator, names)];
      return call(runtime('unionOf'), schemas, ...chosen);
    }
    case 'intersection':
      return call(runtime('intersectionOf'), list(type.parts.map((part) => typeCode(part, refer))));
  }
}

function arrayCode({ items, prefixItems = [], minItems, maxItems, uniqueItems }: ArrayType, refer: Refer): Code {
  const prefix = prefixItems.map((item) => typeCode(item, refer));
  const entries: readonly CodeEntry[] = [
    ...(minItems === undefined ? [] : [['min', String(minItems)] as const]),
    ...(maxItems === undefined ? [] : [['max', String(maxItems)] as const]),
    ...(prefix.length === 0 ? [] : [['prefix', list(prefix)] as const]),
    ...(uniqueItems === true ? [['unique', 'true'] as const] : []),
  ];
  return call(runtime('arrayOf'), typeCode(items, refer), ...(entries.length === 0 ? [] : [object(entries)]));
}

/** Returns the options of an object's properties as a whole. */
export function constraintEntries(
  { minProperties, maxProperties, propertyNames, patterns = [] }: ObjectConstraints,
  refer: Refer,
): readonly CodeEntry[] {
  const byPattern = patterns.map(({ pattern, type }) => list([literal(pattern), typeCode(type, refer)]));
  return [
    ...(minProperties === undefined ? [] : [['minProperties', String(minProperties)] as const]),
    ...(maxProperties === undefined ? [] : [['maxProperties', String(maxProperties)] as const]),
    ...(propertyNames === undefined ? [] : [['keys', typeCode(propertyNames, refer)] as const]),
    ...(byPattern.length === 0 ? [] : [['patterns', list(byPattern)] as const]),
  ];
}

/** Returns the code that chooses an option by the value of a property. @param names the names of the options */
export function discriminatorCode({ property, mapping }: Discriminator, names: readonly string[]): Code {
  // Of equal names, the first counts.
  const indices = new Map(names.map((name, index) => [name, index] as const).toReversed());
  const options = mapping.flatMap(({ value, schema }): readonly CodeEntry[] => {
    const index = indices.get(schema);
    return index === undefined ? [] : [[entryKey(value), String(index)]];
  });
  return object([
    ['property', literal(property)],
    ['options', object(options)],
  ]);
}

interface Options {
  readonly [name: string]: string | number | readonly number[] | readonly Rule[] | undefined;
}

/** Returns an object with the given values, or nothing if there are none. */
function options(given: Options): readonly Code[] {
  const entries = Object.entries(given).flatMap(([name, value]): readonly CodeEntry[] => {
    if (value === undefined) return [];
    if (typeof value === 'string') return [[name, literal(value)]];
    if (typeof value === 'number') return [[name, String(value)]];
    if (value.length === 0) return [];
    return [[name, isNumbers(value) ? list(value.map(String)) : rulesCode(value)]];
  });
  return entries.length === 0 ? [] : [object(entries)];
}

function isNumbers(values: readonly number[] | readonly Rule[]): values is readonly number[] {
  return typeof values[0] === 'number';
}
