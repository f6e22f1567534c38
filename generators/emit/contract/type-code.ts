/** A type → the runtime's combinators that declare it. */
import {
  type Code,
  type CodeEntry,
  call,
  unambiguousValues,
  entryKey,
  list,
  literal,
  literalValue,
  mention,
  object,
  type ArrayType,
  type ConditionType,
  type ContainedItems,
  type Discriminator,
  type IntersectionType,
  type ObjectConstraints,
  type Rule,
  type Type,
  type UnionType,
} from '../../emitter/index.js';
import type { ContractNames } from './names.js';
import { rulesCode } from './rules.js';
import { runtime } from './runtime.js';

/** Returns the code of a reference to a schema. */
export interface Refer {
  (name: string): Code;
  /** Whether a value may fit several of the types. */
  readonly mayOverlap: (types: readonly Type[]) => boolean;
  /** Whether a schema that allows `null` has conditions, which may exclude it. */
  readonly testsNull: (name: string) => boolean;
}

/** Refers to schemas that may be declared later or refer back. */
export function byReference({ schema, mayOverlap, testsNull }: ContractNames): Refer {
  const refer = (name: string) => call(runtime('ref'), `() => ${mention(schema(name))}`);
  return Object.assign(refer, { mayOverlap, testsNull });
}

/** Refers to schemas that are already declared. */
export function byName({ schema, mayOverlap, testsNull }: ContractNames): Refer {
  return Object.assign((name: string) => mention(schema(name)), { mayOverlap, testsNull });
}

/** Returns the code of a type. @param rules the rules about it, if it is a number */
export function typeCode(type: Type, refer: Refer, rules: readonly Rule[] = []): Code {
  if (type.nullable !== true) return bare(type, refer, rules);
  // Conditions apply to null, too.
  switch (type.kind) {
    case 'reference':
      if (refer.testsNull(type.name)) return refer(type.name);
      break;
    case 'intersection':
      if (type.parts.some((part) => part.kind === 'condition' || testsNull(part, refer)))
        return intersectionCode({ ...type, parts: type.parts.map(orNull) }, refer);
      break;
    case 'map':
    case 'record':
      if (type.conditions !== undefined) {
        const { conditions, ...others } = type;
        return allOf([typeCode(others, refer), ...conditions.map((one) => conditionCode(one, refer))]);
      }
  }
  return call(runtime('nullable'), bare(type, refer, rules));
}

function orNull<T extends Type>(type: T): T {
  return type.kind === 'condition' ? type : { ...type, nullable: true };
}

function testsNull(type: Type, refer: Refer): boolean {
  return type.kind === 'reference' && refer.testsNull(type.name);
}

function intersectionCode({ parts, unevaluatedProperties, unevaluatedItems }: IntersectionType, refer: Refer): Code {
  const unevaluated: readonly CodeEntry[] = [
    ...(unevaluatedProperties ? [['unevaluatedProperties', typeCode(unevaluatedProperties, refer)] as const] : []),
    ...(unevaluatedItems ? [['unevaluatedItems', typeCode(unevaluatedItems, refer)] as const] : []),
  ];
  return allOf(
    parts.map((part) => typeCode(part, refer)),
    unevaluated,
  );
}

/** Returns the code of the parts that all must fit. */
export function allOf(parts: readonly Code[], unevaluated: readonly CodeEntry[] = []): Code {
  const [only, ...others] = parts;
  if (only !== undefined && others.length + unevaluated.length === 0) return only;
  return call(runtime('intersectionOf'), list(parts), ...(unevaluated.length === 0 ? [] : [object(unevaluated)]));
}

