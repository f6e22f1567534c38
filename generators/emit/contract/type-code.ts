/** A type → how the run time's combinators say it. */
import { type Code, type Entry, call, list, literal, mention, object } from '../../code/index.js';
import type { EnumType, Rule, Type } from '../../ir/index.js';
import type { ContractNames } from './names.js';
import { rulesCode } from './rules.js';
import { runtime } from './runtime.js';

/** How a type names a shape. */
export type Refer = (name: string) => Code;

/** Where a shape may be declared later, or refer back. */
export function byReference({ schema }: ContractNames): Refer {
  return (name) => call(runtime('ref'), `() => ${mention(schema(name))}`);
}

/** Where all shapes are declared already. */
export function byName({ schema }: ContractNames): Refer {
  return (name) => mention(schema(name));
}

/** @param rules of a number */
export function typeCode(type: Type, refer: Refer, rules: readonly Rule[] = []): Code {
  const code = bare(type, refer, rules);
  return type.nullable ? call(runtime('nullable'), code) : code;
}

function bare(type: Type, refer: Refer, rules: readonly Rule[]): Code {
  switch (type.kind) {
    case 'string': {
      const { format, pattern, minLength, maxLength } = type;
      const said = options({ format, pattern, minLength, maxLength });
      return said.length === 0 ? runtime('string') : call(runtime('constrainedString'), ...said);
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
    case 'list':
      return call(
        runtime('arrayOf'),
        typeCode(type.items, refer),
        ...options({ min: type.minItems, max: type.maxItems }),
      );
    case 'map':
      return call(runtime('mapOf'), typeCode(type.values, refer));
    case 'record':
      // Records with fields have a name; what stands in place is the empty object.
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

/** An object of what is said; none where nothing is. */
function options(given: Options): readonly Code[] {
  const entries = Object.entries(given).flatMap(([name, value]): readonly Entry[] => {
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
