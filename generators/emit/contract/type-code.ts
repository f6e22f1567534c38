/** A type → the runtime's combinators that declare it. */
import { type Code, type CodeEntry, call, list, literal, mention, object } from '../../code/index.js';
import type { EnumType, Rule, Type } from '../../ir/index.js';
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
      const { format, minimum, maximum } = type;
      const sentinels = type.kind === 'integer' ? type.sentinels : undefined;
      return call(runtime(type.kind), ...options({ format, minimum, maximum, sentinels, rules }));
    }
    case 'boolean':
    case 'any':
    case 'bytes':
      return runtime(type.kind);
    case 'enum':
      return call(runtime('enumOf'), list(valuesOf(type)), ...(type.open ? [object([['open', 'true']])] : []));
    case 'array':
      return call(
        runtime('arrayOf'),
        typeCode(type.items, refer),
        ...options({ min: type.minItems, max: type.maxItems }),
      );
    case 'map':
      return call(runtime('mapOf'), typeCode(type.values, refer));
    case 'record':
      // Records with fields are named; an inline record is the empty object.
      return call(runtime('object'), object([]));
    case 'reference':
      return refer(type.name);
    case 'union':
      return call(runtime('unionOf'), list(type.options.map((option) => typeCode(option, refer))));
  }
}

function valuesOf({ values }: EnumType): readonly string[] {
  return values.map(({ value }) => (typeof value === 'string' ? literal(value) : String(value)));
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