export function conditionCode({ if: tested, then, else: otherwise }: ConditionType, refer: Refer): Code {
  const codes = [tested, then, otherwise].map((type) => (type === undefined ? 'undefined' : typeCode(type, refer)));
  return call(runtime('condition'), ...(otherwise === undefined ? codes.slice(0, 2) : codes));
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
      const map = call(
        runtime('mapOf'),
        typeCode(type.values, refer),
        ...(constraints.length === 0 ? [] : [object(constraints)]),
      );
      return allOf([map, ...(type.conditions ?? []).map((one) => conditionCode(one, refer))]);
    }
    case 'record': {
      // Records with fields are named; an inline record is the empty object.
      const constraints = [...(type.closed ? [['closed', 'true'] as const] : []), ...constraintEntries(type, refer)];
      const record = call(runtime('object'), object([]), ...(constraints.length > 0 ? [object(constraints)] : []));
      return allOf([record, ...(type.conditions ?? []).map((one) => conditionCode(one, refer))]);
    }
    case 'reference':
      return refer(type.name);
    case 'union':
      return unionCode(type, refer);
    case 'intersection':
      return intersectionCode(type, refer);
    case 'condition':
      return conditionCode(type, refer);
  }
}

function unionCode({ options: types, discriminator, exclusive }: UnionType, refer: Refer): Code {
  const schemas = list(types.map((option) => typeCode(option, refer)));
  const names = types.map((option) => (option.kind === 'reference' ? option.name : ''));
  const unambiguous = discriminator === undefined ? [] : unambiguousValues(discriminator);
  // Without a value of their own, options are told apart by their structure.
  const areNamed = unambiguous.length > 0 && unambiguous.length === discriminator?.mapping.length;
  const isExclusive = !areNamed && exclusive === true && refer.mayOverlap(types);
  return call(
    runtime(isExclusive ? 'oneOf' : 'unionOf'),
    schemas,
    ...(discriminator === undefined || unambiguous.length === 0 ? [] : [discriminatorCode(discriminator, names)]),
  );
}

function arrayCode(
  { items, prefixItems = [], minItems, maxItems, uniqueItems, contains }: ArrayType,
  refer: Refer,
): Code {
  const prefix = prefixItems.map((item) => typeCode(item, refer));
  const entries: readonly CodeEntry[] = [
    ...(minItems === undefined ? [] : [['min', String(minItems)] as const]),
    ...(maxItems === undefined ? [] : [['max', String(maxItems)] as const]),
    ...(prefix.length === 0 ? [] : [['prefix', list(prefix)] as const]),
    ...(uniqueItems === true ? [['unique', 'true'] as const] : []),
    ...(contains === undefined ? [] : [['contains', containedCode(contains, refer)] as const]),
  ];
  return call(runtime('arrayOf'), typeCode(items, refer), ...(entries.length === 0 ? [] : [object(entries)]));
}

function containedCode({ type, min, max }: ContainedItems, refer: Refer): Code {
  return object([
    ['schema', typeCode(type, refer)],
    ...(min === undefined ? [] : [['min', String(min)] as const]),
    ...(max === undefined ? [] : [['max', String(max)] as const]),
  ]);
}

/** Returns the options of an object's properties as a whole. */
export function constraintEntries(
  { minProperties, maxProperties, required = [], propertyNames, patterns = [] }: ObjectConstraints,
  refer: Refer,
): readonly CodeEntry[] {
  const byPattern = patterns.map(({ pattern, type }) => list([literal(pattern), typeCode(type, refer)]));
  return [
    ...(minProperties === undefined ? [] : [['minProperties', String(minProperties)] as const]),
    ...(maxProperties === undefined ? [] : [['maxProperties', String(maxProperties)] as const]),
    ...(required.length === 0 ? [] : [['required', list(required.map(literal))] as const]),
    ...(propertyNames === undefined ? [] : [['keys', typeCode(propertyNames, refer)] as const]),
    ...(byPattern.length === 0 ? [] : [['patterns', list(byPattern)] as const]),
  ];
}

/** Returns the code that chooses an option by the value of a property. @param names the names of the options */
export function discriminatorCode(discriminator: Discriminator, names: readonly string[]): Code {
  // Of equal names, the first counts.
  const indices = new Map(names.map((name, index) => [name, index] as const).toReversed());
  const options = unambiguousValues(discriminator).flatMap(({ value, schema }): readonly CodeEntry[] => {
    const index = indices.get(schema);
    return index === undefined ? [] : [[entryKey(value), String(index)]];
  });
  return object([
    ['property', literal(discriminator.property)],
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
